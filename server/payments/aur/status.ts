/** `GET /user/account/aur-status/{token}`: read from our own row, asked each second by the browser. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { paymentById } from '../store.ts';

/** Throws EC_INVALID_TRANSID for what is not a deposit of the caller by Aur. */
export async function aurStatus(
  db: Db,
  playerId: number,
  token: string,
): Promise<ApiAnswer<'account.aurStatus'>> {
  const id = decodeId(token);
  const payment = id === null ? null : await paymentById(db, id);
  if (payment?.kind !== 'aurDeposit' || payment.playerId !== playerId) refuse('EC_INVALID_TRANSID');
  const { status, code, paymentId } = payment;
  if (status === 'waiting') return { status: 'WAIT' };
  if (status === 'settled') return { status: 'FINISHED', transactionId: encodeId(paymentId) };
  return { status: 'CANCELLED', ...(code !== null && { message: code }) };
}
