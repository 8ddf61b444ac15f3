/** What came of the last draw that a player took part in: all tickets of it together, and the best one. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type AsJson, instant, type Sql, sql } from '#server/platform/sql.ts';

type Outcome = NonNullable<ApiAnswer<'tickets.outcome'>['outcome']>;

export type OutcomeRow = Omit<Outcome, 'drawDate'> & { drawDate: Date };

/** A draw whose prizes may not be claimed any more is nobody's news. @param pages of `Database` */
export async function lastOutcome(pages: Db, playerId: number): Promise<ApiAnswer<'tickets.outcome'>> {
  const { rows } = await outcomeOf(sql`${playerId}::bigint`).execute(pages);
  return rows[0] ? { outcome: viewOutcome(rows[0]) } : {};
}

/** Of the player whom the statement around it names. */
export function outcomeOf(playerId: Sql): Sql<OutcomeRow> {
  return sql<OutcomeRow>`
    SELECT game AS "gameId", draw, draw_date AS "drawDate", ticket_id AS "ticketId", coupon_id AS "couponId",
      amount_win AS "amountBest", (sum(amount_win) OVER ())::bigint AS "amountWin",
      (sum(stake) OVER ())::bigint AS stake, (sum(row_count) OVER ())::integer AS "rowCount",
      (count(*) OVER ())::integer AS tickets,
      (count(*) FILTER (WHERE amount_win > 0) OVER ())::integer AS winning
    FROM player_coupons
    WHERE player_id = ${playerId} AND draw_id = (SELECT last_drawn(${playerId})) AND status <> 'cancelled'
    ORDER BY amount_win DESC, purchased_at DESC, coupon_id LIMIT 1`;
}

export function viewOutcome({ drawDate, ticketId, couponId, ...rest }: AsJson<OutcomeRow>): Outcome {
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponId) };
  return { ...rest, ...ids, drawDate: instant(drawDate) };
}
