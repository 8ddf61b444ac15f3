/** The end of the claim period: what nobody claimed goes to the prize reserve. Domain §10; checklist 89. */
import { sql } from 'kysely';
import { type Db, transaction } from '#server/platform/database.ts';
import { lockDraw, moveDrawTo } from './draw-store.ts';

/** Closed → settled, a year after the draw. Repeatable. */
export function lapsePrizes(db: Db, drawId: number, actor = 'calendar'): Promise<void> {
  return transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state !== 'closed') return;
    await sql`
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id, coupon_id)
      SELECT w.player_id, domain_now(), 'lapse', ledger_account('winnings', NULL, ${drawId}, ${draw.game}, NULL),
        ledger_account('prize_reserve', NULL, NULL, ${draw.game}, NULL), w.amount + w.joker_amount, ${drawId},
        w.ticket_id, w.coupon_id
      FROM coupon_wins w LEFT JOIN coupon_payouts p USING (draw_id, player_id, coupon_id)
      WHERE w.draw_id = ${drawId} AND p.coupon_id IS NULL`.execute(tx);
    await moveDrawTo(tx, drawId, 'settled', actor);
  });
}
