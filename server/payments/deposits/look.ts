/** Card payments that nobody has heard of any more: they waited too long, or have no answer. */
import { type Tx, transaction } from '#server/platform/database.ts';
import { secondsSince } from '#server/platform/deadlines.ts';
import { outcomeUnknown } from '../card-payment.ts';
import { backOffSeconds, type PaymentParts, silenceSeconds } from '../parts.ts';
import { heldPayment, lookAgain, movePayment, type Payment } from '../store.ts';
import { endDeposit, failDeposit, stopCounting } from './fail.ts';

export async function lookAtCardPayment(parts: PaymentParts, payment: Payment): Promise<Payment> {
  if (payment.status === 'waiting') return expire(parts, payment);
  if (payment.status === 'paying') return presumeLost(parts, payment);
  return undo(parts, payment);
}

function expire({ db }: PaymentParts, payment: Payment): Promise<Payment> {
  return transaction(db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting' || now.round !== payment.round) return now;
    return failDeposit(tx, now, 'EC_INVALID_TRANSID');
  });
}

/** Its process is gone, or its answer. */
function presumeLost({ db }: PaymentParts, payment: Payment): Promise<Payment> {
  return transaction(db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'paying' || now.requestId !== payment.requestId) return now;
    return outcomeUnknown(tx, now);
  });
}

/** Undone as soon as the gateway knows of it, and never credited. */
async function undo(parts: PaymentParts, payment: Payment): Promise<Payment> {
  const { requestId, sentAt, askedAt } = payment;
  const answer = await parts.cardGateway.reverse(requestId, sentAt ?? askedAt);
  return transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'unknown' && now.status !== 'notBooked') return now;
    if (answer === 'reversed') return end(tx, now, 'reversed', null);
    const isOld = (await secondsSince(tx, now.sentAt ?? now.askedAt)) > silenceSeconds;
    if (answer === 'notFound' && isOld) return end(tx, now, 'notBooked', null);
    if (answer === 'notFound' && now.status === 'unknown' && now.looks >= looksBeforeNotBooked) {
      return end(tx, now, 'notBooked', 3600);
    }
    const lookInSeconds = backOffSeconds(now.looks);
    if (answer === 'unknown' && isOld && now.countedOn !== null)
      return stopCounting(tx, now, { lookInSeconds });
    await lookAgain(tx, now, lookInSeconds);
    return now;
  });
}

/** A payment unknown to the gateway can still be booked for a day: then it is undone, and never credited. */
const looksBeforeNotBooked = 4;

function end(
  tx: Tx,
  payment: Payment,
  to: 'reversed' | 'notBooked',
  lookInSeconds: number | null,
): Promise<Payment> {
  if (payment.status === to) return movePayment(tx, payment, to, { lookInSeconds });
  return endDeposit(tx, payment, to, { lookInSeconds });
}
