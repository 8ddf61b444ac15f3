/** The end of the claim period: what nobody claimed goes to the prize reserve. Domain §10; checklist 89. */
import { sql } from 'kysely';
import { houseAccount, postTransfers } from '#server/ledger/house.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { lockDraw, moveDrawTo } from './draw-store.ts';

type Unclaimed = { playerId: number; ticketId: string; couponId: string; amount: number };

/** Closed → settled, a year after the draw. Repeatable. */
export function lapsePrizes(db: Db, drawId: number, actor = 'calendar'): Promise<void> {
  return transaction(db, async (tx) => {
    const { state, game } = await lockDraw(tx, drawId);
    if (state !== 'closed') return;
    const from = await houseAccount(tx, { kind: 'winnings', drawId, game });
    const to = await houseAccount(tx, { kind: 'prize_reserve', game });
    const { rows } = await sql<Unclaimed>`
      SELECT w.player_id AS "playerId", w.ticket_id AS "ticketId", w.coupon_id AS "couponId",
        w.amount + w.joker_amount AS amount
      FROM coupon_wins w LEFT JOIN coupon_payouts p USING (draw_id, player_id, coupon_id)
      WHERE w.draw_id = ${drawId} AND p.coupon_id IS NULL`.execute(tx);
    const transfers = rows.map(({ amount, ...coupon }) => ({ from, to, amount, coupon }));
    await postTransfers(tx, 'lapse', drawId, transfers);
    await moveDrawTo(tx, drawId, 'settled', actor);
  });
}
