/** What past draws of the number lotteries counted. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { drawResult } from './games/numbers.ts';
import * as v from './values.ts';

const count = z.object({ number: z.int(), count: z.int() });
const countsOfGames = z.record(z.string(), z.array(count));

/** The mean that chance gives, and the deviation within twice which 95 of 100 counts lie. */
const chance = { expected: z.number(), deviation: z.number() };

const numberCount = count.extend({
  ...chance,
  /** When it last came up; absent when never. */
  last: v.day.optional(),
  /** Draws since then. */
  since: z.int(),
});

const period = z.object({
  gameId: z.string(),
  /** `matrix`: as long as the numbers of today are drawn; `all`: since the first draw; else a year. */
  period: z.union([z.enum(['matrix', 'all']), z.int()]),
  draws: z.int(),
  /** Of these, generated ones; they count only where no real past was imported. */
  samples: z.int(),
  from: v.day.optional(),
  to: v.day.optional(),
  /** Numbers were added to the game within the period. */
  isMixed: z.boolean(),
  numbers: z.array(numberCount),
  bonus: z.array(numberCount),
  pairs: z.object({
    ...chance,
    pairs: z.array(z.object({ numbers: z.array(z.int()), count: z.int() })),
  }),
  joker: z.object({
    draws: z.int(),
    digits: z.array(z.object({ digit: z.int(), count: z.int(), places: z.array(z.int()), ...chance })),
  }),
  /** Of draws whose prizes are on record. */
  tiers: z.array(
    z.object({
      name: z.string(),
      winners: z.int(),
      winnerCountLocal: z.int(),
      /** On average for a winning row; absent when nobody won. */
      amount: v.amount.optional(),
    }),
  ),
  years: z.array(
    z.object({
      year: z.int(),
      draws: z.int(),
      winners: z.int(),
      firstPrizes: z.int(),
      amountTotal: v.amount,
      largest: v.amount,
    }),
  ),
  largest: z.array(
    drawResult.pick({ draw: true, drawDate: true, week: true, year: true }).extend({
      name: z.string(),
      amount: v.amount,
      winners: z.int(),
    }),
  ),
});

/** Of rows that somebody asks about: all real past draws, and what of them can be summed honestly. */
const whatIf = z.object({
  gameId: z.string(),
  rows: z.array(z.object({ numbers: z.array(z.int()), bonusNumbers: z.array(z.int()) })),
  /** How many numbers the only row holds, where it was a system. */
  system: z.int().optional(),
  draws: z.int(),
  /** Of all real draws, those that were imported; without them there is hardly a past to ask. */
  imported: z.int(),
  /** Draws under rules that the rows do not fit. */
  leftOut: z.int(),
  from: v.day.optional(),
  to: v.day.optional(),
  /** The draws whose price and prizes are known. */
  summed: z.object({ draws: z.int(), paid: v.amount, won: v.amount }),
  tiers: z.array(z.object({ name: z.string(), wins: z.int(), unsummed: z.int() })),
  /** The newest first, no more than some; `amount` is absent where it is not known. */
  wins: z.array(
    drawResult.pick({ draw: true, drawDate: true, week: true, year: true }).extend({
      name: z.string(),
      /** How many rows won it; `amount` is of them all. */
      rows: z.int(),
      amount: v.amount.optional(),
    }),
  ),
  /** How both sums grew, in no more than sixty steps. */
  steps: z.array(z.object({ paid: v.amount, won: v.amount })),
});

/** What the decided programs of a football pool counted. */
const pool = z.object({
  gameId: z.string(),
  /** Absent for all of them. */
  year: z.int().optional(),
  programs: z.int(),
  /** Of these, generated ones. */
  samples: z.int(),
  from: v.day.optional(),
  to: v.day.optional(),
  /** Signs, or numbers of goals; counts are in their order. */
  outcomes: z.array(z.string()),
  matches: z.array(z.object({ number: z.int(), counts: z.array(z.int()) })),
  /** What the chances at the release foretold of all these matches. */
  expected: z.array(z.number()),
  /** How often the likeliest outcome came. */
  favourite: z.object({ right: z.int(), of: z.int() }),
  /** How often the outcome came that most rows had, of the matches in which something was sold. */
  people: z.object({ right: z.int(), of: z.int() }),
  /** Matches that were decided by lot; they are counted nowhere else. */
  lots: z.int(),
  tiers: z.array(
    z.object({
      correctCount: z.int(),
      winnerCount: z.int(),
      winnerCountLocal: z.int(),
      /** On average for a winning row; absent when there was none. */
      amountWinner: v.amount.optional(),
    }),
  ),
  years: z.array(
    z.object({
      year: z.int(),
      programs: z.int(),
      winnerCount: z.int(),
      firstPrizes: z.int(),
      amountTotal: v.amount,
      largest: v.amount,
    }),
  ),
  largest: z.array(
    z.object({
      programId: v.id,
      week: z.int(),
      year: z.int(),
      playDate: v.instant,
      correctCount: z.int(),
      amount: v.amount,
      winners: z.int(),
    }),
  ),
});

/** What a coupon of the same marks, or of favourites, would have won in the decided programs of a pool. */
const poolWhatIf = z.object({
  gameId: z.string(),
  by: z.enum(['chances', 'people', 'marks']),
  programs: z.int(),
  /** Programs in which most people chose nothing: none was sold. */
  leftOut: z.int(),
  /** Of all, generated ones. */
  samples: z.int(),
  from: v.day.optional(),
  to: v.day.optional(),
  summed: z.object({ paid: v.amount, won: v.amount }),
  /** How many programs had so many right in the best row. */
  best: z.array(z.object({ right: z.int(), programs: z.int() })),
  winCount: z.int(),
  /** The newest first, no more than some; `amount` is absent where nobody had reached the tier. */
  wins: z.array(
    z.object({
      ...{ programId: v.id, week: z.int(), year: z.int(), playDate: v.instant, correctCount: z.int() },
      /** How many rows won it; `amount` is of them all. */
      rows: z.int(),
      amount: v.amount.optional(),
    }),
  ),
  /** How both sums grew, in no more than sixty steps. */
  steps: z.array(z.object({ paid: v.amount, won: v.amount })),
});

export const statisticsCalls = {
  'pools.whatIf': {
    method: 'GET',
    path: '/pools/what-if/{gameId}',
    access: 'anyone',
    maxAge: 60,
    summary: 'What one row of favourites, or given marks, would have won in all decided programs of a pool',
    params: z.object({ gameId: z.string() }),
    query: z.object({
      by: z.enum(['chances', 'people']).optional(),
      /** Marks as play addresses spell them; they stand before `by`. */
      rows: z.string().max(4_000).optional(),
      year: z.string().optional(),
    }),
    answer: { status: 200, body: poolWhatIf },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'pools.statistics': {
    method: 'GET',
    path: '/pools/statistics/{gameId}',
    access: 'anyone',
    maxAge: 60,
    summary: 'What the decided programs of a football pool counted, in an ISO year or in all (`year=all`)',
    params: z.object({ gameId: z.string() }),
    query: z.object({ year: z.string().optional() }),
    answer: { status: 200, body: pool },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'lotto.statistics': {
    method: 'GET',
    path: '/lotto/statistics',
    access: 'anyone',
    maxAge: 600,
    summary: 'How often each number, extra number and Joker digit of each game came up',
    query: z.object({ gameId: z.string().optional(), year: z.string().optional() }),
    answer: {
      status: 200,
      body: z.object({
        lotto: countsOfGames,
        bonus: countsOfGames,
        joker: countsOfGames,
        draws: z.record(z.string(), z.int()),
      }),
    },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'lotto.gameStatistics': {
    method: 'GET',
    path: '/lotto/statistics/{gameId}',
    access: 'anyone',
    maxAge: 600,
    summary: 'What the draws of a game counted since its numbers of today, in a year, or in all (`year=all`)',
    params: z.object({ gameId: z.string() }),
    query: z.object({ year: z.string().optional() }),
    answer: { status: 200, body: period },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'lotto.whatIf': {
    method: 'GET',
    path: '/lotto/what-if/{gameId}',
    access: 'anyone',
    maxAge: 60,
    summary: 'What rows or a system (spelled as on the play page) would have won in all real past draws',
    params: z.object({ gameId: z.string() }),
    query: z.object({ rows: z.string().max(400), system: z.string().max(2).optional() }),
    answer: { status: 200, body: whatIf },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
} as const satisfies Record<string, Call>;
