/** The tickets of a player that stand alike, newest first. */

import { ticketStatuses } from '#contract/values.ts';
import { isListed, movementPage, stakeKinds } from '#server/ledger/movement-pages.ts';
import type { Db } from '#server/platform/database.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { openKeys } from './activity.ts';
import { couponsAt, type ItemRow, itemColumns, shownStatus } from './item.ts';

type Status = (typeof ticketStatuses)[number];
/** `until`: nothing that was bought later, an instant as PostgreSQL writes it. */
type Asked = { page: number; pageSize: number; until: string | null };
type Found = { rows: ItemRow[]; total: number };

export const isStatus = (filter: string): filter is Status =>
  (ticketStatuses as readonly string[]).includes(filter);

/** @param pages of `Database` */
export function ticketsOfStatus(pages: Db, playerId: number, status: Status, asked: Asked): Promise<Found> {
  return status === 'lost'
    ? lostTickets(pages, playerId, asked)
    : ticketsAmong(pages, keysOf(playerId)[status], status, asked);
}

const cancelledKeys = (playerId: number) =>
  sql`SELECT player_id, draw_id, ticket_id FROM cancellations WHERE player_id = ${playerId}`;
const wonKeys = (playerId: number) =>
  sql`SELECT player_id, draw_id, ticket_id FROM coupon_wins WHERE player_id = ${playerId}`;

/** Keys among which all coupons of a status are: few beside all that a player ever bought. */
const keysOf = (playerId: number): Record<Exclude<Status, 'lost'>, Sql> => ({
  pending: openKeys(playerId),
  won: openKeys(playerId),
  paid: wonKeys(playerId),
  cancelled: cancelledKeys(playerId),
});

const boughtBy = (until: string | null) => sql`(v.purchased_at <= ${until}::timestamptz) IS NOT FALSE`;

async function ticketsAmong(
  pages: Db,
  keys: Sql,
  status: Status,
  { page, pageSize, until }: Asked,
): Promise<Found> {
  const found = sql`${couponsAt(keys)} WHERE ${shownStatus} = ${status} AND ${boughtBy(until)}`;
  const { rows } = await sql<ItemRow & { total: number }>`
    SELECT ${itemColumns}, count(*) OVER () AS total FROM ${found}
    ORDER BY v.purchased_at DESC, v.ticket_id, v.draw_date, v.coupon_id
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(pages);
  return { rows, total: rows[0]?.total ?? (page === 1 ? 0 : await count(pages, found)) };
}

/** Most tickets lose: they are met one after the other, and counted as those that did not. */
async function lostTickets(pages: Db, playerId: number, { page, pageSize, until }: Asked): Promise<Found> {
  const listed = { kinds: stakeKinds, until };
  const all = await movementPage(pages, playerId, listed, { page: 1, pageSize });
  const others = sql`${openKeys(playerId)} UNION ${wonKeys(playerId)} UNION ${cancelledKeys(playerId)}`;
  const notLost = await count(
    pages,
    sql`${couponsAt(others)} WHERE v.status <> 'lost' AND ${boughtBy(until)}`,
  );
  const stakes = sql`
    SELECT x.player_id, x.draw_id, x.ticket_id, x.at, x.transfer_id FROM ledger_transfers x
    WHERE x.player_id = ${playerId} AND (x.at <= ${until}::timestamptz) IS NOT FALSE AND ${isListed(listed)}
    ORDER BY x.at DESC, x.transfer_id OFFSET 0`;
  const { rows } = await sql<ItemRow>`
    SELECT ${itemColumns} FROM ${couponsAt(stakes)} WHERE v.status = 'lost'
    ORDER BY k.at DESC, k.transfer_id LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(pages);
  return { rows, total: all.total - notLost };
}

async function count(pages: Db, found: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${found}`.execute(pages);
  return rows[0]?.n ?? 0;
}
