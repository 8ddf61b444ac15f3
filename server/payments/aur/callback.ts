/**
 * Callback of Aur that an order changed. Anyone can send it, so it only triggers a poll, at most
 * once a second for each order: at once, and after a second once more for callbacks that came
 * meanwhile.
 */
import { type Db, transaction } from '#server/platform/database.ts';
import { wakeWorker } from '#server/platform/deadlines.ts';
import { isUuid } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { paymentById } from '../store.ts';
import { aurLane } from './look.ts';

const pauseMs = 1_000;

/** @param onError called with errors that occur after the response was sent */
export function createAurCallback(
  db: Db,
  onError: (error: unknown) => void,
): (orderId: string) => Promise<void> {
  /** Orders polled within the last second, and whether another callback came since. */
  const recent = new Map<string, { isDue: boolean }>();

  async function pollOrder(orderId: string): Promise<void> {
    const state = { isDue: false };
    recent.set(orderId, state);
    const next = () => {
      recent.delete(orderId);
      if (state.isDue) pollOrder(orderId).catch(onError);
    };
    setTimeout(next, pauseMs).unref();
    if (!(await pullForward(db, orderId))) state.isDue = true;
  }

  return async (orderId) => {
    if (!isUuid(orderId)) return;
    const state = recent.get(orderId);
    if (state) state.isDue = true;
    else await pollOrder(orderId);
  };
}

/**
 * Makes the worker poll at once, before payments that fell due on schedule.
 * @returns false while another transaction locks the payment and may have read the state before
 * this change
 */
async function pullForward(db: Db, paymentId: string): Promise<boolean> {
  const payment = await paymentById(db, paymentId);
  if (payment?.kind !== 'aurDeposit' || (payment.status !== 'waiting' && payment.status !== 'cancelled')) {
    return true;
  }
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ isPlanned: boolean }>`
      WITH held AS (
        SELECT player_id, payment_id FROM payments
        WHERE player_id = ${payment.playerId} AND payment_id = ${paymentId} FOR UPDATE SKIP LOCKED
      ), moved AS (
        UPDATE payments p SET look_at = p.asked_at FROM held
        WHERE p.player_id = held.player_id AND p.payment_id = held.payment_id AND p.look_at IS NOT NULL
        RETURNING p.payment_id
      )
      SELECT EXISTS (SELECT FROM moved) AS "isPlanned" FROM held`.execute(tx);
    if (rows[0]?.isPlanned) await wakeWorker(tx, aurLane);
    return rows.length > 0;
  });
}
