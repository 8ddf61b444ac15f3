/** The holder of a new card came back from the issuer. */
import type { ErrorCode } from '#contract/errors.ts';
import type { Authentication, CardRefusal, CardUnknown, TypedCard } from '#integrations/card-gateway/face.ts';
import { brandOf } from '#rules/values/card-number.ts';
import { inactiveCode } from '#server/limits/eligibility.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { patientTransaction } from '#server/platform/patient-transaction.ts';
import { storePaymentMethod } from '#server/players/account/payment-method.ts';
import { securityEvent } from '#server/security/events.ts';
import type { AuthenticationView } from '../deposits/form.ts';
import { tell } from '../messages.ts';
import type { PaymentParts } from '../parts.ts';
import type { ReturnToken } from '../return-token.ts';
import { isLate, verdictOf } from '../returned.ts';
import { untilOver } from '../until-over.ts';
import { askHolder } from './add.ts';
import { claimFingerprint, releaseFingerprints, saveCard } from './saved.ts';
import { fingerprintsOf, hideCard, takeCard } from './typed-card.ts';
import { heldVerification, moveVerification, type Verification, verificationById } from './verifications.ts';

type Claimed =
  | { step: 'known'; verification: Verification }
  | { step: 'again'; verification: Verification; card: TypedCard; key: Buffer }
  | { step: 'store'; verification: Verification; card: TypedCard; fingerprint: Buffer };

export type ReturnedCard = { verification: Verification; again?: AuthenticationView };

/** Good once: what comes a second time is answered from what became of the first. */
export async function returnCard(
  parts: PaymentParts,
  token: ReturnToken,
  returned: Authentication,
): Promise<ReturnedCard | null> {
  const found = await verificationById(parts.db, token.id);
  if (!found || (found.purpose === 'deposit') !== (token.purpose === 'creditCard')) return null;
  const claimed: Claimed = isOpenFor(found, token)
    ? await patientTransaction(parts.db, (tx) => claim(tx, parts, found, token, returned))
    : { step: 'known', verification: found };
  if (claimed.step === 'known') {
    const read = () => verificationById(parts.db, token.id);
    return {
      verification: await untilOver(claimed.verification, ({ status }) => status === 'storing', read),
    };
  }
  if (claimed.step === 'store') {
    return { verification: await store(parts, claimed, returned) };
  }
  try {
    return { ...claimed, again: await askHolder(parts, claimed.verification, claimed.card, claimed.key) };
  } catch {
    return { verification: (await verificationById(parts.db, token.id)) ?? found };
  }
}

/** A verification never returns to this state, so all others can be decided by a read without a lock. */
const isOpenFor = ({ status, round }: Verification, token: ReturnToken) =>
  status === 'waiting' && round === token.round;

async function claim(
  tx: Tx,
  { fingerprintKeys }: PaymentParts,
  found: Verification,
  token: ReturnToken,
  returned: Authentication,
): Promise<Claimed> {
  const now = await heldVerification(tx, found);
  if (!isOpenFor(now, token)) return { step: 'known', verification: now };
  const fail = async (code: ErrorCode): Promise<Claimed> => ({
    step: 'known',
    verification: await moveVerification(tx, now, 'failed', { code }),
  });
  if (await isLate(tx, now.askedAt)) return fail('EC_INVALID_TRANSID');
  const verdict = verdictOf(returned, now.round);
  if (verdict === 'failed') return fail('EC_CREDITCARD_VALIDATE_FAILED');
  const refusal = await inactiveCode(tx, now.playerId);
  if (refusal) return fail(refusal);
  const card = await takeCard(tx, now.verificationId, token.key);
  if (!card) return fail('EC_INVALID_TRANSID');
  if (verdict === 'again') {
    const verification = await moveVerification(tx, now, 'waiting', { attempt: { round: now.round + 1 } });
    return { step: 'again', verification, card, key: await hideCard(tx, now.verificationId, card) };
  }
  const fingerprints = fingerprintsOf(card.number, fingerprintKeys);
  if (!(await claimFingerprint(tx, now.playerId, fingerprints))) return fail('EC_CARDNUMBER_EXISTS');
  const verification = await moveVerification(tx, now, 'storing', {});
  return { step: 'store', verification, card, fingerprint: fingerprints[0] };
}

async function store(
  parts: PaymentParts,
  { verification, card, fingerprint }: Extract<Claimed, { step: 'store' }>,
  authentication: Authentication,
): Promise<Verification> {
  const { purpose, requestId, playerId } = verification;
  const initiatedBy = purpose === 'deposit' ? 'cardholder' : 'merchant';
  const answer = await parts.cardGateway.storeCard({
    card,
    initiatedBy,
    authentication,
    correlationId: requestId,
  });
  let former: string | null = null;
  const verified = await transaction(parts.db, async (tx) => {
    const now = await heldVerification(tx, verification);
    if (now.status !== 'storing') return now;
    if (answer.outcome !== 'stored') return refused(tx, now, answer);
    const last4 = card.number.slice(-4);
    const expires = `${String(card.month).padStart(2, '0')}${String(card.year % 100).padStart(2, '0')}`;
    const brand = brandOf(card.number) ?? 'visa';
    const { virtualCard } = answer;
    former = await saveCard(tx, { playerId, purpose, virtualCard, brand, last4, expires, fingerprint });
    // Whoever paid by Aur pays by card from now on.
    if (purpose === 'deposit') await storePaymentMethod(tx, playerId, 'creditCard');
    await tell(tx, playerId, 'cardAdded', { last4 });
    await securityEvent(tx, { kind: 'cardAdded', playerId, details: { way: purpose } });
    return moveVerification(tx, now, 'stored', {});
  });
  if (former !== null) await parts.cardGateway.forgetCard(former);
  return verified;
}

async function refused(tx: Tx, now: Verification, answer: CardRefusal | CardUnknown): Promise<Verification> {
  const code = answer.outcome === 'refused' ? answer.code : 'EC_CC_ERROR';
  const failed = await moveVerification(tx, now, 'failed', { code });
  await releaseFingerprints(tx, now.playerId);
  return failed;
}
