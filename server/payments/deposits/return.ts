/** The cardholder of a deposit came back from the issuer. */
import type { ErrorCode } from '#contract/errors.ts';
import type { Authentication } from '#integrations/card-gateway/face.ts';
import { depositStillAdmitted } from '#server/limits/eligibility.ts';
import type { Tx } from '#server/platform/database.ts';
import { patientTransaction } from '#server/platform/patient-transaction.ts';
import { lostAfterSeconds, type PaymentParts, returnMinutes } from '../parts.ts';
import type { ReturnToken } from '../return-token.ts';
import { isLate, verdictOf } from '../returned.ts';
import { heldPayment, movePayment, type Payment, paymentById } from '../store.ts';
import { askIssuer } from './ask-issuer.ts';
import { failDeposit } from './fail.ts';
import { finishedDeposit, payDeposit } from './pay.ts';

/**
 * Good once: what comes a second time is answered from what became of the first. Still `waiting` with a form:
 * the issuer is asked once more.
 */
export async function returnDeposit(
  parts: PaymentParts,
  token: ReturnToken,
  returned: Authentication,
): Promise<Payment | null> {
  const found = await paymentById(parts.db, token.id);
  if (found?.kind !== 'cardDeposit') return null;
  const { step, payment } = isOpenFor(found, token)
    ? await patientTransaction(parts.db, (tx) => claim(tx, found, token, returned))
    : { step: 'known', payment: found };
  if (step === 'pay') return payDeposit(parts, payment, returned);
  if (step === 'again') return askIssuer(parts, payment);
  const now = await finishedDeposit(parts, payment);
  return now.status === 'waiting' ? { ...now, form: null } : now;
}

/** A payment that left this state never comes back to it, so a plain read decides about the rest. */
const isOpenFor = ({ status, round }: Payment, token: ReturnToken) =>
  status === 'waiting' && round === token.round;

type Claimed = { step: 'known' | 'again' | 'pay'; payment: Payment };

async function claim(tx: Tx, found: Payment, token: ReturnToken, returned: Authentication): Promise<Claimed> {
  const now = await heldPayment(tx, found);
  if (!isOpenFor(now, token)) return { step: 'known', payment: now };
  const fail = async (code: ErrorCode): Promise<Claimed> => ({
    step: 'known',
    payment: await failDeposit(tx, now, code),
  });
  if (await isLate(tx, now.askedAt)) return fail('EC_INVALID_TRANSID');
  const verdict = verdictOf(returned, now.round);
  if (verdict === 'failed') return fail('EC_CREDITCARD_VALIDATE_FAILED');
  if (verdict === 'again') {
    const attempt = { round: now.round + 1 };
    return {
      step: 'again',
      payment: await movePayment(tx, now, 'waiting', { attempt, lookInSeconds: returnMinutes * 60 }),
    };
  }
  const refusal = await depositStillAdmitted(tx, now.playerId);
  if (refusal) return fail(refusal);
  const payment = await movePayment(tx, now, 'paying', { sent: true, lookInSeconds: lostAfterSeconds });
  return { step: 'pay', payment };
}
