/** Pays the prizes of a settled draw into the wallets, once. */

import { type Draw, drawById, lockDraw, moveDrawTo, nameOf } from '#server/draws/draw.ts';
import { DrawHalted, refuseStep, withAlarm } from '#server/draws/halt.ts';
import { type Db, retrying, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Few enough that a purchase of one of the winners waits for some hundredths of a second. */
const couponsPerBatch = 1000;

export type Paid = { paid: number; high: number };

/**
 * Winsel → payout → closed. Each batch is a transaction, each coupon is paid by the key of its payout:
 * killed anywhere and run again, everybody is paid once. Large prizes stay for handling by hand.
 */
export async function payDraw(
  db: Db,
  drawId: number,
  actor: string,
  onProgress?: (paid: number) => void,
): Promise<Paid> {
  const draw = await drawById(db, drawId);
  if (!['winsel', 'payout', 'closed', 'settled'].includes(draw.state)) {
    refuseStep(`${nameOf(draw)} is ${draw.state}; it is paid once it is settled.`);
  }
  return withAlarm(db, draw, 'payout', async () => {
    await moveWhenStill(db, drawId, 'winsel', 'payout', actor);
    const paid = await payBatches(db, drawId, onProgress);
    await moveWhenStill(db, drawId, 'payout', 'closed', actor);
    return { paid, high: await highWaiting(db, drawId) };
  });
}

async function payBatches(db: Db, drawId: number, onProgress?: (paid: number) => void): Promise<number> {
  let paid = 0;
  let reached: Reached | null = { player: 0, coupon: '00000000-0000-0000-0000-000000000000' };
  while (reached) {
    const after: Reached = reached;
    const batch = await retrying(() => payBatch(db, drawId, after));
    paid += batch.paid;
    onProgress?.(paid);
    reached = batch.reached;
  }
  return paid;
}

/** Before the first króna: what the coupons win is what both engines found and what the ledger owes. */
async function assertOwed(db: Db, draw: Draw): Promise<void> {
  const { rows } = await sql<{ settled: number; coupons: number; ledger: number }>`
    SELECT paid + common_paid + side_paid AS settled,
      (SELECT coalesce(sum(amount + side_amount), 0) FROM coupon_wins w
        WHERE w.draw_id = s.draw_id)::bigint AS coupons,
      (SELECT coalesce(sum(t.amount), 0) FROM ledger_transfers t JOIN ledger_accounts a
          ON a.account_id = t.credit_account AND a.kind = 'winnings' AND a.draw_id = s.draw_id
        WHERE t.player_id = 0)::bigint AS ledger
    FROM draw_settlements s WHERE draw_id = ${draw.drawId}`.execute(db);
  const [owed] = rows;
  if (owed && owed.settled === owed.coupons && owed.settled === owed.ledger) return;
  const message = `${nameOf(draw)} is not paid: what was settled, what is won and what is owed differ.`;
  throw new DrawHalted('money_differs', message, { ...owed });
}

/** The last of a batch: the next one goes on after it. */
type Reached = { player: number; coupon: string };

type Batch = { paid: number; player: number | null; coupon: string | null };

function payBatch(
  db: Db,
  drawId: number,
  after: Reached,
): Promise<{ paid: number; reached: Reached | null }> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Batch>`
      SELECT paid, player, coupon
      FROM pay_wins(${drawId}, ${after.player}, ${after.coupon}, ${couponsPerBatch})`.execute(tx);
    const [{ paid, player, coupon }] = rows as [Batch];
    return { paid, reached: player === null || coupon === null ? null : { player, coupon } };
  });
}

function moveWhenStill(
  db: Db,
  drawId: number,
  from: 'winsel' | 'payout',
  to: 'payout' | 'closed',
  actor: string,
) {
  return transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state !== from) return;
    if (to === 'payout') await assertOwed(tx, draw);
    await moveDrawTo(tx, drawId, to, actor);
  });
}

async function highWaiting(db: Db, drawId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM large_prizes
    WHERE draw_id = ${drawId} AND status IN ('waiting', 'claimed')`.execute(db);
  return rows[0]?.n ?? 0;
}
