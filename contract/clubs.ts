/** Clubs and what they get from sales. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

const club = z.object({ id: v.id, number: z.int().min(1), name: z.string() });
const contribution = z.object({
  club: z.int().min(1).describe('Number of the club'),
  clubName: z.string(),
  sale: v.amount,
  saleTotal: v.amount,
  percent: z.number().describe('Share of all sales in percent, two decimals'),
  saleCount: z.int(),
  amount: v.amount.optional().describe('What the club gets; left out where a week is a sample'),
  sample: z.boolean().optional().describe('Some of it is invented: what a test instance began with'),
});

export const clubCalls = {
  'club.list': {
    method: 'GET',
    path: '/club',
    access: 'anyone',
    maxAge: 60,
    summary: 'Every club that can be supported',
    answer: { status: 200, body: z.object({ clubs: z.array(club) }) },
    refusals: [],
  },
  'system.contributions': {
    method: 'GET',
    path: '/system/contributions',
    access: 'anyone',
    maxAge: 60,
    summary: 'What each club got from sales in a year, or in one week of it',
    query: z.object({
      year: z.string(),
      week: z.string().optional().describe('1 to 53; `all` or nothing: the whole year'),
    }),
    answer: { status: 200, body: z.object({ contributions: z.array(contribution) }) },
    refusals: ['EC_INVALID_INPUT'],
  },
} as const satisfies Record<string, Call>;
