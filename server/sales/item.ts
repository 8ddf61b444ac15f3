/** A ticket as the lists show it: a coupon of it, or a ticket without a draw. */

import type { ApiAnswer } from '#contract/api.ts';
import type { WeekOfGame } from '#rules/values/weeks.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type AsJson, instant, type Sql, sql } from '#server/platform/sql.ts';

export type Item = ApiAnswer<'tickets.list'>['tickets'][number];
export type ItemRow = {
  ticketId: string;
  couponId: string | null;
  game: Item['gameId'];
  status: Item['status'];
  largeStatus: 'highwind' | 'claimed' | null;
  claimBy: string;
  heldUntil: string | null;
  purchasedAt: Date;
  channel: 'web' | 'mobile' | null;
  closeDate: Date | null;
  drawDate: Date | null;
  plannedDate: string | null;
  draw: number | null;
  rowCount: number | null;
  amountWin: number;
  amountLapsed: number | null;
  stake: number;
  subscriptionId: string | null;
};

const isLarge = sql`v.status IN ('highwind', 'claimed')`;
/** Of a row `v` of `player_coupons`, in the words that tickets of all games have in common. */
export const shownStatus = sql`CASE WHEN ${isLarge} THEN 'won' ELSE v.status END`;

/** Of `player_coupons` and of `tickets_without_draw`. */
const columns = sql`v.player_id, v.ticket_id, v.coupon_id, v.game, v.draw_id, v.draw, v.draw_date,
  v.close_date, v.purchased_at, v.channel, v.stake, v.row_count, v.status, v.amount_win, v.amount_lapsed,
  v.claim_by, v.subscription_id`;

/** Coupons and tickets without a draw, by a condition on `v`. */
export const itemsWhere = (wanted: Sql): Sql => sql`(
    SELECT ${columns} FROM player_coupons v WHERE ${wanted}
    UNION ALL SELECT ${columns} FROM tickets_without_draw v WHERE ${wanted}
  ) v`;

/** Columns of `ItemRow`, of a row `v` of them. */
export const itemColumns = sql`v.ticket_id AS "ticketId", v.coupon_id AS "couponId", v.game,
  ${shownStatus} AS status, CASE WHEN ${isLarge} THEN v.status END AS "largeStatus", v.claim_by AS "claimBy",
  CASE WHEN ${isLarge} THEN held_until(v.draw_id, v.amount_win) END AS "heldUntil",
  v.purchased_at AS "purchasedAt", v.channel, v.close_date AS "closeDate", v.draw_date AS "drawDate",
  draw_planned_on(v.draw_id) AS "plannedDate", v.draw, v.row_count AS "rowCount", v.amount_win AS "amountWin",
  v.amount_lapsed AS "amountLapsed", v.stake, v.subscription_id AS "subscriptionId"`;

/** Items `v`, each looked up by its key `k`: `player_id`, `draw_id` where it has a draw, `ticket_id`. */
export const itemsOfKeys = (keys: Sql): Sql => sql`(${keys}) k CROSS JOIN LATERAL (
    SELECT ${columns} FROM player_coupons v
    WHERE v.player_id = k.player_id AND v.ticket_id = k.ticket_id AND v.draw_id = k.draw_id
    UNION ALL SELECT ${columns} FROM tickets_without_draw v
    WHERE k.draw_id IS NULL AND v.player_id = k.player_id AND v.ticket_id = k.ticket_id OFFSET 0
  ) v`;

/** @param keys with `place`, in whose order they are answered */
export const itemsAt = (keys: Sql): Sql<ItemRow> =>
  sql<ItemRow>`SELECT ${itemColumns} FROM ${itemsOfKeys(keys)} ORDER BY k.place`;

/** Also of a row that was read as JSON, with its moments as text. */
export const viewItem =
  (weekOf: WeekOfGame) =>
  (row: AsJson<ItemRow>): Item => ({
    ticketId: encodeId(row.ticketId),
    ...(row.couponId && { couponId: encodeId(row.couponId) }),
    gameId: row.game,
    status: row.status,
    purchaseDate: instant(row.purchasedAt),
    ...(row.channel && { channel: row.channel }),
    ...(row.closeDate && { saleCloseTime: instant(row.closeDate) }),
    amountWin: row.amountWin,
    ...(row.largeStatus && { largePrize: largePrizeOf(row.largeStatus, row) }),
    ...(row.amountLapsed !== null && { amountLapsed: row.amountLapsed }),
    stake: row.stake,
    ...(row.plannedDate && { week: weekOf(row.game, row.plannedDate).week }),
    ...(row.drawDate && { drawDate: instant(row.drawDate) }),
    ...(row.draw !== null && { draw: row.draw }),
    ...(row.rowCount !== null && { rowCount: row.rowCount }),
    ...(row.subscriptionId && { subscriptionId: encodeId(row.subscriptionId) }),
  });

function largePrizeOf(status: NonNullable<ItemRow['largeStatus']>, { claimBy, heldUntil }: AsJson<ItemRow>) {
  return { status, claimBy, ...(heldUntil && { payableFrom: heldUntil }) };
}
