/** The football pools: programs, systems, purchase, cancellation, ticket, evidence. */
import { z } from 'zod';
import type { Call } from '../call.ts';
import { supported } from '../clubs.ts';
import { describedRules } from '../described.ts';
import * as draws from '../draws.ts';
import { type match, totoMatch, xgMatch } from '../pool-match.ts';
import { programStanding, ticketStanding } from '../pool-standing.ts';
import { programAccount } from '../program-account.ts';
import * as v from '../values.ts';
import { evidence } from './numbers.ts';

const programParams = z.object({ programId: v.id });
const ticketParams = z.object({ ticketId: v.id });

const tier = z.object({
  correctCount: z.int(),
  amountWinner: v.amount,
  amountTotal: v.amount,
  winnerCount: z.int(),
  winnerCountLocal: z.int(),
});

const programStates = [
  ...['created', 'released', 'results', 'confirmed', 'winsel', 'payout', 'closed', 'settled', 'cancelled'],
] as const;

const program = z.object({
  programId: v.id,
  gameId: z.string(),
  /** As draws are numbered. */
  draw: z.int(),
  name: z.string(),
  status: z.enum(programStates),
  statusText: z.string(),
  /** Whether it can be played now. */
  isOpen: z.boolean(),
  /** Its matches are made up. */
  sample: z.boolean().optional(),
  week: z.int(),
  year: z.int(),
  rulesId: z.string(),
  amountRow: v.amount,
  closeDate: v.instant,
  playDate: v.instant,
  resultDate: v.instant,
  /** Later matches are decided by lot, by what the public beacon gives at `lotsAt`. */
  roundEnds: v.instant,
  lotsAt: v.instant,
  /** That value, once two persons have read it. */
  lotsValue: z.string().optional(),
  /** What waits for the first tier of the game's next program. */
  carry: v.amount,
  /** Counted each five minutes: `soldAt`, once something was sold. */
  rowsSold: z.int(),
  /** The prize fund of the rows sold, and its first tier with the carry. Absent in common pools. */
  prizeFund: v.amount.optional(),
  firstPool: v.amount.optional(),
  soldAt: v.instant.optional(),
  /** SHA-256 of `terms`: what was fixed at the release, signed with the seal. */
  termsHash: z.string().optional(),
  terms: z.string().optional(),
  /** Once it is settled. */
  wins: z.array(tier),
  account: programAccount.optional(),
  /** While it is played, once its book is counted. */
  standing: programStanding.optional(),
  serverTime: v.instant,
});

export const totoProgram = program.extend({
  groupId: z.enum(['wed', 'sun', 'sat']),
  events: z.array(totoMatch),
});
export const xgProgram = program.extend({ events: z.array(xgMatch) });

const programs = { toto: totoProgram, xg: xgProgram };

/** What the rules refuse in numbers that are none: `EC_INVALID_AMOUNT`. */
const wager = z.object({
  programId: v.id,
  rows: z.number(),
  stake: z.number(),
  supportId: z.int().min(0).optional(),
  channel: v.channel.optional(),
  affiliateId: v.affiliateId.optional(),
});
const totoWager = wager.extend({
  groupId: z.string(),
  /** O, or the id of a system; absent and empty: single rows. */
  system: z.string().optional(),
  /** Rows of 13 letters, separated by `|`. */
  panels: z.string(),
  /** The base signs of a U system. */
  panelU: z.string().optional(),
});
const rowsWager = wager.extend({ groupId: z.string(), pcRows: z.string() });
/** Rows of 13 picks separated by commas, separated by `|`. */
const xgWager = wager.extend({ panels: z.string() });

/** One tier that the ticket reached: its rows there, and what they got. */
const winning = tier.pick({ correctCount: true, amountTotal: true, amountWinner: true, winnerCount: true });

const ticket = draws.coupon
  .pick({
    ...{ id: true, couponId: true, gameId: true, draw: true, week: true, drawDate: true, status: true },
    ...{ saleCloseTime: true, purchaseDate: true, stake: true, amountWin: true, amountLapsed: true },
    ...{ cancelled: true, channel: true, receipt: true },
  })
  .extend({
    rowCount: z.int(),
    /** As bought: rows of a file are joined by `|`. */
    selections: z.object({ panels: z.string(), panelU: z.string().optional() }),
    winnings: z.array(winning),
    /** What 13 right would pay if one row had them, by what is sold now. */
    winMax: v.amount,
    /** From the first score until the prizes are paid. */
    standing: ticketStanding.optional(),
    ...supported.shape,
  });

const system = z.object({
  id: z.string(),
  type: z.enum(['S', 'U']),
  name: z.string(),
  full: z.int(),
  half: z.int(),
  rows: z.int(),
  guarantee: z.int(),
  guaranteeByBaseHits: z.array(z.int()).optional(),
});

const weekQuery = draws.languageQuery.extend({ week: z.string(), year: z.string() });
const gameQuery = draws.languageQuery.extend({ gameId: z.string() });

const bought = { status: 201, body: z.object({ id: v.id, type: z.literal('ticket') }) } as const;
const stakeRefusals = [
  ...(['EC_INVALID_AMOUNT', 'EC_NO_DATA_FOUND', 'EC_PRODUCT_CLOSED', 'EC_SALE_CLOSED'] as const),
  ...(['EC_TICKET_INVALID_SELECTIONS', 'EC_ROW_LIMIT', 'EC_INVALID_INPUT', 'EC_INVALID_FIELD'] as const),
  ...(['EC_PLAYER_SALES_LIMIT', 'EC_BALANCE_TOO_LOW', 'EC_DUPLICATE_VALUE'] as const),
] as const;

/** What anybody may read. */
function programCalls<Game extends 'toto' | 'xg'>(game: Game) {
  return {
    program: {
      method: 'GET',
      path: `/${game}/program/{programId}`,
      access: 'anyone',
      maxAge: 2,
      summary: 'A program, whatever has become of it',
      params: programParams,
      query: draws.languageQuery,
      answer: { status: 200, body: programs[game] },
      refusals: ['EC_NO_DATA_FOUND'],
    },
    evidence: {
      method: 'GET',
      path: `/${game}/evidence/{programId}`,
      access: 'anyone',
      maxAge: 2,
      summary: 'The seal of a program: root over all sold tickets, signed, and what the engines found',
      params: programParams,
      answer: { status: 200, body: evidence },
      refusals: ['EC_NO_DATA_FOUND'],
    },
    book: {
      method: 'GET',
      path: `/${game}/book/{programId}`,
      access: 'anyone',
      summary: 'All that was played in a settled program, without who played it: text, packed by gzip',
      params: programParams,
      answer: { status: 200, body: null, file: true },
      refusals: ['EC_NO_DATA_FOUND'],
    },
    rules: {
      method: 'GET',
      path: `/${game}/rules/{rulesId}`,
      access: 'anyone',
      maxAge: 60,
      summary: 'The rules that programs name: price, shares, limits',
      params: z.object({ rulesId: z.string() }),
      answer: { status: 200, body: describedRules },
      refusals: ['EC_NO_DATA_FOUND'],
    },
  } as const;
}

export const totoTicket = ticket.extend({ system: z.string(), program: totoProgram });

/** What the owner of a ticket may do. */
function ticketCalls<Game extends 'toto' | 'xg'>(game: Game) {
  return {
    ticket: {
      method: 'GET',
      path: `/${game}/ticket/{ticketId}`,
      access: 'player',
      summary: 'A ticket of the caller, with its program',
      params: ticketParams,
      query: draws.languageQuery,
      answer: {
        status: 200,
        body: ticket.extend({ system: z.string(), program: programs[game] }),
      },
      refusals: ['EC_TICKET_NOT_FOUND'],
    },
    cancel: {
      method: 'POST',
      path: `/${game}/ticket/{ticketId}/cancel`,
      access: 'player',
      money: 'move',
      summary: 'Cancel a ticket on the day it was bought, before the sale closes',
      params: ticketParams,
      answer: { status: 204, body: null },
      refusals: ['EC_TICKET_NOT_FOUND', 'EC_CANCEL_NOT_ALLOWED', 'EC_TICKET_PENDING', 'EC_DUPLICATE_VALUE'],
    },
    proof: {
      method: 'GET',
      path: `/${game}/proof/{ticketId}`,
      access: 'player',
      summary: 'Proof that a ticket of the caller is in the seal',
      params: ticketParams,
      answer: { status: 200, body: draws.proof },
      refusals: ['EC_TICKET_NOT_FOUND', 'EC_NO_DATA_FOUND'],
    },
  } as const;
}

const ofToto = { ...programCalls('toto'), ...ticketCalls('toto') };
const ofXg = { ...programCalls('xg'), ...ticketCalls('xg') };

export const poolCalls = {
  'toto.systems': {
    method: 'GET',
    path: '/toto/systems',
    access: 'anyone',
    maxAge: 60,
    summary: 'Systems of the 1X2 pools, with what they guarantee',
    answer: {
      status: 200,
      body: z.object({
        types: z.array(z.object({ id: z.enum(['O', 'S', 'U']), name: z.string() })),
        systems: z.array(system),
      }),
    },
    refusals: [],
  },
  'toto.currentProgram': {
    method: 'GET',
    path: '/toto/current-program/{gameId}',
    access: 'anyone',
    maxAge: 2,
    summary: 'The program on sale that closes first, of a group where one is named',
    params: z.object({ gameId: z.string() }),
    query: draws.languageQuery.extend({ groupId: z.string().optional() }),
    answer: { status: 200, body: totoProgram },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_PRODUCT_CLOSED', 'EC_NO_DATA_FOUND'],
  },
  'toto.results': {
    method: 'GET',
    path: '/result/toto',
    access: 'anyone',
    maxAge: 2,
    summary: 'The decided programs of a game in an ISO week',
    query: weekQuery.extend({ gameId: z.string() }),
    answer: { status: 200, body: z.object({ results: z.array(totoProgram) }) },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_INVALID_INPUT'],
  },
  'toto.latestResult': {
    method: 'GET',
    path: '/result/toto/latest',
    access: 'anyone',
    maxAge: 2,
    summary: 'The latest decided program of a game',
    query: gameQuery,
    answer: { status: 200, body: totoProgram },
    refusals: ['EC_PRODUCTTYPE_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
  'toto.program': ofToto.program,
  'toto.buy': {
    method: 'POST',
    path: '/toto/buy',
    access: 'player',
    money: 'stake',
    summary: 'Buy single rows, an open ticket or a system',
    body: totoWager,
    answer: bought,
    refusals: [...stakeRefusals, 'EC_INVALID_COMBINATION', 'EC_MISSING_FIELD'],
  },
  'toto.buyRows': {
    method: 'POST',
    path: '/toto/buy/rows',
    access: 'player',
    money: 'stake',
    summary: 'Buy the rows of a file',
    body: rowsWager,
    bodyBytesMax: 1024 * 1024,
    answer: bought,
    refusals: [...stakeRefusals, 'EC_INVALID_COMBINATION'],
  },
  'toto.ticket': ofToto.ticket,
  'toto.cancel': ofToto.cancel,
  'toto.evidence': ofToto.evidence,
  'toto.rules': ofToto.rules,
  'toto.proof': ofToto.proof,
  'toto.book': ofToto.book,
  'xg.currentProgram': {
    method: 'GET',
    path: '/xg/current-program',
    access: 'anyone',
    maxAge: 2,
    summary: 'The program on sale that closes first',
    query: draws.languageQuery,
    answer: { status: 200, body: xgProgram },
    refusals: ['EC_PRODUCT_CLOSED', 'EC_NO_DATA_FOUND'],
  },
  'xg.results': {
    method: 'GET',
    path: '/result/xg',
    access: 'anyone',
    maxAge: 2,
    summary: 'The decided programs of an ISO week',
    query: weekQuery,
    answer: { status: 200, body: z.object({ results: z.array(xgProgram) }) },
    refusals: ['EC_INVALID_INPUT'],
  },
  'xg.latestResult': {
    method: 'GET',
    path: '/result/xg/latest',
    access: 'anyone',
    maxAge: 2,
    summary: 'The latest decided program',
    query: draws.languageQuery,
    answer: { status: 200, body: xgProgram },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'xg.program': ofXg.program,
  'xg.buy': {
    method: 'POST',
    path: '/xg/buy',
    access: 'player',
    money: 'stake',
    summary: 'Buy rows of goals',
    body: xgWager,
    answer: bought,
    refusals: stakeRefusals,
  },
  'xg.ticket': ofXg.ticket,
  'xg.cancel': ofXg.cancel,
  'xg.evidence': ofXg.evidence,
  'xg.rules': ofXg.rules,
  'xg.proof': ofXg.proof,
  'xg.book': ofXg.book,
} as const satisfies Record<string, Call>;

export type TotoProgram = z.output<typeof totoProgram>;
export type XgProgram = z.output<typeof xgProgram>;
export type ProgramHead = z.output<typeof program>;
export type PoolMatch = z.output<typeof match>;
export type PoolTicket = z.output<typeof ticket>;
