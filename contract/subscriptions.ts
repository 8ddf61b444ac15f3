/** Subscriptions of a player: bought by `POST /lotto/buy`, seen and cancelled here. */
import { z } from 'zod';
import type { Call } from './call.ts';
import { listItem } from './tickets.ts';
import * as v from './values.ts';

export const subscriptionStatuses = ['pending', 'active', 'cancelled', 'terminated'] as const;
export const cancelTypes = ['immediate', 'endOfPeriod'] as const;
export const terminationReasons = ['paymentFailed', 'accountClosed', 'rulesChanged', 'operator'] as const;
export const chargeOutcomes = ['paid', 'declined', 'limit', 'certificate', 'locked'] as const;

/** The last attempt at a charge, whatever came of it. */
const charge = z.object({
  at: v.instant,
  amount: v.amount,
  outcome: z.enum(chargeOutcomes),
  /** The code of the refusal where nothing was paid. */
  code: z.string().optional(),
});

/** What is played in each draw. */
const played = z.object({
  rows: z.array(
    z.object({ numbers: z.array(z.int()), bonusNumbers: z.array(z.int()), isQuickPick: z.boolean() }),
  ),
  system: z.int().optional(),
  joker: v.digits.optional(),
});

export type ShownPlay = z.output<typeof played>;

const subscription = z.object({
  id: v.id,
  /** The day it was bought. */
  startDate: v.day,
  /** `pending` until its first charge, `cancelled` while it plays on to `endDate` and after. */
  status: z.enum(subscriptionStatuses),
  /** The price of one draw. */
  stake: v.amount,
  gameId: z.enum(v.gameIds),
  /** The coming draws that are paid for, in order. */
  drawDates: z.array(v.day),
  /** The same days where Joker is part of it, else empty. */
  drawJokerDates: z.array(v.day),
  /** ISO numbers of its weekdays, Monday 1. */
  drawDayNo: z.array(z.int()),
  /** Four draws for each chosen day. */
  monthly: v.amount,
  /** What the draws up to the first billing day cost; 0 where none was left. */
  firstCharge: v.amount,
  /** What is paid and not yet played, whole krónur. */
  prepaid: v.amount,
  /** When the next charge is due; absent when none will come. */
  nextCharge: z.object({ at: v.instant, amount: v.amount }).optional(),
  lastCharge: charge.optional(),
  /** The last day it may play: of a cancelled or terminated one. */
  endDate: v.day.optional(),
  terminated: z.enum(terminationReasons).optional(),
  /** Inside a break nothing is played or charged, up to this instant. */
  pausedUntil: v.instant.optional(),
  ...played.shape,
  /** Since it was bought. */
  sums: z.object({
    /** Draws that it has a ticket in. */
    draws: z.int(),
    /** Charged less returned, whole krónur; what is prepaid is in it. */
    paid: v.amount,
    won: v.amount,
  }),
});

const detail = subscription.extend({
  /** Charges, paid or not, and what was returned; the newest hundred, newest first. */
  charges: z.array(
    charge.extend({
      outcome: z.enum([...chargeOutcomes, 'returned']),
      /** The draws that a charge was for; empty where that is not kept. */
      dates: z.array(v.day),
      /** How many of them were free. */
      free: z.int(),
    }),
  ),
  /** One a draw, newest first; the newest hundred. */
  tickets: z.array(listItem),
  /** Which ways of cancelling stand open now, with the last day each would leave; empty when cancelled. */
  cancel: z.array(
    z.object({
      cancelType: z.enum(cancelTypes),
      endDate: v.day,
      /** What would still be taken, and the draws it would be for. */
      charge: z.object({ at: v.instant, amount: v.amount, drawDates: z.array(v.day) }).optional(),
      /** The last draw that would be played; left out where none would. */
      lastDraw: v.day.optional(),
    }),
  ),
});

export const subscriptionCalls = {
  'subscriptions.list': {
    method: 'GET',
    path: '/user/subscriptions',
    access: 'player',
    summary: 'The subscriptions of the caller, newest first',
    answer: { status: 200, body: z.object({ subscriptions: z.array(subscription) }) },
    refusals: [],
  },
  'subscriptions.detail': {
    method: 'GET',
    path: '/user/subscriptions/detail/{id}',
    access: 'player',
    summary: 'One subscription of the caller, with its numbers and its tickets',
    params: z.object({ id: v.id }),
    answer: { status: 200, body: detail },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'subscriptions.cancel': {
    method: 'POST',
    path: '/user/subscriptions/{subscriptionId}/cancel',
    access: 'player',
    summary:
      'Ends a subscription; without `cancelType` at once where nothing is paid, else at the end of the ' +
      'period that is paid',
    params: z.object({ subscriptionId: v.id }),
    body: z.object({ cancelType: z.enum(cancelTypes).optional() }),
    bodyOptional: true,
    answer: {
      status: 200,
      body: z.object({
        subscriptionId: v.id,
        endDate: v.day,
        stake: v.amount,
        cancelType: z.enum(cancelTypes),
      }),
    },
    refusals: ['EC_NO_DATA_FOUND', 'EC_NO_CHANGE', 'EC_CANCEL_NOT_ALLOWED'],
  },
} as const satisfies Record<string, Call>;
