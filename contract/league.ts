/** The betting league. A competition is one of its seasons. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { languageQuery } from './draws.ts';
import * as v from './values.ts';

const head = z.object({
  id: v.id.describe('Year and number of the season: `2026-4`'),
  name: z.string(),
  year: z.int(),
  from: v.day,
  to: v.day,
  /** `playOff`: its weeks are over, and equal teams play on or results are missing. */
  state: z.enum(['upcoming', 'running', 'playOff', 'closed']),
  firstWeek: z.int(),
  lastWeek: z.int(),
  isFinal: z.boolean().describe('The last season of the year, for the first three of the others'),
});

const week = z.object({
  week: z.int(),
  correct: z.int(),
  /** The week is not over, or a program of it is not settled. */
  isProvisional: z.boolean().optional(),
  /** One of the worst weeks, once the season is over. */
  isDropped: z.boolean().optional(),
});

export const leagueStanding = z.object({
  place: z.int().describe('Equal teams share one'),
  teamId: v.id,
  name: z.string(),
  clubId: v.id,
  clubName: z.string(),
  teamGroupNumber: z.int(),
  weeks: z.array(week),
  total: z.int().describe('Of the best eight weeks'),
  /** Of teams that were equal for one of the first places: the weeks after the season, until they differ. */
  playOff: z.array(z.object({ week: z.int(), correct: z.int() })).optional(),
  /** Equal still for one of the first places. */
  isTied: z.boolean().optional(),
});

const division = z.object({
  id: v.id,
  name: z.string(),
  maxRows: z.int().describe('Tickets of more rows do not count'),
  prizes: z.array(v.amount).describe('Of the first places'),
  teamCount: z.int(),
  standings: z.array(leagueStanding),
});

const weekHead = z.object({
  week: z.int(),
  from: v.day,
  state: z.enum(['upcoming', 'provisional', 'final']),
});

/** A team that has a place in the last season of the year. */
const qualified = z.object({
  divisionId: v.id,
  teamId: v.id,
  name: z.string(),
  clubName: z.string(),
  competitionId: v.id,
  firstWeek: z.int(),
  lastWeek: z.int(),
  place: z.int(),
});

const competition = head.extend({
  weeks: z.array(weekHead),
  countedAt: v.instant.optional().describe('When its scores were last counted'),
  divisions: z.array(division),
  qualified: z.array(qualified).optional().describe('Of the last season of the year'),
});

const ofCompetition = z.object({ competitionId: v.id });

export const leagueCalls = {
  'league.competitions': {
    method: 'GET',
    path: '/competitions',
    access: 'anyone',
    maxAge: 60,
    summary: 'Seasons of the betting league, the newest first',
    query: languageQuery,
    answer: { status: 200, body: z.object({ competitions: z.array(head) }) },
    refusals: [],
  },
  'league.competition': {
    method: 'GET',
    path: '/competitions/{competitionId}',
    access: 'anyone',
    maxAge: 20,
    summary: 'A season of the betting league with its standings, as they are now',
    params: ofCompetition,
    query: languageQuery.extend({
      division: z.enum(['1', '2', '3']).optional().describe('That one alone'),
      first: z
        .string()
        .regex(/^\d{1,5}$/)
        .optional()
        .describe('So many teams of each division'),
    }),
    answer: { status: 200, body: competition },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'league.own': {
    method: 'GET',
    path: '/competitions/{competitionId}/own',
    access: 'player',
    summary: 'Where the teams of the caller stand in a season, and the ticket of their best row this week',
    params: ofCompetition,
    answer: {
      status: 200,
      body: z.object({
        teamsMade: z.int().describe('Also those that do not take part in the season'),
        teams: z.array(
          leagueStanding.extend({
            divisionId: v.id,
            teamCount: z.int(),
            isCurrent: z.boolean(),
            ticketId: v.id.optional(),
          }),
        ),
      }),
    },
    refusals: ['EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
