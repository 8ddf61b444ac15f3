/** Results across games. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { describedResult, namedGame } from './described.ts';
import { drawResult } from './games/numbers.ts';
import { totoProgram, xgProgram } from './games/pools.ts';
import * as v from './values.ts';

const resultWeek = drawResult.pick({ gameId: true, year: true, week: true, drawDate: true });

/** What the number lotteries show, and what the kinds of other games describe. */
const ofAnyKind = z.union([drawResult, describedResult]);

/** One draw in the history of a game's first prize. */
const pot = drawResult.pick({ draw: true, drawDate: true, week: true, year: true, sample: true }).extend({
  /** What the first tier held for all its winners, in kr.; absent where nobody wrote it down. */
  amount: v.amount.optional(),
  winners: z.int(),
  /** How many draws in a row the pot had grown when it was drawn, itself counted. */
  potMultiple: z.int(),
});

/** Live betting has no results of its own: its matches are among those of lengjan. */
const latestOfGames = z.object({
  lotto: drawResult.nullable(),
  vikinglotto: drawResult.nullable(),
  eurojackpot: drawResult.nullable(),
  totoeng: totoProgram.nullable(),
  totoeur: totoProgram.nullable(),
  xg: xgProgram.nullable(),
  lengjan: z.null(),
});

export const resultCalls = {
  'results.latest': {
    method: 'GET',
    path: '/result/latest',
    access: 'anyone',
    maxAge: 2,
    summary: 'The latest result of every game, null where there is none',
    answer: { status: 200, body: latestOfGames },
    refusals: [],
  },
  'results.lotto': {
    method: 'GET',
    path: '/result/lotto',
    access: 'anyone',
    maxAge: 2,
    summary: 'The results of a game in a week',
    query: z.object({ gameId: z.string(), week: z.string(), year: z.string() }),
    answer: { status: 200, body: z.object({ results: z.array(ofAnyKind) }) },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'results.lottoLatest': {
    method: 'GET',
    path: '/result/lotto/latest',
    access: 'anyone',
    maxAge: 2,
    summary: 'The latest result of a game',
    query: z.object({ gameId: z.string() }),
    answer: { status: 200, body: ofAnyKind },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'results.pots': {
    method: 'GET',
    path: '/result/pots',
    access: 'anyone',
    maxAge: 60,
    summary: 'The first prize of the latest draws of a game, newest first: how it grew, when it was won',
    query: z.object({ gameId: z.string() }),
    answer: { status: 200, body: z.object({ pots: z.array(pot) }) },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND'],
  },
  'results.gameNames': {
    method: 'GET',
    path: '/result/game-names',
    access: 'anyone',
    maxAge: 60,
    summary: 'Games that the texts of the product do not name, by the names of their kind',
    answer: { status: 200, body: z.object({ games: z.array(namedGame) }) },
    refusals: [],
  },
  'results.weeks': {
    method: 'GET',
    path: '/result/weeks',
    access: 'anyone',
    maxAge: 60,
    summary: 'Every week of every game that has a result, newest first',
    answer: { status: 200, body: z.object({ weeks: z.array(resultWeek) }) },
    refusals: [],
  },
} as const satisfies Record<string, Call>;
