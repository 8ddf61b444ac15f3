/** Club pools (húskerfi): shares, and the tickets that a club places with them. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as draws from './draws.ts';
import { totoTicket } from './games/pools.ts';
import * as v from './values.ts';

/**
 * `collecting`: shares are sold; `placing`: the club places tickets; `playing`: nothing more is placed;
 * `ended`: all money has left; `void`: all of it went back.
 */
export const poolStatuses = ['collecting', 'placing', 'playing', 'ended', 'void'] as const;

const pool = z.object({
  poolId: v.id,
  name: z.string(),
  club: z.int().min(1),
  clubName: z.string(),
  programId: v.id,
  gameId: z.string(),
  draw: z.int(),
  week: z.int(),
  year: z.int(),
  programName: z.string(),
  status: z.enum(poolStatuses),
  collectsUntil: v.instant,
  closeDate: v.instant,
  playDate: v.instant,
  collected: v.amount,
  /** Of tickets that are placed; 0 before that. */
  placed: v.amount,
  holders: z.int(),
  /** Prizes that were paid to the pool. */
  amountWin: v.amount,
  /** Hundredths of a percent of the stakes: what of them goes to prizes, and what to the club. */
  prizeShare: z.int(),
  clubShare: z.int(),
});

/** What each holder has in it, largest first, without names. */
const sizes = z.array(z.object({ stake: v.amount, count: z.int() }));

const ownShare = z.object({
  shareId: v.id,
  stake: v.amount,
  boughtAt: v.instant,
  /** By the holder, because it was not used, or because the program or the pool was void. */
  returned: z.array(
    z.object({ reason: z.enum(['player', 'unused', 'void']), amount: v.amount, at: v.instant }),
  ),
  /** Until then it can be given back. */
  cancelUntil: v.instant.optional(),
});

const poolFields = { poolId: v.id, poolName: z.string(), stakeCollected: v.amount, playerStake: v.amount };
/** What of the prize was paid to the caller. */
const playerWin = v.amount;

const listedTicket = totoTicket
  .pick({
    ...{ id: true, gameId: true, draw: true, week: true, drawDate: true, saleCloseTime: true },
    ...{ purchaseDate: true, stake: true, status: true, amountWin: true, system: true, rowCount: true },
    ...{ selections: true },
  })
  .extend({ ...poolFields, playerWin });

const ticketDetail = totoTicket
  .omit({ receipt: true, channel: true })
  .extend({ ...poolFields, playerWin, channel: z.literal('clubSale') });

const ownPool = z.object({
  pool,
  sizes,
  playerStake: v.amount,
  playerReturned: v.amount,
  playerWin,
  shares: z.array(ownShare),
  tickets: z.array(listedTicket),
  /** Once what was not staked has gone back. */
  unused: z.object({ amount: v.amount, at: v.instant }).optional(),
  /** What rounding left and went to the club. */
  rest: v.amount.optional(),
});

const poolParams = z.object({ poolId: v.id });
const ticketParams = z.object({ ticketId: v.id });

export const syndicateCalls = {
  'clubsale.pools': {
    method: 'GET',
    path: '/toto/clubsale/pools',
    access: 'anyone',
    maxAge: 2,
    summary: 'Club pools of programs that are on sale, of one club where it is named',
    query: z.object({ clubId: z.string().optional() }),
    answer: { status: 200, body: z.object({ pools: z.array(pool) }) },
    refusals: [],
  },
  'clubsale.pool': {
    method: 'GET',
    path: '/toto/clubsale/pool/{poolId}',
    access: 'anyone',
    maxAge: 2,
    summary: 'A club pool, with the sizes of its shares without names',
    params: poolParams,
    answer: { status: 200, body: z.object({ pool, sizes }) },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'clubsale.own': {
    method: 'GET',
    path: '/toto/clubsale/own/{poolId}',
    access: 'player',
    summary: 'A pool in which the caller has a share: its tickets, all shares without names, and the split',
    params: poolParams,
    query: draws.languageQuery,
    answer: { status: 200, body: ownPool },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'clubsale.shares': {
    method: 'GET',
    path: '/toto/clubsale/shares/{page}',
    access: 'player',
    summary: 'The pools in which the caller has a share, newest first, 20 a page',
    params: z.object({ page: v.page }),
    answer: {
      status: 200,
      body: z.object({
        pools: z.array(
          pool.extend({ playerStake: v.amount, playerReturned: v.amount, playerWin, tickets: z.int() }),
        ),
        page: z.int(),
        pageCount: z.int(),
        poolCount: z.int(),
      }),
    },
    refusals: [],
  },
  'clubsale.buyShare': {
    method: 'POST',
    path: '/toto/clubsale/pools/{poolId}/shares',
    access: 'player',
    money: 'stake',
    summary: 'Buy a share of a club pool',
    params: poolParams,
    body: z.object({ stake: v.amount, channel: v.channel.optional() }),
    answer: { status: 201, body: z.object({ id: v.id }) },
    refusals: [
      ...(['EC_NO_DATA_FOUND', 'EC_SALE_CLOSED', 'EC_NEGATIVE_AMOUNT', 'EC_NOT_POSITIVE_AMOUNT'] as const),
      ...(['EC_VALUE_TOO_LOW', 'EC_PLAYER_SALES_LIMIT', 'EC_BALANCE_TOO_LOW', 'EC_DUPLICATE_VALUE'] as const),
    ],
  },
  'clubsale.cancelShare': {
    method: 'POST',
    path: '/toto/clubsale/shares/{shareId}/cancel',
    access: 'player',
    money: 'move',
    summary: 'Give a share back on the day of its purchase, while the pool collects',
    params: z.object({ shareId: v.id }),
    answer: { status: 204, body: null },
    refusals: ['EC_NO_DATA_FOUND', 'EC_CANCEL_NOT_ALLOWED', 'EC_DUPLICATE_VALUE'],
  },
  'clubsale.tickets': {
    method: 'GET',
    path: '/toto/clubsale/tickets/{page}',
    access: 'player',
    summary: 'Tickets of the pools in which the caller has a share, newest first, 20 a page',
    params: z.object({ page: v.page }),
    answer: {
      status: 200,
      body: z.object({
        ticketCount: z.int(),
        tickets: z.array(listedTicket),
        pageCount: z.int(),
        page: z.int(),
      }),
    },
    refusals: [],
  },
  'clubsale.ticket': {
    method: 'GET',
    path: '/toto/clubsale/tickets/detail/{ticketId}',
    access: 'player',
    summary: 'A ticket of a pool in which the caller has a share, with its program',
    params: ticketParams,
    query: draws.languageQuery,
    answer: { status: 200, body: ticketDetail },
    refusals: ['EC_TICKET_NOT_FOUND'],
  },
  'clubsale.proof': {
    method: 'GET',
    path: '/toto/clubsale/proof/{ticketId}',
    access: 'player',
    summary: 'Proof that such a ticket is in the seal',
    params: ticketParams,
    answer: { status: 200, body: draws.proof },
    refusals: ['EC_TICKET_NOT_FOUND', 'EC_NO_DATA_FOUND'],
  },
} as const satisfies Record<string, Call>;
