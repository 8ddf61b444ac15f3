/** A draw that cannot be held is cancelled, and every stake returned. */

import { type Db, retrying, type Tx, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { openDraws } from './calendar.ts';
import { lockDraw, moveDrawTo, nameOf } from './draw.ts';
import { refuseStep } from './halt.ts';

const couponsPerBatch = 1000;

export type Reasoned = { actor: string; reason: string };

/**
 * Ends the sale, cancels the draw, then returns the stakes in batches keyed by cancellation: killed
 * anywhere and run again, everybody is refunded once. Says how many coupons were refunded now.
 */
export async function cancelDraw(
  db: Db,
  drawId: number,
  { actor, reason }: Reasoned,
): Promise<{ refunded: number }> {
  await transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state === 'cancelled') return;
    if (!['created', 'released', 'results'].includes(draw.state)) {
      refuseStep(
        `${nameOf(draw)} is ${draw.state}; only a draw without a confirmed result can be cancelled.`,
      );
    }
    if (!draw.closedAt)
      await sql`UPDATE draws SET closed_at = domain_now() WHERE draw_id = ${drawId}`.execute(tx);
    await moveDrawTo(tx, drawId, 'cancelled', actor, reason);
    await openDraws(tx);
  });
  // Nobody buys for a cancelled draw, so one snapshot holds all its coupons.
  return transaction(db, async (reading) => {
    let refunded = 0;
    for await (const batch of couponsOf(reading, drawId))
      refunded += await retrying(() => refundBatch(db, drawId, batch, actor));
    return { refunded };
  });
}

type SoldCoupon = { playerId: number; ticketId: string; couponId: string };

/** By player, so that a batch locks few wallets; read once, since no index has a draw's coupons in order. */
async function* couponsOf(reading: Tx, drawId: number): AsyncGenerator<SoldCoupon[]> {
  await sql`
    DECLARE sold NO SCROLL CURSOR FOR
    SELECT player_id AS "playerId", ticket_id AS "ticketId", coupon_id AS "couponId" FROM coupons
    WHERE draw_id = ${sql.lit(drawId)} ORDER BY player_id, ticket_id, coupon_id`.execute(reading);
  for (;;) {
    const { rows } = await sql<SoldCoupon>`FETCH ${sql.lit(couponsPerBatch)} FROM sold`.execute(reading);
    if (rows.length === 0) return;
    yield rows;
  }
}

function refundBatch(db: Db, drawId: number, batch: readonly SoldCoupon[], actor: string): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ refunded: number }>`
      SELECT refund_coupons(${drawId}, ${batch.map(({ playerId }) => playerId)}::bigint[],
        ${batch.map(({ ticketId }) => ticketId)}::uuid[], ${batch.map(({ couponId }) => couponId)}::uuid[],
        ${actor}) AS refunded`.execute(tx);
    return rows[0]?.refunded ?? 0;
  });
}
