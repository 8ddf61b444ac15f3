/** A deposit that was not made counts toward no limit any more. */
import type { ErrorCode } from '#contract/errors.ts';
import { releaseDeposit } from '#server/limits/store.ts';
import type { Tx } from '#server/platform/database.ts';
import {
  heldPayment,
  movePayment,
  type Payment,
  type PaymentChange,
  type PaymentId,
  type PaymentStatus,
} from '../store.ts';

/** The caller holds the wallet's lock, and knows that it may fail as it stands. */
export async function failDeposit(tx: Tx, id: PaymentId, code: ErrorCode): Promise<Payment> {
  return endDeposit(tx, await heldPayment(tx, id), 'failed', { code, lookInSeconds: null });
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
