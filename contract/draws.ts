/** What a draw of any kind shows: on sale, not yet drawn, sealed, proven; and a coupon that is part of it. */
import { z } from 'zod';
import { raffleConditions } from '#rules/draws/raffle.ts';
import type { Call } from './call.ts';
import * as v from './values.ts';

export const currentDraw = z.object({
  gameId: z.string(),
  draw: z.int(),
  status: z.enum(['open', 'closed', 'resulted']),
  drawDate: v.instant,
  closeDate: v.instant,
  amountRow: v.amount,
  /** Which rules and prices the draw is sold, settled and paid under. */
  rulesId: z.string(),
  drawDay: z.enum(v.drawDays),
  cancelled: z.boolean().optional(),
  /** The draws after this one that a multi-draw ticket may reach, in order. */
  followingDraws: z.array(z.object({ draw: z.int(), drawDate: v.instant })),
  /** Domain time of the server when it answered: what the countdown starts from. */
  serverTime: v.instant,
});

/** Winners of a tier everywhere and here, and what they got. */
export const prizeRow = z.object({
  name: z.string(),
  amount: v.amount,
  winners: z.int(),
  amountTotal: v.amount,
  winnerCountLocal: z.int(),
});

/** A draw that has a result or was cancelled; what was drawn and won, its kind adds. */
export const result = currentDraw.omit({ followingDraws: true, serverTime: true }).extend({
  week: z.int(),
  year: z.int(),
  /** Rows sold, where the product itself sold and sealed them. */
  rowsSold: z.int().optional(),
  confirmedAt: v.instant.optional(),
  /** Generated history of an embedded instance, marked so that nobody takes it for real. */
  sample: z.boolean().optional(),
});

/** How far a draw without a result has come; `closed` until its seal is public. */
const stages = ['planned', 'onSale', 'closed', 'sealed'] as const;

/** When a draw is held, and whether that was changed. */
const held = currentDraw.pick({ draw: true, drawDate: true, closeDate: true }).extend({
  week: z.int(),
  year: z.int(),
  /** The day it was planned for, when it was moved to another. */
  movedFrom: v.day.optional(),
});

/** The draws of a game that have no result yet. */
export const undrawn = z.object({
  draws: z.array(held.extend({ stage: z.enum(stages) })),
});

/** One draw, whatever has become of it. */
export const heldDraw = held.extend({
  gameId: z.string(),
  cancelled: z.boolean().optional(),
  /** Grows with every step of the draw: of two files for a calendar the higher one holds. */
  revision: z.int(),
});

/** What such a ticket costs on average: its price less what comes back in prizes. Absent where unknown. */
const averageCost = v.amount.optional();

/** Not known yet, also while a prize is on its way into the wallet. */
export const verdict = z.object({
  verdict: z.enum(['win', 'none', 'unknown']),
  /** Of the whole ticket. */
  stake: v.amount,
  averageCost,
  /** Of its raffles, once it is credited. */
  raffleWin: v.amount,
});

/** A draw of a ticket whose code was given: `amountWin` once its owner is told, `pending` until then. */
export const checkedDraw = z.object({
  draw: z.int(),
  drawDate: v.instant,
  status: v.couponStatus,
  amountWin: v.amount.optional(),
});

/** A raffle beside each draw of a period. A coupon's number is its place in the seal, counted from 1. */
const raffle = z.object({
  id: z.string(),
  name: z.string(),
  /** One sentence, in the language that was asked for, as the name is. */
  text: z.string(),
  /** Which coupons take part: all; with the game beside the rows; with ten rows; systems. */
  condition: z.enum(raffleConditions),
  /** Days of its first and its last draw, as they were planned. */
  from: v.day,
  until: v.day,
  /** In every draw, in the order in which numbers are drawn. */
  prizes: z.array(z.object({ count: z.int(), amount: v.amount })),
  /** Once it was held: how many coupons took part, and the numbers in the order in which they were drawn. */
  held: z
    .object({ coupons: z.int(), numbers: z.array(z.object({ number: z.int(), amount: v.amount })) })
    .optional(),
});

/** Null where the draw holds no raffle. */
export const raffleOfDraw = z.object({ raffle: raffle.nullable() });

export const languageQuery = z.object({ locale: z.enum(['is', 'en']).default('is') });

/** The raffle that a coupon takes part in; its number is known once the draw is sealed. */
const ticketPromotion = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  numbers: z.array(z.int()),
  /** Not held yet; nothing won; won, and on its way to the balance; credited. */
  status: z.enum(['pending', 'lost', 'won', 'paid']),
  amountWin: v.amount,
});

export const couponParams = z.object({ ticketId: v.id, couponId: v.id });

/** A coupon as its owner sees it, with the others of its ticket; what was played, its kind adds. */
export const coupon = z.object({
  id: v.id,
  couponId: v.id,
  gameId: z.string(),
  draw: z.int(),
  week: z.int(),
  drawDate: v.instant,
  saleCloseTime: v.instant,
  purchaseDate: v.instant,
  stake: v.amount,
  stakeTotal: v.amount,
  averageCost,
  status: v.couponStatus,
  amountWin: v.amount,
  amountWinTotal: v.amount,
  /** The prize of this coupon that nobody claimed in time: the coupon is lost. */
  amountLapsed: v.amount.optional(),
  /** When the coupon was cancelled and its stake returned: by its player, or together with its draw. */
  cancelled: z.object({ at: v.instant, by: z.enum(['player', 'draw']) }).optional(),
  channel: v.channel.optional(),
  /** Where the coupon was written for a subscription. */
  subscriptionId: v.id.optional(),
  promotions: z.array(ticketPromotion),
  coupons: z.array(
    z.object({
      couponId: v.id,
      draw: z.int(),
      drawDate: v.instant,
      status: v.couponStatus,
      amountWin: v.amount,
    }),
  ),
  receipt: z.object({
    soldAt: v.instant,
    securityCode: z.string(),
    /** Whoever holds it may ask whether the ticket won, signed in or not. */
    checkCode: z.string(),
    /** The last day on which a large prize could be claimed; a year after the draw where there is none. */
    claimBy: v.day,
    /** Of a prize so large that it waits for this day before it can be paid. */
    payableFrom: v.day.optional(),
    cancellable: z.boolean(),
    /** Of a ticket that can still be cancelled. */
    cancelUntil: v.instant.optional(),
  }),
});

/** What was signed before the draw. */
export const seal = z.object({
  draw: z.int(),
  gameId: z.string(),
  /** Which rules the draw was sold under and is settled by; part of what is signed. */
  rulesId: z.string(),
  /** SHA-256 of the rules as canonical JSON; absent in seals made before it was part of them. */
  rulesHash: z.string().optional(),
  /** SHA-256 of the terms fixed at its release, such as its matches; only in games with such terms. */
  termsHash: z.string().optional(),
  sealedAt: v.instant,
  coupons: z.int(),
  rows: z.int(),
  stakes: v.amount,
  merkleRoot: z.string(),
  /** SHA-256 of the sales book, which is not published: what was played is, under the same root. */
  bookHash: z.string(),
  algorithm: z.string(),
  signature: z.string(),
  publicKey: z.string(),
});

/** What was signed when the prizes were computed; what was drawn, its kind adds. */
export const settlement = z.object({
  engineA: z.string(),
  engineB: z.string(),
  equal: z.boolean(),
  settledAt: v.instant,
  /** As in the seal; absent in settlements made before rules and tiers were signed. */
  rulesHash: z.string().optional(),
  /** The draw whose carry this one took, and the signature of its settlement; absent for the first. */
  before: z.object({ draw: z.int(), signature: z.string() }).optional(),
  /** How each tier came out. Pools in 1/10⁸ kr. as text; absent where a prize is fixed or paid by others. */
  tiers: z.array(
    z.object({
      part: z.enum(['main', 'side']),
      tier: z.int(),
      condition: z.string(),
      carryIn: z.string().optional(),
      /** Part of `carryIn` that did not come from the draw before. */
      opened: z.string().optional(),
      pool: z.string().optional(),
      carryOut: z.string().optional(),
      winners: z.int(),
      winnersLocal: z.int(),
      amount: v.amount,
    }),
  ),
  /** The file of those with whom pools are shared, byte for byte as it came. */
  figures: z.string().optional(),
  /** Over seal, rules, result, figures, carry, tiers and both digests. */
  signature: z.string(),
  publicKey: z.string(),
});

/** That a coupon is in the seal. */
export const proof = z.object({
  leaf: z.string(),
  salt: z.string(),
  /** All that was played, where the leaf has only its hash. */
  rows: z.string().optional(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  root: z.string(),
});

/** Of every game the draws whose sale closed last. */
const progress = z.object({
  draws: z.array(
    z.object({
      gameId: z.string(),
      draw: z.int(),
      /** Its result is public. False also for a draw that was cancelled. */
      hasResult: z.boolean(),
    }),
  ),
});

const onSale = z.object({ games: z.array(z.object({ gameId: z.string(), closeDate: v.instant })) });
/** What is known of an outcome that comes part by part. */
const facts = held.pick({ draw: true, drawDate: true, week: true, year: true }).extend({
  gameId: z.string(),
  /** The outcome is whole and does not change any more. */
  isConfirmed: z.boolean(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const drawCalls = {
  'draws.onSale': {
    method: 'GET',
    path: '/draws/on-sale',
    access: 'anyone',
    maxAge: 2,
    summary: 'The games with a draw on sale, and when the sale of the next one closes; nearest close first',
    answer: { status: 200, body: onSale },
    refusals: [],
  },
  'draws.progress': {
    method: 'GET',
    path: '/draws/progress',
    access: 'anyone',
    maxAge: 2,
    summary: 'The draws of every game whose sale closed last, and which of them have results',
    answer: { status: 200, body: progress },
    refusals: [],
  },
  'draws.watch': {
    method: 'GET',
    path: '/draws/watch',
    access: 'anyone',
    summary: 'The same as `draws.progress`, told anew whenever it changes',
    answer: { status: 200, body: null, stream: progress },
    refusals: [],
  },
  'draws.facts': {
    method: 'GET',
    path: '/draws/{gameId}/{draw}/facts',
    access: 'anyone',
    maxAge: 2,
    summary:
      'What is known of the result of a draw whose matches end one by one, also before it is confirmed',
    params: z.object({ gameId: z.string(), draw: v.drawNumber }),
    answer: { status: 200, body: facts },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;

export type OnSale = z.output<typeof onSale>;
export type Facts = z.output<typeof facts>;
export type DrawResultHead = z.output<typeof result>;
export type PrizeRow = z.output<typeof prizeRow>;
export type CheckedDraw = z.output<typeof checkedDraw>;
export type Progress = z.output<typeof progress>;
export type Raffle = z.output<typeof raffle>;
export type TicketPromotion = z.output<typeof ticketPromotion>;
export type HeldDraw = z.output<typeof heldDraw>;
export type Undrawn = z.output<typeof undrawn>;
export type CouponStatus = z.output<typeof v.couponStatus>;
export type CouponParams = z.output<typeof couponParams>;
export type Proof = z.output<typeof proof>;
