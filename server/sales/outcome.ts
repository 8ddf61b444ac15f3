/**
 * What came of the last draws that a player took part in: all tickets of each together, and the best one. A
 * prize that waits for its claim is left out: nothing of it has come yet.
 */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type AsJson, instant, type Sql, sql } from '#server/platform/sql.ts';

type Outcome = NonNullable<ApiAnswer<'tickets.outcome'>['outcome']>;

export type OutcomeRow = Omit<Outcome, 'drawDate'> & { drawDate: Date };

/** A draw whose prizes may not be claimed any more is nobody's news. @param pages of `Database` */
export async function lastOutcome(pages: Db, playerId: number): Promise<ApiAnswer<'tickets.outcome'>> {
  const { rows } = await outcomesOf(sql`${playerId}::bigint`, 1).execute(pages);
  return rows[0] ? { outcome: viewOutcome(rows[0]) } : {};
}

/** The newest draw first, of the player whom the statement around it names. */
export function outcomesOf(playerId: Sql, draws: number): Sql<OutcomeRow> {
  return sql<OutcomeRow>`
    SELECT o.* FROM last_drawn(${playerId}, ${sql.lit(draws + 1)}) WITH ORDINALITY d(draw_id, nth)
    CROSS JOIN LATERAL (
      SELECT game AS "gameId", draw, draw_date AS "drawDate", ticket_id AS "ticketId",
        coupon_id AS "couponId", amount_win AS "amountBest", (sum(amount_win) OVER ())::bigint AS "amountWin",
        (sum(stake) OVER ())::bigint AS stake, (sum(row_count) OVER ())::integer AS "rowCount",
        (count(*) OVER ())::integer AS tickets,
        (count(*) FILTER (WHERE amount_win > 0) OVER ())::integer AS winning
      FROM player_coupons
      WHERE player_id = ${playerId} AND draw_id = d.draw_id
        AND status NOT IN ('cancelled', 'highwind', 'claimed')
      ORDER BY amount_win DESC, purchased_at DESC, coupon_id LIMIT 1
    ) o ORDER BY nth LIMIT ${sql.lit(draws)}`;
}

export function viewOutcome({ drawDate, ticketId, couponId, ...rest }: AsJson<OutcomeRow>): Outcome {
  const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponId) };
  return { ...rest, ...ids, drawDate: instant(drawDate) };
}
