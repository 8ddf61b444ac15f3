/** The tickets of a player that stand alike, newest first. */

import { ticketStatuses } from '#contract/values.ts';
import type { Stake } from '#server/ledger/movement-pages.ts';
import type { Db } from '#server/platform/database.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { openKeys, undecidedKeys } from './activity.ts';
import { ticketsByStake } from './by-stake.ts';
import { type ItemRow, itemColumns, itemsAt, itemsOfKeys, shownStatus } from './item.ts';

type Status = (typeof ticketStatuses)[number];
/** `until`: nothing that was bought later, an instant as PostgreSQL writes it. */
type Asked = { page: number; pageSize: number; until: string | null };
type Found = { rows: ItemRow[]; total: number };

export const isStatus = (filter: string): filter is Status =>
  (ticketStatuses as readonly string[]).includes(filter);

/** @param pages of `Database` */
export function ticketsOfStatus(pages: Db, playerId: number, status: Status, asked: Asked): Promise<Found> {
  if (status === 'lost') return lostTickets(pages, playerId, asked);
  if (status === 'paid') return paidTickets(pages, playerId, asked);
  return ticketsAmong(pages, keysOf(playerId)[status], status, asked);
}

const cancelledKeys = (playerId: number) =>
  sql`SELECT player_id, draw_id, ticket_id FROM cancellations WHERE player_id = ${playerId}`;

/** Keys among which all coupons of a status are: few beside all that a player ever bought. */
const keysOf = (playerId: number): Record<Exclude<Status, 'lost' | 'paid'>, Sql> => ({
  pending: openKeys(playerId),
  won: openKeys(playerId),
  cancelled: cancelledKeys(playerId),
});

const boughtBy = (until: string | null) => sql`(v.purchased_at <= ${until}::timestamptz) IS NOT FALSE`;

async function ticketsAmong(
  pages: Db,
  keys: Sql,
  status: Status,
  { page, pageSize, until }: Asked,
): Promise<Found> {
  const coupons = sql`${itemsOfKeys(keys)} WHERE ${shownStatus} = ${status} AND ${boughtBy(until)}`;
  const { rows } = await sql<ItemRow & { total: number }>`
    SELECT ${itemColumns}, count(*) OVER () AS total FROM ${coupons}
    ORDER BY v.purchased_at DESC, v.ticket_id, v.draw_date, v.coupon_id
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(pages);
  return { rows, total: rows[0]?.total ?? (page === 1 ? 0 : await countRows(pages, sql`FROM ${coupons}`)) };
}

/** A prize that was paid stays paid: only those twenty are looked at more closely. */
async function paidTickets(pages: Db, playerId: number, { page, pageSize, until }: Asked): Promise<Found> {
  const paid = sql`FROM (
      SELECT player_id, draw_id, ticket_id, coupon_id
      FROM coupon_wins JOIN coupon_payouts USING (draw_id, player_id, coupon_id)
      WHERE player_id = ${playerId}
      UNION ALL SELECT player_id, NULL, ticket_id, NULL FROM settled_tickets
      WHERE player_id = ${playerId} AND amount > 0 AND (NOT high OR EXISTS (
        SELECT FROM prize_releases r WHERE r.player_id = ${playerId} AND r.cause_id = ticket_id))
    ) w CROSS JOIN LATERAL (
      SELECT purchased_at FROM tickets t
      WHERE t.player_id = w.player_id AND t.ticket_id = w.ticket_id OFFSET 0) v
    LEFT JOIN draws d USING (draw_id)
    WHERE ${boughtBy(until)}`;
  const { rows } = await itemsAt(sql`
    SELECT w.player_id, w.draw_id, w.ticket_id, row_number()
      OVER (ORDER BY v.purchased_at DESC, w.ticket_id, d.draw_date, w.coupon_id) AS place
    ${paid} ORDER BY place LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`).execute(pages);
  return { rows, total: await countRows(pages, paid) };
}

/** Most tickets lose, so the few that did not are left out of all. */
async function lostTickets(pages: Db, playerId: number, { page, pageSize, until }: Asked): Promise<Found> {
  const listed = { until, except: await notLost(pages, playerId) };
  return ticketsByStake(pages, playerId, listed, { page, pageSize });
}

/** Stakes in undecided draws, cancelled, or won: the others are lost, as `player_coupons` says it of each. */
async function notLost(pages: Db, playerId: number): Promise<Stake[]> {
  const { rows } = await sql<Stake>`
    SELECT coalesce(k.draw_id, 0) AS "drawId", k.ticket_id AS "ticketId", t.purchased_at::text AS at FROM (
      ${undecidedKeys(playerId)}
      UNION ${cancelledKeys(playerId)}
      UNION SELECT player_id, draw_id, ticket_id FROM coupon_wins w
      WHERE player_id = ${playerId} AND amount + side_amount > 0 AND NOT EXISTS (
        SELECT FROM prize_lapses l
        WHERE l.player_id = w.player_id AND l.cause_id = w.coupon_id)
      UNION SELECT player_id, NULL, ticket_id FROM settled_tickets
      WHERE player_id = ${playerId} AND amount > 0 AND NOT EXISTS (
        SELECT FROM prize_lapses l WHERE l.player_id = ${playerId} AND l.cause_id = ticket_id)
    ) k CROSS JOIN LATERAL (
      SELECT purchased_at FROM tickets t
      WHERE t.player_id = k.player_id AND t.ticket_id = k.ticket_id OFFSET 0) t`.execute(pages);
  return rows;
}

async function countRows(pages: Db, from: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n ${from}`.execute(pages);
  return rows[0]?.n ?? 0;
}
