/** The cardholder is asked by the issuer: nothing is charged by that. */

import { lockWallet } from '#server/limits/store.ts';
import { transaction } from '#server/platform/database.ts';
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
  return transaction(parts.db, async (tx) => {
    await lockWallet(tx, payment.playerId);
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting' || now.round !== round) return now;
    if (answer.outcome === 'begun') {
      await keepForm(tx, now, answer.form);
      return { ...now, form: answer.form };
    }
    return failDeposit(tx, now, answer.outcome === 'refused' ? answer.code : 'EC_CC_ERROR');
  });
}
