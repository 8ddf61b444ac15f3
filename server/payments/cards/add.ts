/** `POST /user/credit-card`: a card is kept once its holder has proven it with the issuer. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { TypedCard } from '#integrations/card-gateway/face.ts';
import { expiryYears, isCardNumber, isExpired } from '#rules/values/card-number.ts';
import { readGrouped } from '#rules/values/typed.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';
import { authenticationOf } from '../deposits/form.ts';
import { boundsOf, type PaymentParts } from '../parts.ts';
import { writeReturnToken } from '../return-token.ts';
import { hideCard } from './typed-card.ts';
import {
  heldVerification,
  insertVerification,
  keepVerificationForm,
  moveVerification,
  type Verification,
} from './verifications.ts';

type Context = CallContext & { caller: Caller };

export async function addCard(
  parts: PaymentParts,
  { body }: ApiInput<'card.add'>,
  { caller }: Context,
): Promise<ApiAnswer<'card.add'>> {
  const { playerId } = caller;
  const card = await readCard(parts.db, body);
  const purpose = body.isSubscriptionCard ? 'subscription' : 'deposit';
  const { verification, key } = await transaction(parts.db, async (tx) => {
    await lockWallet(tx, playerId);
    await requireActive(tx, playerId);
    await requireFresh(tx, caller);
    await refuseTooMany(tx, playerId, boundsOf(parts));
    const begun = await insertVerification(tx, { playerId, purpose, reentryUrl: body.reentryUrl });
    return { verification: begun, key: await hideCard(tx, begun.verificationId, card) };
  });
  return askHolder(parts, verification, card, key);
}

/** Throws EC_CREDITCARD_INVALID_FORMAT with its issue, before anybody outside is asked. */
async function readCard(db: Db, body: ApiInput<'card.add'>['body']): Promise<TypedCard> {
  const number = readGrouped(body.number);
  if (!isCardNumber(number)) refuseFormat('number', 'invalidCardNumber');
  const [year = 0, month = 0] = body.expires.split('-').map(Number);
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  if (isExpired({ month, year }, today)) refuseFormat('expires', 'invalidExpirationDate');
  if (year >= Number(today.slice(0, 4)) + expiryYears) refuseFormat('expires', 'invalidYear');
  return { number, month, year, cvc: body.cvd };
}

function refuseFormat(field: string, message: string): never {
  return refuse('EC_CREDITCARD_INVALID_FORMAT', { issues: { body: [{ path: [field], message }] } });
}

/** Whoever tries numbers in a row stops here (429). */
async function refuseTooMany(
  tx: Tx,
  playerId: number,
  { cardsADay, failedCardsADay }: { cardsADay: number; failedCardsADay: number },
): Promise<void> {
  const { rows } = await sql<{ tried: number; failed: number; seconds: number }>`
    SELECT count(*)::integer AS tried, count(*) FILTER (WHERE status = 'failed')::integer AS failed,
      coalesce(ceil(extract(epoch FROM min(asked_at) + interval '1 day' - domain_now())), 1)::integer
        AS seconds
    FROM card_verifications WHERE player_id = ${playerId}
      AND asked_at > (SELECT domain_now()) - interval '1 day'
  `.execute(tx);
  const { tried = 0, failed = 0, seconds = 1 } = rows[0] ?? {};
  if (tried < cardsADay && failed < failedCardsADay) return;
  refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: Math.max(1, seconds) });
}

/** The issuer's page for a card that waits; throws the gateway's refusal, and then it waits no more. */
export async function askHolder(
  parts: PaymentParts,
  verification: Verification,
  card: TypedCard,
  key: Buffer,
): Promise<ApiAnswer<'card.add'>> {
  const { verificationId: id, round, purpose, requestId } = verification;
  const isDeposit = purpose === 'deposit';
  const answer = await parts.cardGateway.beginAuthentication({
    card: { typed: card },
    amount: 0,
    returnUrl: `${parts.siteUrl}/api/verify/${isDeposit ? 'credit-card' : 'subscription-card'}`,
    md: writeReturnToken(parts.returnSecret, {
      purpose: isDeposit ? 'creditCard' : 'subscriptionCard',
      id,
      round,
      key,
    }),
    correlationId: requestId,
    challenge: true,
  });
  const code = answer.outcome === 'refused' ? answer.code : 'EC_CC_ERROR';
  await transaction(parts.db, async (tx) => {
    const now = await heldVerification(tx, verification);
    if (now.status !== 'waiting' || now.round !== round) return;
    if (answer.outcome === 'begun') await keepVerificationForm(tx, now, answer.form);
    else await moveVerification(tx, now, 'failed', { code });
  });
  if (answer.outcome !== 'begun') refuse(code);
  return authenticationOf(answer.form, encodeId(id));
}
