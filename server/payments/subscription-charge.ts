/**
 * The subscription card is charged without its holder (docs/rules/payments.md, Subscription charges). The
 * attempt is a row before the gateway is asked; what it took is in the balance even where the charge that asked
 * for it was not made any more, and an attempt of unknown outcome is known before the next begins.
 */
import type { ErrorCode } from '#contract/errors.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { admit } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { chargeableCard } from './cards/saved.ts';
import { endDeposit } from './deposits/fail.ts';
import { lookAtCardPayment } from './deposits/look.ts';
import { lostAfterSeconds, type PaymentParts } from './parts.ts';
import { heldPayment, insertPayment, movePayment, type Payment } from './store.ts';

export type CardCharge = {
  playerId: number;
  /** Whole krónur. */
  amount: number;
  /** Of this charge alone: asked again under the same reference, the card is not charged twice. */
  reference: string;
};

/** Why nothing was paid, or how the answer is posted: card → balance, in the transaction of the charge. */
export type CardAnswer = { code: ErrorCode } | { post: (tx: Tx) => Promise<void> };

export async function chargeSubscriptionCard(parts: PaymentParts, charge: CardCharge): Promise<CardAnswer> {
  const { payment, isNew, code } = await begin(parts, charge);
  if (!payment) return { code };
  if (!isNew) return answerOf(payment);
  const { virtualCard, amount, requestId, paymentId, playerId } = payment;
  const answer = await parts.cardGateway.pay({
    virtualCard: virtualCard ?? '',
    amount,
    correlationId: requestId,
    reference: paymentId.replaceAll('-', ''),
    authentication: null,
    initiatedBy: 'merchant',
  });
  const now = await transaction(parts.db, async (tx) => {
    await lockWallet(tx, playerId);
    const held = await heldPayment(tx, payment);
    if (held.status !== 'paying') {
      const isOpen = held.status === 'unknown' || held.status === 'notBooked';
      return isOpen ? movePayment(tx, held, held.status, { lookInSeconds: 0 }) : held;
    }
    if (answer.outcome === 'unknown') {
      return movePayment(tx, held, 'unknown', { code: 'EC_CC_ERROR', lookInSeconds: 0 });
    }
    if (answer.outcome === 'refused') {
      return endDeposit(tx, held, 'failed', { code: answer.code, lookInSeconds: null });
    }
    const { transactionId, authorizationCode } = answer;
    const taken = { transactionId, authorizationCode, lookInSeconds: unpostedAfterSeconds };
    return movePayment(tx, held, 'paid', taken);
  });
  return answerOf(now);
}

/** What was paid and is in no balance after so long: the charge that asked for it was not made. */
const unpostedAfterSeconds = 120;

type Begun =
  | { payment: Payment; isNew: boolean; code?: never }
  | { payment: null; isNew: false; code: ErrorCode };

function begin({ db }: PaymentParts, { playerId, amount, reference }: CardCharge): Promise<Begun> {
  return transaction(db, async (tx) => {
    await lockWallet(tx, playerId);
    const known = await chargeOfReference(tx, playerId, reference);
    if (known) return { payment: known, isNew: false };
    const no = (code: ErrorCode): Begun => ({ payment: null, isNew: false, code });
    if (await isUnknownOpen(tx, playerId)) return no('EC_CC_ERROR');
    const card = await chargeableCard(tx, playerId, 'subscription');
    if (!card) return no('EC_CREDITCARD_MISSING');
    try {
      const { countedOn } = await admit(tx, { playerId, flow: 'deposit', amount });
      const lost = { status: 'paying', lookInSeconds: lostAfterSeconds } as const;
      const wanted = { playerId, amount, reference, card, countedOn, ...lost };
      return { payment: await insertPayment(tx, { ...wanted, kind: 'subscriptionCharge' }), isNew: true };
    } catch (error) {
      if (error instanceof Refusal) return no(error.code);
      throw error;
    }
  });
}

async function chargeOfReference(tx: Tx, playerId: number, reference: string): Promise<Payment | null> {
  const { rows } = await sql<{ paymentId: string }>`
    SELECT payment_id AS "paymentId" FROM payments
    WHERE player_id = ${playerId} AND reference = ${reference}`.execute(tx);
  const [row] = rows;
  return row ? heldPayment(tx, { playerId, paymentId: row.paymentId }) : null;
}

/** Of two attempts one would be made blindly. */
async function isUnknownOpen(tx: Tx, playerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE player_id = ${playerId} AND kind = 'subscriptionCharge'
      AND status IN ('paying', 'unknown') LIMIT 1`.execute(tx);
  return rows.length > 0;
}

function answerOf(payment: Payment): CardAnswer {
  if (payment.status === 'settled') return { post: async () => {} };
  if (payment.status === 'paid') return { post: (tx) => post(tx, payment) };
  return { code: (payment.code ?? 'EC_CC_ERROR') as ErrorCode };
}

async function post(tx: Tx, payment: Payment): Promise<void> {
  await lockWallet(tx, payment.playerId);
  const now = await heldPayment(tx, payment);
  if (now.status !== 'paid') return;
  await creditWallet(tx, now, 'card_gateway', 'subscription_deposit');
  await movePayment(tx, now, 'settled', { lookInSeconds: null });
}

export function lookAtSubscriptionCharge(parts: PaymentParts, payment: Payment): Promise<Payment> {
  if (payment.status !== 'paid') return lookAtCardPayment(parts, payment);
  return transaction(parts.db, async (tx) => {
    await post(tx, payment);
    return heldPayment(tx, payment);
  });
}
