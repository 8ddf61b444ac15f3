/** Results across games. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { drawResult } from './games/numbers.ts';

const resultWeek = drawResult.pick({ gameId: true, year: true, week: true, drawDate: true });

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
