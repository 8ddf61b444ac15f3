/** The number lotteries: draws, purchase, cancellation, ticket, evidence. */
import { z } from 'zod';
import type { Call } from '../call.ts';
import * as described from '../described.ts';
import * as draws from '../draws.ts';
import * as v from '../values.ts';

export const draw = draws.currentDraw.extend({
  amountJoker: v.amount,
  rollDown: v.day.optional(),
  rollDownDraw: z.int(),
  firstPrize: v.amount,
  prizeShare: z
    .int()
    .min(0)
    .max(10_000)
    .describe('Of what is staked on rows, basis points that go to prizes; of pools in euro at the last rate'),
  potMultiple: z.int(),
});

/** What was drawn. */
const drawn = z.object({
  numbers: z.array(z.int()),
  bonus: z.array(z.int()),
  joker: z.array(z.int()),
});

export const drawResult = z.object({
  ...draw.omit({
    followingDraws: true,
    serverTime: true,
    firstPrize: true,
    prizeShare: true,
    potMultiple: true,
  }).shape,
  week: z.int(),
  year: z.int(),
  lottoNumbers: z.array(z.int()),
  bonusNumbers: z.array(z.int()),
  superNumbers: z.array(z.int()),
  jokerNumbers: z.array(z.int()),
  lottoWins: z.array(draws.prizeRow),
  jokerWins: z.array(draws.prizeRow),
  /** Rows sold, where the product itself sold and sealed them. */
  rowsSold: z.int().optional(),
  confirmedAt: v.instant.optional(),
  /** What the first prize leaves to the next draw, where the product itself settled it and nobody won it. */
  carriedOver: v.amount.optional(),
  /** Generated history of an embedded instance, marked so that nobody takes it for real. */
  sample: z.boolean().optional(),
});

/** Clients know the wordings of a wager's faults. */
const invalidWager = 'Invalid wager';
const wagerNumbers = z.array(z.int(invalidWager), invalidWager);

const row = z.object({
  numbers: wagerNumbers,
  bonusNumbers: wagerNumbers.optional(),
  isQuickPick: z.boolean().optional(),
});

const wager = z.object({
  gameId: z.string(),
  draw: z.int().optional(),
  rows: z.array(row, invalidWager),
  joker: v.optionalList(z.int('Row should have 5 numbers'), 'Row should have 5 numbers'),
  stake: z.int('amountWholeOnly'),
  system: z.int().optional(),
  drawCount: z.int().optional(),
  subscriptionDrawDays: v.optionalList(z.string()),
  acceptedSubscriptionTerms: z.boolean().optional(),
  affiliateId: v.affiliateId.optional(),
  channel: v.channel.optional(),
});

/** What was played, beside what was drawn. */
const play = z.object({
  isSystemTicket: z.boolean(),
  system: z.int().optional(),
  rows: z.array(
    z.object({
      numbers: z.array(z.int()),
      bonusNumbers: z.array(z.int()),
      isQuickPick: z.boolean(),
      /** Prize of the row (a system's rows together), once the draw is settled. */
      amountWin: v.amount.optional(),
    }),
  ),
  /** Of a system, once the draw is settled: its winning rows by tier, and the prize of one such row. */
  systemWins: z.array(z.object({ name: z.string(), rows: z.int(), amount: v.amount })).optional(),
  joker: v.digits.optional(),
  jokerAmountWin: v.amount.optional(),
  /** The tier that Joker won: how many digits in a row were right. */
  jokerTier: z.string().optional(),
  results: drawn.optional(),
});

const ticket = draws.coupon.extend(play.shape);

/** What a ticket's code tells beside the verdict. */
const checkedTicket = z.object({
  gameId: z.string(),
  draws: z.array(draws.checkedDraw.extend(play.shape)),
});

/** What a draw is sold, settled and paid under; amounts in euro are decimal texts. */
const rules = z.object({
  rulesId: z.string(),
  gameId: z.string(),
  matrix: z.string(),
  from: v.day,
  main: z.object({ pick: z.int(), max: z.int() }),
  chosenBonus: z.object({ count: z.int(), max: z.int() }),
  drawnBonus: z.object({ count: z.int(), max: z.int(), pool: z.enum(['main', 'own']) }),
  tiers: z.array(
    z.object({
      tier: z.int(),
      condition: z.string(),
      mainHits: z.int(),
      bonusHits: z.int().nullable(),
      scope: z.enum(['local', 'common']),
      shareBasisPoints: z.int().nullable(),
    }),
  ),
  fund: z.record(z.string(), z.unknown()).nullable(),
  amountUnit: v.amount,
  amountRow: v.amount.optional(),
  highWinFrom: v.amount.optional(),
  /** A coupon's prize above the amount is paid no sooner than so many days after the draw. */
  hold: z.object({ above: v.amount, days: z.int() }).optional(),
  joker: z
    .object({
      amount: v.amount,
      prizeBasisPoints: z.int(),
      tiers: z.array(z.object({ tier: z.int(), condition: z.string(), amount: v.amount })),
    })
    .optional(),
});

const settled = z.object({
  numbers: z.array(z.int()),
  bonusNumbers: z.array(z.int()),
  /** Five digits; absent where the draw has no Joker. */
  joker: z.string().optional(),
});

const settlement = draws.settlement.extend(settled.shape);

/** What the number lotteries show, and what the kinds of other games describe. */
const ofAnyKind = {
  ticket: z.union([ticket, described.describedCoupon]),
  check: z.union([checkedTicket, described.describedCheck]),
  settlement: z.union([settlement, described.describedSettlement]),
  rules: z.union([rules, described.describedRules]),
};

export const evidence = draws.seal.extend({ settlement: ofAnyKind.settlement.optional() });

const gameParams = z.object({ gameId: z.string() });

export const lottoCalls = {
  'lotto.currentDraws': {
    method: 'GET',
    path: '/lotto/current-draw',
    access: 'anyone',
    maxAge: 2,
    summary: 'The draw now on sale of every number lottery',
    answer: { status: 200, body: z.object({ draws: z.array(draw) }) },
    refusals: [],
  },
  'lotto.currentDraw': {
    method: 'GET',
    path: '/lotto/current-draw/{gameId}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The draw now on sale of one game',
    params: gameParams,
    answer: { status: 200, body: draw },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_PRODUCT_CLOSED', 'EC_NO_DATA_FOUND'],
  },
  'lotto.undrawn': {
    method: 'GET',
    path: '/lotto/undrawn/{gameId}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The draws of a game that have no result yet, in order: planned, on sale, closed, sealed',
    params: gameParams,
    answer: { status: 200, body: draws.undrawn },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND'],
  },
  'lotto.draw': {
    method: 'GET',
    path: '/lotto/draw/{gameId}/{draw}',
    access: 'anyone',
    maxAge: 2,
    summary: 'When a draw is held, and whether it was moved or cancelled',
    params: z.object({ gameId: z.string(), draw: v.drawNumber }),
    answer: { status: 200, body: draws.heldDraw },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'lotto.raffle': {
    method: 'GET',
    path: '/lotto/raffle/{gameId}/{draw}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The raffle that a promotion holds beside a draw: who takes part, prizes, what was drawn',
    params: z.object({ gameId: z.string(), draw: v.drawNumber }),
    query: draws.languageQuery,
    answer: { status: 200, body: draws.raffleOfDraw },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'lotto.buy': {
    method: 'POST',
    path: '/lotto/buy',
    access: 'player',
    money: 'stake',
    summary: 'Buy a ticket, or a subscription where it names draw days',
    body: wager,
    answer: { status: 201, body: z.object({ id: v.id, type: z.enum(['ticket', 'subscription']) }) },
    refusals: [
      'EC_PRODUCTTYPE_NOT_FOUND',
      'EC_PRODUCT_CLOSED',
      'EC_ROW_LIMIT',
      'EC_TICKET_INVALID_SELECTIONS',
      'EC_INVALID_COMBINATION',
      'EC_VALUE_TOO_HIGH',
      'EC_INVALID_AMOUNT',
      'EC_SALE_CLOSED',
      'EC_NO_DATA_FOUND',
      'EC_PLAYER_SALES_LIMIT',
      'EC_BALANCE_TOO_LOW',
      'EC_CREDITCARD_MISSING',
      'EC_CC_DECLINED',
      'EC_CC_ERROR',
      'EC_DEPOSIT_LIMIT',
      'EC_DUPLICATE_VALUE',
    ],
  },
  'lotto.cancel': {
    method: 'POST',
    path: '/lotto/cancel',
    access: 'player',
    money: 'move',
    summary: 'Cancel a ticket on the day it was bought, before the sale closes',
    body: z.object({ ticketId: v.id }),
    answer: { status: 200, body: z.object({ success: z.boolean() }) },
    refusals: ['EC_TICKET_NOT_FOUND', 'EC_CANCEL_NOT_ALLOWED', 'EC_DUPLICATE_VALUE'],
  },
  'lotto.ticket': {
    method: 'GET',
    path: '/lotto/ticket/{ticketId}/{couponId}',
    access: 'player',
    summary: 'One coupon of a ticket of the caller; the ticket’s number in its place means the first',
    params: draws.couponParams,
    query: draws.languageQuery,
    answer: { status: 200, body: ofAnyKind.ticket },
    refusals: ['EC_TICKET_NOT_FOUND'],
  },
  'lotto.check': {
    method: 'GET',
    path: '/lotto/check/{code}',
    access: 'anyone',
    summary:
      'Whether the ticket with this code won, its rows, what they hit and its price, never whose it is; so ' +
      'often a minute from one network',
    params: z.object({ code: z.string().max(60) }),
    answer: { status: 200, body: draws.verdict.extend({ ticket: ofAnyKind.check }) },
    refusals: ['EC_TICKET_NOT_FOUND', 'EC_ACTION_NOT_ALLOWED'],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
  'lotto.evidence': {
    method: 'GET',
    path: '/lotto/evidence/{gameId}/{draw}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The seal of a draw: root over all sold coupons, signed, and what the engines found',
    params: z.object({ gameId: z.string(), draw: v.drawNumber }),
    answer: { status: 200, body: evidence },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'lotto.book': {
    method: 'GET',
    path: '/lotto/book/{gameId}/{draw}',
    access: 'anyone',
    summary: 'All that was played in a settled draw, without who played it: text, packed by gzip',
    params: z.object({ gameId: z.string(), draw: v.drawNumber }),
    answer: { status: 200, body: null, file: true },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'lotto.rules': {
    method: 'GET',
    path: '/lotto/rules/{rulesId}',
    access: 'anyone',
    maxAge: 60,
    summary: 'The rules that draws name: matrix, tiers, shares, prices',
    params: z.object({ rulesId: z.string() }),
    answer: { status: 200, body: ofAnyKind.rules },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'lotto.signingKeys': {
    method: 'GET',
    path: '/lotto/signing-keys',
    access: 'anyone',
    maxAge: 60,
    summary: 'The public keys that sign seals and settlements, the present one first, then those before it',
    answer: {
      status: 200,
      body: z.object({ keys: z.array(z.object({ publicKey: z.string(), algorithm: z.literal('Ed25519') })) }),
    },
    refusals: [],
  },
  'lotto.proof': {
    method: 'GET',
    path: '/lotto/proof/{ticketId}/{couponId}',
    access: 'player',
    summary: 'Proof that a coupon of the caller is in the seal',
    params: draws.couponParams,
    answer: { status: 200, body: draws.proof },
    refusals: ['EC_TICKET_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;

export type NumbersPlay = z.output<typeof play>;
export type NumbersSettled = z.output<typeof settled>;
export type NumbersTicket = z.output<typeof ticket>;
export type NumbersCheck = z.output<typeof checkedTicket>;
export type NumbersRules = z.output<typeof rules>;
export type NumbersResult = z.output<typeof drawResult>;
