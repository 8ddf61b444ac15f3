/** A payment call to the card gateway; the payment is committed as `paying` before it is sent. */
import type { CardRefusal, CardUnknown, Paid, Payment as Sent } from '#integrations/card-gateway/face.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { securityEvent } from '#server/security/events.ts';
import type { PaymentParts } from './parts.ts';
import { heldPayment, movePayment, type Payment } from './store.ts';

export type CardPayment = Pick<Sent, 'initiatedBy' | 'authentication'> & {
  payment: Payment;
  /** What becomes of a payment that nobody has moved since. */
  answered: (tx: Tx, now: Payment, answer: Paid | CardRefusal) => Promise<Payment>;
};

/** The answer decides, whatever became of the row meanwhile. */
export async function payByCard(
  { db, cardGateway }: PaymentParts,
  { payment, initiatedBy, authentication, answered }: CardPayment,
): Promise<Payment> {
  const { virtualCard, amount, requestId, paymentId } = payment;
  const answer = await cardGateway.pay({
    virtualCard: virtualCard ?? '',
    amount,
    correlationId: requestId,
    reference: paymentId.replaceAll('-', ''),
    authentication,
    initiatedBy,
  });
  return transaction(db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'paying' || now.requestId !== payment.requestId) return answeredLate(tx, now, answer);
    if (answer.outcome === 'unknown') return outcomeUnknown(tx, now);
    if (answer.outcome === 'refused') await noteAlarm(tx, now, answer);
    return answered(tx, now, answer);
  });
}

/** Stolen, lost, not allowed: somebody of ours must know, whoever asked for the payment. */
async function noteAlarm(tx: Tx, { playerId, paymentId }: Payment, { event }: CardRefusal): Promise<void> {
  if (!event) return;
  await securityEvent(tx, { kind: 'cardAlarm', playerId, details: { reason: event } });
  await raiseAlarm(tx, {
    kind: 'cardAlarm',
    reference: paymentId,
    message: `The bank refuses the card of payment ${paymentId}, player ${playerId}: ${event}.`,
    once: true,
  });
}

/** Given up for lost and undone meanwhile: what the gateway took after all is looked for once more. */
async function answeredLate(
  tx: Tx,
  now: Payment,
  answer: Paid | CardRefusal | CardUnknown,
): Promise<Payment> {
  if (answer.outcome === 'refused' || (now.status !== 'unknown' && now.status !== 'notBooked')) return now;
  return movePayment(tx, now, now.status, { lookInSeconds: 0 });
}

/** Whether the gateway took it is asked at once, by undoing it. */
export function outcomeUnknown(tx: Tx, paying: Payment): Promise<Payment> {
  return movePayment(tx, paying, 'unknown', { code: 'EC_CC_ERROR', lookInSeconds: 0 });
}
