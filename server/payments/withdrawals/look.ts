/**
 * A withdrawal at the bank: ordered under one id for ever, so that asking again orders nothing twice, and
 * looked at until it is paid or refused.
 */
import type { PayoutState } from '#integrations/bank/face.ts';
import { bookPaidOut, creditWallet } from '#server/ledger/outside.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { secondsSince } from '#server/platform/deadlines.ts';
import { noteFlag } from '../flag.ts';
import { tell } from '../messages.ts';
import { backOffSeconds, type PaymentParts } from '../parts.ts';
import { heldPayment, lookAgain, movePayment, type Payment } from '../store.ts';

export async function lookAtWithdrawal(parts: PaymentParts, payment: Payment): Promise<Payment> {
  const state = await askBank(parts, payment);
  return transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'held' && now.status !== 'accepted') return now;
    if (state?.state === 'settled') return settle(tx, now, state.paymentId);
    if (state?.state === 'rejected') return giveBack(tx, now);
    if (state?.state === 'accepted' && now.status === 'held') {
      return movePayment(tx, now, 'accepted', { lookInSeconds: backOffSeconds(0) });
    }
    const age = await secondsSince(tx, now.askedAt);
    const pause = backOffSeconds(now.looks);
    if (age < stuckAfterSeconds) {
      // Not later than the moment at which it is late.
      await lookAgain(tx, now, Math.min(pause, stuckAfterSeconds - age));
      return now;
    }
    if (now.flag !== 'stuck') {
      parts.log.error({ paymentId: now.paymentId }, 'the bank does not say what became of a withdrawal');
      await noteFlag(tx, now, 'stuck');
      await movePayment(tx, now, now.status, { flag: 'stuck', lookInSeconds: pause });
    }
    await lookAgain(tx, now, pause);
    return now;
  });
}

/** From then on a person looks whether the bank understands the order at all. */
export const stuckAfterSeconds = 4 * 3600;

type BankOrder = Pick<Payment, 'requestId' | 'amount' | 'bankAccount' | 'ownerNationalId'> & {
  status: string;
};

/** Asks the bank for the state of an order that it accepted; sends any other order, under the same id. */
export async function askBank({ bank }: PaymentParts, order: BankOrder): Promise<PayoutState | null> {
  const { status, requestId, amount, bankAccount, ownerNationalId } = order;
  if (status === 'accepted') {
    const state = await bank.state(requestId);
    if (state !== 'notFound') return state;
  }
  return bank.order({
    requestId,
    amount,
    account: (bankAccount ?? '').replaceAll('-', ''),
    ownerNationalId: ownerNationalId ?? '',
    text: 'Hending',
  });
}

async function settle(tx: Tx, payment: Payment, transactionId: string): Promise<Payment> {
  await bookPaidOut(tx, payment);
  return movePayment(tx, payment, 'settled', { transactionId, lookInSeconds: null });
}

/** Refused by the bank, for whatever reason: it will refuse it again until something was changed. */
async function giveBack(tx: Tx, payment: Payment): Promise<Payment> {
  const { playerId, amount } = payment;
  await creditWallet(tx, payment, 'withdrawals', 'withdrawal_return');
  await tell(tx, playerId, 'withdrawalRejected', { amount });
  return movePayment(tx, payment, 'rejected', { code: 'EC_BANK_DECLINED', lookInSeconds: null });
}
