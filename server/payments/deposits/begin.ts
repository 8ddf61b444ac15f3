/**
 * `POST /user/account/deposit`: the intent is written and counts toward the limits before anybody outside is
 * asked (docs/rules/payments.md, Deposits). What the key has begun is answered again from its state now.
 */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { admit, requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { askAur } from '#server/payments/aur/begin.ts';
import { chargeableCard } from '#server/payments/cards/saved.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { systemLimits } from '#server/players/limits/system-limits.ts';
import { boundsOf, lostAfterSeconds, type PaymentParts, returnMinutes } from '../parts.ts';
import { type CallKey, heldPayment, insertPayment, type Payment, paymentOfKey } from '../store.ts';
import { requireAmount } from './amount.ts';
import { askIssuer } from './ask-issuer.ts';
import { failDeposit } from './fail.ts';
import { authenticationOf } from './form.ts';
import { finishedDeposit, payDeposit } from './pay.ts';

type Answer = ApiAnswer<'account.deposit'>;
type Context = CallContext & { caller: Caller };

export async function beginDeposit(
  parts: PaymentParts,
  call: 'deposit' | 'depositInsufficientBalance',
  { body }: Pick<ApiInput<'account.deposit'>, 'body'>,
  { caller: { playerId }, key, inputHash, markReplay }: Context,
): Promise<Answer> {
  const { depositMin: min, depositMax: max } = systemLimits;
  requireAmount(body.amount, { min, max, tooHigh: 'EC_VALUE_TOO_HIGH' });
  const madeBy = { call, key, inputHash };
  const { payment, isReplay } = await transaction(parts.db, (tx) =>
    intend(tx, parts, { playerId, ...body, madeBy }),
  );
  if (isReplay) {
    markReplay();
    return answerOf(await finishedDeposit(parts, payment));
  }
  if (payment.kind === 'aurDeposit') return answerOf(await askAur(parts, payment));
  if (payment.status === 'paying') return answerOf(await payDeposit(parts, payment, null));
  return answerOf(await askIssuer(parts, payment));
}

type Wanted = { playerId: number; amount: number; reentryUrl: string; madeBy: CallKey };
type Intended = { payment: Payment; isReplay: boolean };

async function intend(tx: Tx, parts: PaymentParts, wanted: Wanted): Promise<Intended> {
  const { playerId, amount, reentryUrl, madeBy } = wanted;
  await lockWallet(tx, playerId);
  const known = await paymentOfKey(tx, playerId, madeBy);
  if (known) return known.same ? { payment: known.payment, isReplay: true } : refuse('EC_DUPLICATE_VALUE');
  await requireActive(tx, playerId);
  const bounds = boundsOf(parts);
  await refuseTooMany(tx, playerId, bounds.depositsADay);
  const source = await sourceOf(tx, playerId);
  if (bounds.oneWaiting && 'card' in source) await replaceWaiting(tx, playerId);
  const { countedOn } = await admit(tx, { playerId, flow: 'deposit', amount });
  const common = { playerId, amount, reentryUrl, madeBy, countedOn };
  if ('msisdn' in source) {
    const aur = { kind: 'aurDeposit', status: 'waiting', lookInSeconds: 1 } as const;
    return { payment: await insertPayment(tx, { ...common, ...source, ...aur }), isReplay: false };
  }
  const asksHolder = amount >= bounds.deposit3ds;
  const status = asksHolder ? 'waiting' : 'paying';
  const lookInSeconds = asksHolder ? returnMinutes * 60 : lostAfterSeconds;
  const payment = await insertPayment(tx, {
    ...common,
    ...source,
    kind: 'cardDeposit',
    status,
    lookInSeconds,
  });
  return { payment, isReplay: false };
}

/** By what the player pays: throws EC_CREDITCARD_MISSING, or EC_AUR_ERROR where no number is proven. */
async function sourceOf(tx: Tx, playerId: number) {
  const { rows } = await sql<{ method: string; msisdn: string | null }>`
    SELECT payment_method AS method,
      CASE WHEN mobile_confirmed_at IS NOT NULL THEN mobile END AS msisdn
    FROM players WHERE player_id = ${playerId}`.execute(tx);
  const { method, msisdn } = rows[0] ?? refuse('EC_AUTH_FAIL');
  if (method === 'aur') return { msisdn: msisdn ?? refuse('EC_AUR_ERROR', { status: 400 }) };
  return { card: (await chargeableCard(tx, playerId, 'deposit')) ?? refuse('EC_CREDITCARD_MISSING') };
}

/** Whoever tries cards or sums in a row stops here (429). */
async function refuseTooMany(tx: Tx, playerId: number, most: number): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM asked_at + interval '1 day' - domain_now()))::integer AS seconds
    FROM payments WHERE player_id = ${playerId} AND kind IN ('cardDeposit', 'aurDeposit')
      AND asked_at > (SELECT domain_now()) - interval '1 day'
    ORDER BY asked_at DESC OFFSET ${most - 1} LIMIT 1`.execute(tx);
  const [row] = rows;
  if (row) refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: Math.max(1, row.seconds) });
}

/**
 * Fails deposits that still await the cardholder and releases their limits. The worker ends those
 * older than a day.
 */
async function replaceWaiting(tx: Tx, playerId: number): Promise<void> {
  const { rows } = await sql<{ paymentId: string }>`
    SELECT payment_id AS "paymentId" FROM payments
    WHERE player_id = ${playerId} AND kind = 'cardDeposit' AND status = 'waiting'
      AND asked_at > (SELECT domain_now()) - interval '1 day'
    ORDER BY payment_id`.execute(tx);
  for (const { paymentId } of rows) {
    await failDeposit(tx, await heldPayment(tx, { playerId, paymentId }), 'EC_INVALID_TRANSID');
  }
}

/** What a deposit is answered with, as it stands. Throws its code where it failed. */
function answerOf(payment: Payment): Answer {
  const { status, kind, paymentId, form } = payment;
  const id = encodeId(paymentId);
  if (status === 'settled') return { success: true, transactionId: id };
  if (kind === 'aurDeposit' && status === 'waiting') return { aurToken: id };
  if (status === 'waiting' && form) return { type3D: 'redirect', ...authenticationOf(form, id) };
  return refuseWith(payment);
}

function refuseWith({ code, aurErrorId }: Payment): never {
  const details = aurErrorId === null ? undefined : { aurErrorId };
  return refuse((code ?? 'EC_CC_ERROR') as 'EC_CC_ERROR', {
    ...(details && { details }),
    ...(details && { status: 400 }),
  });
}
