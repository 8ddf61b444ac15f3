/** What came of the last draw that a player took part in: all tickets of it together, and the best one. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type AsJson, instant, type Sql, sql } from '#server/platform/sql.ts';

type Outcome = NonNullable<ApiAnswer<'tickets.outcome'>['outcome']>;

export type OutcomeRow = Omit<Outcome, 'drawDate'> & { drawDate: Date };

/** A draw whose prizes may not be claimed any more is nobody's news. */
export async function lastOutcome(db: Db, playerId: number): Promise<ApiAnswer<'tickets.outcome'>> {
  const { rows } = await outcomeOf(sql`${playerId}::bigint`).execute(db);
  return rows[0] ? { outcome: viewOutcome(rows[0]) } : {};
}

/** Of the player whom the statement around it names. */
export function outcomeOf(playerId: Sql): Sql<OutcomeRow> {
  return sql<OutcomeRow>`
    WITH last AS MATERIALIZED (
      SELECT c.draw_id FROM (SELECT * FROM coupons WHERE player_id = ${playerId} OFFSET 0) c,
        LATERAL (SELECT state, draw_date FROM draws d WHERE d.draw_id = c.draw_id OFFSET 0) d
      WHERE d.state IN ('payout', 'closed') AND NOT EXISTS (
        SELECT FROM cancellations x
        WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id)
      ORDER BY d.draw_date DESC, c.draw_id DESC LIMIT 1)
    SELECT game AS "gameId", draw, draw_date AS "drawDate", ticket_id AS "ticketId", coupon_id AS "couponId",
      amount_win AS "amountBest", (sum(amount_win) OVER ())::bigint AS "amountWin",
      (sum(stake) OVER ())::bigint AS stake, (sum(row_count) OVER ())::integer AS "rowCount",
      (count(*) OVER ())::integer AS tickets,
      (count(*) FILTER (WHERE amount_win > 0) OVER ())::integer AS winning
    FROM player_coupons
    -- Found among the player's own: a draw has a million others.
    WHERE player_id = ${playerId} AND draw_id + 0 = (SELECT draw_id FROM last) AND status <> 'cancelled'
    ORDER BY amount_win DESC, purchased_at DESC, coupon_id LIMIT 1`;
}

export function viewOutcome({ drawDate, ticketId, couponId, ...rest }: AsJson<OutcomeRow>): Outcome {
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponId) };
  return { ...rest, ...ids, drawDate: instant(drawDate) };
}
