/** Results across games. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { drawResult } from './games/numbers.ts';
import * as v from './values.ts';

const resultWeek = drawResult.pick({ gameId: true, year: true, week: true, drawDate: true });

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
  totoeng: z.null(),
  totoeur: z.null(),
  xg: z.null(),
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
    summary: 'The results of a number lottery in a week',
    query: z.object({ gameId: z.string(), week: z.string(), year: z.string() }),
    answer: { status: 200, body: z.object({ results: z.array(drawResult) }) },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'results.lottoLatest': {
    method: 'GET',
    path: '/result/lotto/latest',
    access: 'anyone',
    maxAge: 2,
    summary: 'The latest result of a number lottery',
    query: z.object({ gameId: z.string() }),
    answer: { status: 200, body: drawResult },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'results.pots': {
    method: 'GET',
    path: '/result/pots',
    access: 'anyone',
    maxAge: 60,
    summary:
      'The first prize of the latest draws of a number lottery, newest first: how it grew, when it was won',
    query: z.object({ gameId: z.string() }),
    answer: { status: 200, body: z.object({ pots: z.array(pot) }) },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND'],
  },
  'results.weeks': {
    method: 'GET',
    path: '/result/weeks',
    access: 'anyone',
    maxAge: 60,
    summary: 'Every week of every number lottery that has a result, newest first',
    answer: { status: 200, body: z.object({ weeks: z.array(resultWeek) }) },
    refusals: [],
  },
} as const satisfies Record<string, Call>;
