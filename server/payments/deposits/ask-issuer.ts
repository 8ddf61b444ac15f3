/** The cardholder is asked by the issuer: nothing is charged by that. */

import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import type { PaymentParts } from '../parts.ts';
import { writeReturnToken } from '../return-token.ts';
import { heldPayment, keepForm, type Payment } from '../store.ts';
import { failDeposit } from './fail.ts';

/** @returns the deposit with its form, or as it ended meanwhile */
export async function askIssuer(parts: PaymentParts, payment: Payment): Promise<Payment> {
  const { paymentId, round, amount, virtualCard, requestId } = payment;
  const token = { purpose: 'deposit', id: paymentId, round, key: Buffer.alloc(0) } as const;
  const answer = await parts.cardGateway.beginAuthentication({
    card: { virtualCard: virtualCard ?? '' },
    amount,
    returnUrl: `${parts.siteUrl}/api/verify/deposit`,
    md: writeReturnToken(parts.returnSecret, token),
    correlationId: requestId,
    challenge: false,
  });
  const { outcome } = answer;
  if (outcome === 'begun') return transaction(parts.db, (tx) => wait(tx, payment, answer.form));
  return transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting' || now.round !== round) return now;
    return failDeposit(tx, now, outcome === 'refused' ? answer.code : 'EC_CC_ERROR');
  });
}

/** A form that a crash loses is only not shown a second time: nobody waits for the disk. */
async function wait(tx: Tx, payment: Payment, form: AuthenticationForm): Promise<Payment> {
  await sql`SET LOCAL synchronous_commit = off`.execute(tx);
  return (await keepForm(tx, payment, form)) ? { ...payment, form } : heldPayment(tx, payment);
}
