/** The payment call of a card deposit, and what becomes of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Authentication, CardRefusal, CardUnknown, Paid } from '#integrations/card-gateway/face.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { securityEvent } from '#server/security/events.ts';
import { flagOf } from '../flag.ts';
import { tellDeposit } from '../messages.ts';
import { type PaymentParts, returnMinutes } from '../parts.ts';
import { heldPayment, movePayment, type Payment, paymentById } from '../store.ts';
import { askIssuer } from './ask-issuer.ts';
import { endDeposit } from './fail.ts';

/** The deposit is `paying`, as a row that is committed; the answer decides, whatever became of the row. */
export async function payDeposit(
  parts: PaymentParts,
  payment: Payment,
  authentication: Authentication | null,
): Promise<Payment> {
  const { virtualCard, amount, requestId, paymentId } = payment;
  const answer = await parts.cardGateway.pay({
    virtualCard: virtualCard ?? '',
    amount,
    correlationId: requestId,
    reference: paymentId.replaceAll('-', ''),
    authentication,
    initiatedBy: 'cardholder',
  });
  const now = await transaction(parts.db, (tx) => finish(tx, payment, answer));
  return now.status === 'waiting' ? askIssuer(parts, now) : now;
}

async function finish(tx: Tx, payment: Payment, answer: Paid | CardRefusal | CardUnknown): Promise<Payment> {
  await lockWallet(tx, payment.playerId);
  const now = await heldPayment(tx, payment);
  if (now.status !== 'paying' || now.requestId !== payment.requestId) return answeredLate(tx, now, answer);
  if (answer.outcome === 'paid') return settle(tx, now, answer);
  if (answer.outcome === 'unknown') {
    return movePayment(tx, now, 'unknown', { code: 'EC_CC_ERROR', lookInSeconds: 0 });
  }
  if (answer.authenticate && now.round === 0) {
    return movePayment(tx, now, 'waiting', { attempt: { round: 1 }, lookInSeconds: returnMinutes * 60 });
  }
  const { event } = answer;
  // The card was good when it was kept: what its number lacks by now is the bank's affair.
  const code = answer.code === 'EC_CREDITCARD_INVALID_FORMAT' ? 'EC_CC_DECLINED' : answer.code;
  if (event)
    await securityEvent(tx, { kind: 'cardAlarm', playerId: now.playerId, details: { reason: event } });
  return endDeposit(tx, now, 'failed', { code, lookInSeconds: null });
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

/** What the gateway has taken is in the balance, whatever else changed since the cardholder was asked. */
async function settle(
  tx: Tx,
  payment: Payment,
  { transactionId, authorizationCode }: Paid,
): Promise<Payment> {
  const flag = await flagOf(tx, payment.playerId);
  await creditWallet(tx, payment, 'card_gateway', 'deposit');
  const settled = await movePayment(tx, payment, 'settled', {
    transactionId,
    authorizationCode,
    lookInSeconds: null,
    ...(flag && { flag }),
  });
  await tellDeposit(tx, settled);
  return settled;
}

const outcomeWaitMs = 20_000;
const lookEveryMs = 100;

/** For who asks a second time while the first is being answered: the same end, if it comes soon. */
export async function finishedDeposit({ db }: PaymentParts, payment: Payment): Promise<Payment> {
  const isOpen = ({ status, kind, form }: Payment) =>
    status === 'paying' || (kind === 'cardDeposit' && status === 'waiting' && form === null);
  let now = payment;
  for (let waited = 0; isOpen(now) && waited < outcomeWaitMs; waited += lookEveryMs) {
    await sleep(lookEveryMs);
    now = (await paymentById(db, payment.paymentId)) ?? now;
  }
  return now;
}
