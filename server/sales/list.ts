/** The tickets of a player across games, newest first, and by their number. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { weekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId, idsBeginning } from '#server/platform/ids.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type AsJson, instant, type Sql, sql } from '#server/platform/sql.ts';
import { openStatuses } from './activity.ts';

const pageSize = 20;
/** Of a subscription: two years of them, or one where it has two days. */
const ticketsShown = 100;

type Item = ApiAnswer<'tickets.list'>['tickets'][number];
export type ItemRow = {
  ticketId: string;
  couponId: string;
  game: Item['gameId'];
  status: Item['status'];
  largeStatus: 'highwind' | 'claimed' | null;
  claimBy: string;
  heldUntil: string | null;
  purchasedAt: Date;
  channel: 'web' | 'mobile' | null;
  closeDate: Date;
  drawDate: Date;
  plannedDate: string;
  draw: number;
  rowCount: number;
  amountWin: number;
  amountLapsed: number | null;
  stake: number;
  subscriptionId: string | null;
};

const isLarge = sql`status IN ('highwind', 'claimed')`;
/** In the words that tickets of all games have in common. */
const shownStatus = sql`CASE WHEN ${isLarge} THEN 'won' ELSE status END`;

export async function listTickets(
  db: Db,
  playerId: number,
  { params, query }: ApiInput<'tickets.list'>,
): Promise<ApiAnswer<'tickets.list'>> {
  const { page } = params;
  const filter = query.filter ?? 'all';
  const wanted = sql`player_id = ${playerId} AND (${filter} IN ('all', ${shownStatus}, game))`;
  const tickets = await read(db, wanted, pageSize, pageOffset(page, pageSize));
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM player_coupons WHERE ${wanted}`.execute(db);
  const ticketCount = counted.rows[0]?.total ?? 0;
  return { tickets, page, pageCount: Math.ceil(ticketCount / pageSize), ticketCount };
}

const nameLength = 8;

/**
 * By the number of a ticket as it is shown, whole or its first eight; what belongs to others is not found.
 * Read as people copy it: o is 0, i and l are 1, whatever stands between does not count.
 * @param pages of `Database`
 */
export async function findTickets(
  pages: Db,
  playerId: number,
  { query }: ApiInput<'tickets.find'>,
): Promise<ApiAnswer<'tickets.find'>> {
  const typed = query.number.toLowerCase().replace(/[\s.·–-]/g, '');
  const number = typed.replace(/o/g, '0').replace(/[il]/g, '1');
  const ids = number.length < nameLength ? null : idsBeginning(number);
  if (ids === null) return { tickets: [] };
  const wanted = sql`player_id = ${playerId} AND ticket_id BETWEEN ${ids[0]} AND ${ids[1]}`;
  return { tickets: await read(pages, wanted, pageSize, 0) };
}

/** Those of one subscription, the newest. */
export function ticketsOfSubscription(db: Db, playerId: number, subscriptionId: string): Promise<Item[]> {
  const wanted = sql`player_id = ${playerId} AND subscription_id = ${subscriptionId}`;
  return read(db, wanted, ticketsShown, 0);
}

/** The newest few, for a statement around it; no more tickets than coupons are looked at. */
export function newestItems(playerId: Sql, count: number): Sql {
  const newest = sql`
    SELECT ticket_id FROM tickets WHERE player_id = ${playerId}
    ORDER BY purchased_at DESC, ticket_id LIMIT ${sql.lit(count)}`;
  return items(sql`player_id = ${playerId} AND ticket_id = ANY (ARRAY(${newest}))`, count, 0);
}

async function read(db: Db, wanted: Sql, limit: number, offset: number): Promise<Item[]> {
  const { rows } = await items(wanted, limit, offset).execute(db);
  return rows.map(viewItem);
}

function items(wanted: Sql, limit: number, offset: number): Sql<ItemRow> {
  return sql<ItemRow>`
    SELECT ticket_id AS "ticketId", coupon_id AS "couponId", game, ${shownStatus} AS status,
      CASE WHEN ${isLarge} THEN status END AS "largeStatus", claim_by AS "claimBy",
      CASE WHEN ${isLarge} THEN held_until(draw_id, amount_win) END AS "heldUntil",
      purchased_at AS "purchasedAt", channel, close_date AS "closeDate", draw_date AS "drawDate",
      draw_planned_on(draw_id) AS "plannedDate", draw, row_count AS "rowCount", amount_win AS "amountWin",
      amount_lapsed AS "amountLapsed", stake, subscription_id AS "subscriptionId"
    FROM player_coupons WHERE ${wanted}
    ORDER BY purchased_at DESC, ticket_id, draw_date, coupon_id
    LIMIT ${limit} OFFSET ${offset}`;
}

/** Coupons of a player that wait for a draw or a prize. */
export async function countOpenCoupons(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*) AS open FROM player_coupons
    WHERE player_id = ${playerId} AND status IN ${openStatuses}`.execute(db);
  return rows[0]?.open ?? 0;
}

/** Also of a row that was read as JSON, with its moments as text. */
export function viewItem(row: AsJson<ItemRow>): Item {
  const drawDate = instant(row.drawDate);
  return {
    ticketId: encodeId(row.ticketId),
    couponId: encodeId(row.couponId),
    gameId: row.game,
    status: row.status,
    purchaseDate: instant(row.purchasedAt),
    ...(row.channel && { channel: row.channel }),
    saleCloseTime: instant(row.closeDate),
    amountWin: row.amountWin,
    ...(row.largeStatus && { largePrize: largePrizeOf(row.largeStatus, row) }),
    ...(row.amountLapsed !== null && { amountLapsed: row.amountLapsed }),
    stake: row.stake,
    week: weekOf(row.plannedDate).week,
    drawDate,
    draw: row.draw,
    rowCount: row.rowCount,
    ...(row.subscriptionId && { subscriptionId: encodeId(row.subscriptionId) }),
  };
}

function largePrizeOf(status: NonNullable<ItemRow['largeStatus']>, { claimBy, heldUntil }: AsJson<ItemRow>) {
  return { status, claimBy, ...(heldUntil && { payableFrom: heldUntil }) };
}
