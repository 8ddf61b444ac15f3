/** Cards and deposits that wait for their holder: what became of one, and giving one up. */
import type { ApiAnswer } from '#contract/api.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { giveUp } from './aur/look.ts';
import { heldVerification, moveVerification, verificationById } from './cards/verifications.ts';
import { failDeposit } from './deposits/fail.ts';
import { heldPayment, paymentById } from './store.ts';

/** Throws EC_INVALID_TRANSID for what is not of the caller. */
export async function readVerification(
  db: Db,
  playerId: number,
  text: string,
): Promise<ApiAnswer<'account.verification'>> {
  const { payment, card } = await find(db, playerId, text);
  if (card) return view(card.status, card.status === 'stored', card.code);
  const { status, code, paymentId } = payment;
  const isDone = status === 'settled';
  return { ...view(status, isDone, code), ...(isDone && { transactionId: encodeId(paymentId) }) };
}

function view(status: string, isDone: boolean, code: string | null): ApiAnswer<'account.verification'> {
  if (isDone) return { status: 'success' };
  if (['waiting', 'storing', 'paying'].includes(status)) return { status: 'waiting' };
  return { status: 'failed', error: code ?? 'EC_CC_ERROR' };
}

async function find(db: Db, playerId: number, text: string) {
  const id = decodeId(text) ?? refuse('EC_INVALID_TRANSID');
  const payment = await paymentById(db, id);
  if (payment?.playerId === playerId && payment.kind.endsWith('Deposit')) return { payment };
  const card = await verificationById(db, id);
  return card?.playerId === playerId ? { card } : refuse('EC_INVALID_TRANSID');
}

/** What is being paid, or is over, stays as it is. What a phone approves all the same is credited. */
export async function cancelPayment(db: Db, playerId: number, text: string): Promise<undefined> {
  const { payment, card } = await find(db, playerId, text);
  await transaction(db, async (tx) => {
    if (card) {
      const now = await heldVerification(tx, card);
      if (now.status === 'waiting') await moveVerification(tx, now, 'failed', { code: 'EC_INVALID_TRANSID' });
      return;
    }
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting') return;
    if (now.kind === 'aurDeposit') await giveUp(tx, now, 1);
    else await failDeposit(tx, now, 'EC_INVALID_TRANSID');
  });
}

/** Payments of a player of which somebody outside has not said how they ended. */
export async function countOpenPayments(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM payments
    WHERE player_id = ${playerId} AND look_at IS NOT NULL`.execute(db);
  return rows[0]?.open ?? 0;
}
