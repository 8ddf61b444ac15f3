/** A deposit that was not made counts toward no limit any more. */
import type { ErrorCode } from '#contract/errors.ts';
import { releaseDeposit } from '#server/limits/store.ts';
import type { Tx } from '#server/platform/database.ts';
import { movePayment, type Payment, type PaymentChange, type PaymentStatus } from '../store.ts';

/** @param payment as it is held, and may fail */
export function failDeposit(tx: Tx, payment: Payment, code: ErrorCode): Promise<Payment> {
  return endDeposit(tx, payment, 'failed', { code, lookInSeconds: null });
}

/** Ends a deposit without money: its limit is given back once, since it is named only until then. */
export async function endDeposit(
  tx: Tx,
  payment: Payment,
  to: PaymentStatus,
  change: PaymentChange,
): Promise<Payment> {
  const { playerId, amount, countedOn } = payment;
  if (countedOn !== null) await releaseDeposit(tx, { playerId, amount, countedOn });
  return movePayment(tx, payment, to, { ...change, countedOn: null });
}
