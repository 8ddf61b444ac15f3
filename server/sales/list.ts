/** The tickets of a player across games, newest first. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { weekOf } from '#rules/values/weeks.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { openStatuses } from './activity.ts';

const pageSize = 20;

type Item = ApiAnswer<'tickets.list'>['tickets'][number];
type Row = {
  ticket_id: string;
  coupon_id: string;
  game: Item['gameId'];
  status: Item['status'];
  large_status: 'highwind' | 'claimed' | null;
  claim_by: string;
  purchased_at: Date;
  channel: 'web' | 'mobile' | null;
  close_date: Date;
  draw_date: Date;
  planned_date: string;
  draw: number;
  row_count: number;
  amount_win: number;
  amount_lapsed: number | null;
  stake: number;
  total: number;
};

const isLarge = sql`status IN ('highwind', 'claimed')`;
/** In the words that tickets of all games have in common. */
const shownStatus = sql`CASE WHEN ${isLarge} THEN 'won' ELSE status END`;

export async function listTickets(
  db: Db,
  playerId: number,
  { params, query }: ApiInput<'tickets.list'>,
): Promise<ApiAnswer<'tickets.list'>> {
  const page = Math.max(1, params.page);
  const filter = query.filter ?? 'all';
  const wanted = sql`player_id = ${playerId} AND (${filter} IN ('all', ${shownStatus}, game))`;
  const { rows } = await sql<Row>`
    SELECT ticket_id, coupon_id, game, ${shownStatus} AS status,
      CASE WHEN ${isLarge} THEN status END AS large_status, claim_by, purchased_at, channel, close_date,
      draw_date, draw, row_count, amount_win, amount_lapsed, stake,
      draw_planned_on(draw_id) AS planned_date
    FROM player_coupons WHERE ${wanted}
    ORDER BY purchased_at DESC, ticket_id, draw_date, coupon_id
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM player_coupons WHERE ${wanted}`.execute(db);
  const ticketCount = counted.rows[0]?.total ?? 0;
  return { tickets: rows.map(viewItem), page, pageCount: Math.ceil(ticketCount / pageSize), ticketCount };
}

/** Coupons of a player that wait for a draw or a prize. */
export async function countOpenCoupons(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*) AS open FROM player_coupons
    WHERE player_id = ${playerId} AND status IN ${openStatuses}`.execute(db);
  return rows[0]?.open ?? 0;
}

function viewItem(row: Row): Item {
  const drawDate = row.draw_date.toISOString();
  return {
    ticketId: encodeId(row.ticket_id),
    couponId: encodeId(row.coupon_id),
    gameId: row.game,
    status: row.status,
    purchaseDate: row.purchased_at.toISOString(),
    ...(row.channel && { channel: row.channel }),
    saleCloseTime: row.close_date.toISOString(),
    amountWin: row.amount_win,
    ...(row.large_status && { largePrize: { status: row.large_status, claimBy: row.claim_by } }),
    ...(row.amount_lapsed !== null && { amountLapsed: row.amount_lapsed }),
    stake: row.stake,
    week: weekOf(row.planned_date).week,
    drawDate,
    draw: row.draw,
    rowCount: row.row_count,
  };
}
