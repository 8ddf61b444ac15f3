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
  amount: v.amount.describe('What the club gets'),
  sample: z.boolean().optional().describe('Some of it is invented: what a test instance began with'),
});

/** What of a program, or of all programs of a week, was sold for a club. */
const sold = z.object({
  sale: v.amount,
  saleCount: z.int(),
  amount: v.amount.describe('What the club gets'),
  clubSale: v.amount.optional().describe('The part of the sale that club pools staked; left out for none'),
});
const soldProgram = sold.extend({ programId: v.id });
const clubWeek = sold.extend({
  week: z.int(),
  sample: z.boolean().optional().describe('Invented: what a test instance began with'),
  isPaid: z.boolean().describe('Whether the bank has paid the club'),
  programs: z
    .array(soldProgram.extend({ gameId: v.id, playDate: v.instant, void: z.boolean() }))
    .describe('All programs of the week, also those without a sale for the club'),
});
const weekFile = z.object({
  year: z.int(),
  week: z.int().describe('ISO week of the day on which a program is played'),
  basisPoints: z.int().describe('Share of the stakes that clubs get; 10000 are all'),
  clubSaleBasisPoints: z.int().optional().describe('The same of stakes of club pools'),
  bookedAt: v.instant,
  programs: z.array(z.object({ programId: v.id, void: z.boolean(), merkleRoot: z.string().optional() })),
  clubs: z.array(sold.extend({ club: z.int(), clubName: z.string(), programs: z.array(soldProgram) })),
  signature: z.string(),
  publicKey: z.string(),
});

/** What of a ticket's stake goes to its club. */
const ticketContribution = z.object({
  club: z.int(),
  clubName: z.string(),
  /** Krónur with two decimals: only the sum of a club's week is rounded. */
  amount: z.number(),
  /** ISO week of the day on which the program is played. */
  year: z.int(),
  week: z.int(),
  /** Once the week is booked. */
  bookedAt: v.instant.optional(),
  /** Once the club has got the money of that week. */
  paidAt: v.instant.optional(),
});

/** Of a ticket: the number of the club that it supports, and what the club gets unless it is cancelled. */
export const supported = z.object({
  supportId: z.int().optional(),
  contribution: ticketContribution.optional(),
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
  'club.weeks': {
    method: 'GET',
    path: '/club/weeks/{clubId}',
    access: 'anyone',
    maxAge: 60,
    summary: 'What a club got in each week of a year, and of which programs',
    params: z.object({ clubId: v.id }),
    query: z.object({ year: z.string() }),
    answer: {
      status: 200,
      body: z.object({
        club: club.extend({ isClosed: z.boolean() }),
        year: z.int(),
        weeks: z.array(clubWeek),
      }),
    },
    refusals: ['EC_INVALID_INPUT', 'EC_NO_DATA_FOUND'],
  },
  'club.week': {
    method: 'GET',
    path: '/club/week/{year}/{week}',
    access: 'anyone',
    maxAge: 60,
    summary: 'A booked week of all clubs, signed; tools/verify-clubs.mjs recomputes it from the books',
    params: z.object({ year: z.string(), week: z.string() }),
    answer: { status: 200, body: weekFile },
    refusals: ['EC_NO_DATA_FOUND'],
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
