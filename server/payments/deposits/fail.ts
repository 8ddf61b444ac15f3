/** A deposit that was not made counts toward no limit any more. */
import type { ErrorCode } from '#contract/errors.ts';
import { releaseDeposit, releaseStake } from '#server/limits/store.ts';
import type { Tx } from '#server/platform/database.ts';
import { noteFlag } from '../flag.ts';
import { movePayment, type Payment, type PaymentChange, type PaymentStatus } from '../store.ts';

/** @param payment as it is held, and may fail */
export function failDeposit(tx: Tx, payment: Payment, code: ErrorCode): Promise<Payment> {
  return endDeposit(tx, payment, 'failed', { code, lookInSeconds: null });
}

/** Ends a deposit without money: its limits are given back once, since their day is named only until then. */
export async function endDeposit(
  tx: Tx,
  payment: Payment,
  to: PaymentStatus,
  change: PaymentChange,
): Promise<Payment> {
  await releaseLimits(tx, payment);
  return movePayment(tx, payment, to, { ...change, countedOn: null });
}

/** After a day without an answer the deposit stops counting, and a person has to find out its outcome. */
export async function stopCounting(
  tx: Tx,
  payment: Payment,
  { lookInSeconds }: Pick<PaymentChange, 'lookInSeconds'>,
): Promise<Payment> {
  await releaseLimits(tx, payment);
  await noteFlag(tx, payment, 'noAnswer');
  const told = { flag: 'noAnswer', countedOn: null, lookInSeconds } as const;
  return movePayment(tx, payment, payment.status, told);
}

/** The caller writes that the payment counts no more. */
async function releaseLimits(tx: Tx, { kind, playerId, amount, countedOn }: Payment): Promise<void> {
  if (countedOn === null) return;
  await releaseDeposit(tx, { playerId, amount, countedOn });
  if (kind === 'subscriptionCharge') await releaseStake(tx, { playerId, amount, countedOn });
}
