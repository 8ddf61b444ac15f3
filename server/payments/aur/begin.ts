/** A deposit by Aur: the player is asked on the phone. */
import { aurMinutes } from '#rules/values/aur-ends.ts';
import { transaction } from '#server/platform/database.ts';
import { endDeposit } from '../deposits/fail.ts';
import type { PaymentParts } from '../parts.ts';
import { heldPayment, movePayment, type Payment } from '../store.ts';

/** Where Aur tells that something changed; what it tells is only a reason to ask. */
export const aurCallbackPath = '/api/callback/aur';

/** @returns the deposit as it waits, or as it ended meanwhile */
export async function askAur(parts: PaymentParts, payment: Payment): Promise<Payment> {
  const { paymentId, msisdn, amount } = payment;
  const answer = await parts.aur.begin({
    msisdn: msisdn ?? '',
    amount,
    description: 'Hending',
    orderId: paymentId,
    callbackUrl: `${parts.siteUrl}${aurCallbackPath}`,
    minutes: aurMinutes,
  });
  return transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, payment);
    if (now.status !== 'waiting' || now.outsideToken !== null) return now;
    if (answer.outcome === 'begun') {
      return movePayment(tx, now, 'waiting', { outsideToken: answer.token, lookInSeconds: 1 });
    }
    if (answer.outcome === 'refused') {
      const { aurErrorId } = answer;
      return endDeposit(tx, now, 'failed', { code: 'EC_AUR_ERROR', aurErrorId, lookInSeconds: null });
    }
    // The phone may have been asked, and may still approve: it counts until Aur says how it ended.
    return movePayment(tx, now, 'cancelled', { code: 'EC_AUR_ERROR', lookInSeconds: 1 });
  });
}
