/** Limits, lock-out, closing and spending of the caller. */
import { z } from 'zod';
import { limitFields } from '#rules/values/limits.ts';
import type { Call } from './call.ts';
import * as v from './values.ts';

const four = z.object({
  depositLimitDay: v.amount,
  depositLimitWeek: v.amount,
  depositLimitMonth: v.amount,
  stakeLimitDay: v.amount,
});

/** Beside those of the specification. */
const added = z.object({
  stakeLimitWeek: v.amount,
  stakeLimitMonth: v.amount,
  lossLimitDay: v.amount,
  lossLimitWeek: v.amount,
  lossLimitMonth: v.amount,
});

const nine = four.extend(added.shape);

const limits = nine.extend({
  /** The most that anybody may have, which is also what holds where no own limit is set. */
  system: nine,
  /** Raises that wait, or that may be confirmed from `effectiveAt` on by posting the same value again. */
  pending: z
    .partialRecord(z.enum(limitFields), z.object({ value: v.amount, effectiveAt: v.instant }))
    .optional(),
  /**
   * Deposits, stakes and losses of the current periods, including payments that still await an outside
   * answer. A loss is what was staked, less stakes that were returned and prizes that were credited; never
   * below 0.
   */
  used: nine,
  /**
   * Payments without an outcome yet, which count toward the limits. Newest first; absent when there
   * are none.
   */
  waiting: z
    .array(
      z.object({
        amount: v.amount,
        at: v.instant,
        way: z.enum(['creditCard', 'aur', 'subscriptionCard']),
      }),
    )
    .optional(),
  /** The newest twenty changes, newest first. */
  changes: z.array(
    z.object({
      field: z.enum([...limitFields, 'lockedUntil']),
      step: z.enum(['set', 'requested', 'withdrawn']),
      before: z.string().optional(),
      after: z.string(),
      at: v.instant,
    }),
  ),
});

const spent = z.object({
  from: v.instant,
  /** Stakes less what was returned of them, whole krónur. */
  spent: v.amount,
  won: v.amount,
  /** `won - spent` */
  net: v.amount,
});

export const reminderMinutes = [0, 30, 60, 120] as const;

export const limitCalls = {
  'limits.read': {
    method: 'GET',
    path: '/user/limits',
    access: 'player',
    summary: 'The limits of the caller, what is used of them, and raises that wait',
    answer: { status: 200, body: limits },
    refusals: [],
  },
  'limits.update': {
    method: 'POST',
    path: '/user/limits',
    access: 'player',
    summary: 'Lowers limits at once; a raise waits, and is confirmed by the same value again',
    body: four.extend({
      /** One that is left out stays as it is. */
      ...added.partial().shape,
      /** Which limits the change is about, all when left out; raises of the others go on waiting. */
      fields: z.array(z.enum(limitFields)).max(limitFields.length).optional(),
    }),
    answer: { status: 200, body: limits },
    refusals: ['EC_NEGATIVE_VALUE', 'EC_VALUE_TOO_HIGH', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'],
  },
  'limits.lockOut': {
    method: 'POST',
    path: '/user/lockout',
    access: 'player',
    summary: 'Locks the caller out of stakes and deposits for 1 to 365 days, at once and for good',
    body: z.object({ days: z.int('invalidDays') }),
    answer: { status: 204, body: null },
    refusals: [],
  },
  'limits.closeAccount': {
    method: 'POST',
    path: '/user/close-account',
    access: 'player',
    summary: 'Closes the account of the caller; asks for a fresh proof; open tickets live on',
    answer: { status: 204, body: null },
    refusals: ['EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'],
  },
  'limits.activity': {
    method: 'GET',
    path: '/user/check-activity',
    access: 'player',
    summary: 'What is still open if the caller closes the account or takes a break',
    answer: {
      status: 200,
      body: z.object({
        hasActiveTickets: z.boolean(),
        activeTickets: z.int(),
        hasActiveSubscriptions: z.boolean(),
        activeSubscriptions: z.int(),
        /** What is paid for subscriptions and not yet played; it returns to the balance. Whole krónur. */
        prepaid: v.amount,
      }),
    },
    refusals: [],
  },
  'limits.spending': {
    method: 'GET',
    path: '/user/spending',
    access: 'player',
    summary: 'What the caller staked and won this month and since signing in, and the time reminder',
    answer: {
      status: 200,
      body: z.object({ month: spent, session: spent, reminderMinutes: z.int() }),
    },
    refusals: [],
  },
  'limits.remind': {
    method: 'POST',
    path: '/user/time-reminder',
    access: 'player',
    summary: 'How often the caller is told of time and money spent; 0 minutes: never',
    body: z.object({ minutes: z.union(reminderMinutes.map((minutes) => z.literal(minutes))) }),
    answer: { status: 204, body: null },
    refusals: [],
  },
} as const satisfies Record<string, Call>;
