/** Tickets of a player across games. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

export const listItem = z.object({
  ticketId: v.id,
  /** Absent, like what is told of draw and rows, on a ticket without a draw. */
  couponId: v.id.optional(),
  gameId: z.string(),
  status: v.ticketStatus,
  purchaseDate: v.instant,
  channel: v.channel.optional(),
  saleCloseTime: v.instant.optional(),
  amountWin: v.amount,
  /**
   * Of a large prize that is not paid yet: where it stands, the last day for its claim, and the first day on
   * which it can be paid where that is ahead.
   */
  largePrize: z
    .object({ status: z.enum(v.largePrizeStatuses), claimBy: v.day, payableFrom: v.day.optional() })
    .optional(),
  /** A prize that nobody claimed in time: the ticket is lost. */
  amountLapsed: v.amount.optional(),
  stake: v.amount,
  week: z.int().optional(),
  drawDate: v.instant.optional(),
  draw: z.int().optional(),
  rowCount: z.int().optional(),
  /** Where the coupon was written for a subscription. */
  subscriptionId: v.id.optional(),
});

const outcome = z.object({
  gameId: z.string(),
  draw: z.int(),
  drawDate: v.instant,
  /** The coupon that won most, or the newest. */
  ticketId: v.id,
  couponId: v.id,
  amountBest: v.amount,
  /** Of all the player's tickets in the draw, and how many of them won. */
  amountWin: v.amount,
  stake: v.amount,
  rowCount: z.int(),
  tickets: z.int(),
  winning: z.int(),
});

export const ticketCalls = {
  'tickets.list': {
    method: 'GET',
    path: '/user/tickets/{page}',
    access: 'player',
    summary: 'The tickets of the caller, newest first, 20 a page',
    params: z.object({ page: v.page }),
    query: z.object({
      filter: z.enum(['all', ...v.ticketStatuses, ...v.gameIds]).optional(),
      first: v.id
        .optional()
        .describe('The ticket with which page 1 began: what came later does not shift the pages'),
    }),
    answer: {
      status: 200,
      body: z.object({
        tickets: z.array(listItem),
        page: z.int(),
        pageCount: z.int(),
        ticketCount: z.int(),
      }),
    },
    refusals: [],
  },
  'tickets.find': {
    method: 'GET',
    path: '/user/ticket-number',
    access: 'player',
    summary: 'Tickets of the caller by number, whole or its first eight; those of others are not found',
    query: z.object({ number: z.string().min(1).max(100) }),
    answer: { status: 200, body: z.object({ tickets: z.array(listItem) }) },
    refusals: [],
  },
  'tickets.outcome': {
    method: 'GET',
    path: '/user/outcome',
    access: 'player',
    summary:
      'What came of the last draw that the caller took part in, all tickets together; empty without one',
    answer: { status: 200, body: z.object({ outcome: outcome.optional() }) },
    refusals: [],
  },
  'tickets.purchase': {
    method: 'GET',
    path: '/user/purchase',
    access: 'player',
    summary: 'What an idempotency key has bought; a purchase that is still under way is not known yet',
    // What a header can hold.
    query: z.object({ key: z.string().regex(/^[\x20-\x7e\xa0-\xff]{1,255}$/) }),
    answer: { status: 200, body: z.object({ id: v.id, type: z.enum(['ticket', 'subscription']) }) },
    refusals: ['EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
