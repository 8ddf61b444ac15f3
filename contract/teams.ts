/** Teams of players in clubs, which play in the betting league. */
import { z } from 'zod';
import { parseTeamName, teamNumberMax } from '#rules/values/team-name.ts';
import type { Call } from './call.ts';
import * as v from './values.ts';

/** Of one player. */
export const teamsMax = 10;

export const team = z.object({
  id: v.id,
  name: z.string().describe('`Nr. 47` where the name was taken off'),
  clubId: v.id,
  clubName: z.string(),
  teamGroupNumber: z.int().describe(`1 to ${teamNumberMax}, one team of the club`),
});

const name = z
  .string('teamName')
  .transform((text, context) => {
    const parsed = parseTeamName(text);
    if (parsed !== null) return parsed;
    context.issues.push({ code: 'custom', message: 'teamName', input: text });
    return z.NEVER;
  })
  .describe('2 to 30 characters, trimmed');

const ofClub = z.object({ clubId: v.id });

export const teamCalls = {
  'club.teams': {
    method: 'GET',
    path: '/club/teams/{clubId}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The teams of a club, by number',
    params: ofClub,
    answer: { status: 200, body: z.object({ teams: z.array(team) }) },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'club.availableNumbers': {
    method: 'GET',
    path: '/club/teams/{clubId}/available-numbers',
    access: 'anyone',
    maxAge: 2,
    summary: 'The numbers that no team of a club has; none of a closed club',
    params: ofClub,
    answer: { status: 200, body: z.object({ numbers: z.array(z.int()) }) },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'club.ownTeams': {
    method: 'GET',
    path: '/club/user/teams',
    access: 'player',
    summary: 'The teams that the caller made, oldest first',
    answer: { status: 200, body: z.object({ teams: z.array(team) }) },
    refusals: [],
  },
  'club.createTeam': {
    method: 'POST',
    path: '/club/teams',
    access: 'player',
    summary: `Makes a team in a club, at most ${teamsMax} of a player`,
    body: z.object({ clubId: z.union([v.id, z.int()]), name, teamGroupNumber: z.int('numberExpected') }),
    answer: { status: 201, body: team },
    refusals: [
      ...(['EC_DUPLICATE_FIELD', 'EC_DUPLICATE_VALUE', 'EC_VALUE_TOO_LOW', 'EC_VALUE_TOO_HIGH'] as const),
      ...(['EC_NO_DATA_FOUND', 'EC_INVALID_FIELD', 'EC_ROW_LIMIT'] as const),
      ...(['EC_ACCOUNT_CLOSED', 'EC_ELOGIN_AUTH_REQUIRED'] as const),
    ],
  },
  'club.reportTeam': {
    method: 'POST',
    path: '/club/teams/{teamId}/report',
    access: 'player',
    summary: 'Says that the name of a team offends; an operator looks at it',
    params: z.object({ teamId: v.id }),
    answer: { status: 204, body: null },
    refusals: ['EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
