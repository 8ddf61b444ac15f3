/** A card deposit is paid, and what becomes of it. */
import type { Authentication, CardRefusal, Paid } from '#integrations/card-gateway/face.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import type { Tx } from '#server/platform/database.ts';
import { payByCard } from '../card-payment.ts';
import { flagOf } from '../flag.ts';
import { tellDeposit } from '../messages.ts';
import { type PaymentParts, returnMinutes } from '../parts.ts';
import { movePayment, type Payment, paymentById } from '../store.ts';
import { untilOver } from '../until-over.ts';
import { askIssuer } from './ask-issuer.ts';
import { failDeposit } from './fail.ts';

export async function payDeposit(
  parts: PaymentParts,
  payment: Payment,
  authentication: Authentication | null,
): Promise<Payment> {
  const sent = { payment, authentication, initiatedBy: 'cardholder', answered } as const;
  const now = await payByCard(parts, sent);
  return now.status === 'waiting' ? askIssuer(parts, now) : now;
}

async function answered(tx: Tx, now: Payment, answer: Paid | CardRefusal): Promise<Payment> {
  if (answer.outcome === 'paid') return settle(tx, now, answer);
  if (answer.authenticate && now.round === 0) {
    return movePayment(tx, now, 'waiting', { attempt: { round: 1 }, lookInSeconds: returnMinutes * 60 });
  }
  // The card was good when it was kept: what its number lacks by now is the bank's affair.
  const code = answer.code === 'EC_CREDITCARD_INVALID_FORMAT' ? 'EC_CC_DECLINED' : answer.code;
  return failDeposit(tx, now, code);
}

/** What the gateway has taken is in the balance, whatever else changed since the cardholder was asked. */
async function settle(
  tx: Tx,
  payment: Payment,
  { transactionId, authorizationCode }: Paid,
): Promise<Payment> {
  const flag = await flagOf(tx, payment);
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

/** For who asks a second time while the first is being answered. */
export function finishedDeposit({ db }: PaymentParts, payment: Payment): Promise<Payment> {
  const isOpen = ({ status, kind, form }: Payment) =>
    status === 'paying' || (kind === 'cardDeposit' && status === 'waiting' && form === null);
  return untilOver(payment, isOpen, () => paymentById(db, payment.paymentId));
}
