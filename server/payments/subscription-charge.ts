/**
 * The subscription card is charged without its holder (docs/rules/payments.md, Subscription charges). The
 * attempt is a row before the gateway is asked; what it took is in the balance even where the charge that
 * asked for it was not made any more, and an attempt of unknown outcome is known before the next begins.
 */
import type { ErrorCode } from '#contract/errors.ts';
import type { CardRefusal, Paid } from '#integrations/card-gateway/face.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { admit } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { payByCard } from './card-payment.ts';
import { chargeableCard } from './cards/saved.ts';
import { failDeposit } from './deposits/fail.ts';
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

/**
 * Why nothing was paid, or how the answer is posted: card → balance, in the transaction of the charge.
 * `wait`: what became of it is not known yet, and nothing may be charged before it is.
 */
export type CardAnswer = { code: ErrorCode; wait?: true } | { post: (tx: Tx) => Promise<void> };

/** Asked outside of every transaction. */
export type ChargeCard = (charge: CardCharge) => Promise<CardAnswer>;

export const createChargeCard =
  (parts: PaymentParts): ChargeCard =>
  (charge) =>
    chargeCard(parts, charge);

async function chargeCard(parts: PaymentParts, charge: CardCharge): Promise<CardAnswer> {
  const begun = await begin(parts, charge);
  if ('code' in begun) return begun;
  const { payment, isNew } = begun;
  if (!isNew) return answerOf(payment);
  const sent = { payment, authentication: null, initiatedBy: 'merchant', answered } as const;
  return answerOf(await payByCard(parts, sent));
}

async function answered(tx: Tx, now: Payment, answer: Paid | CardRefusal): Promise<Payment> {
  if (answer.outcome === 'refused') return failDeposit(tx, now, codeOf(answer));
  const { transactionId, authorizationCode } = answer;
  const taken = { transactionId, authorizationCode, lookInSeconds: unpostedAfterSeconds };
  return movePayment(tx, now, 'paid', taken);
}

/** There is nobody to prove anything: whatever the gateway has against a card, it does not pay. */
function codeOf({ code }: CardRefusal): ErrorCode {
  return code === 'EC_CC_ERROR' || code === 'EC_CREDITCARD_MISSING' ? code : 'EC_CC_DECLINED';
}

/** What was paid and is in no balance after so long: the charge that asked for it was not made. */
const unpostedAfterSeconds = 120;

type Begun = { payment: Payment; isNew: boolean } | { code: ErrorCode; wait?: true };

function begin({ db }: PaymentParts, { playerId, amount, reference }: CardCharge): Promise<Begun> {
  return transaction(db, async (tx) => {
    await lockWallet(tx, playerId);
    const known = await chargeOfReference(tx, playerId, reference);
    if (known) return { payment: known, isNew: false };
    if (await isAnotherOpen(tx, playerId)) return { code: 'EC_CC_ERROR', wait: true };
    const card = await chargeableCard(tx, playerId, 'subscription');
    if (!card) return { code: 'EC_CREDITCARD_MISSING' };
    try {
      const { countedOn } = await admit(tx, { playerId, flow: 'deposit', amount });
      const lost = { status: 'paying', lookInSeconds: lostAfterSeconds } as const;
      const wanted = { playerId, amount, reference, card, countedOn, ...lost };
      return { payment: await insertPayment(tx, { ...wanted, kind: 'subscriptionCharge' }), isNew: true };
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code };
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
async function isAnotherOpen(tx: Tx, playerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE player_id = ${playerId} AND kind = 'subscriptionCharge'
      AND status IN ('paying', 'unknown', 'paid') LIMIT 1`.execute(tx);
  return rows.length > 0;
}

function answerOf(payment: Payment): CardAnswer {
  if (payment.status === 'settled') return { post: async () => {} };
  if (payment.status === 'paid') {
    return {
      post: async (tx) => {
        await post(tx, payment);
      },
    };
  }
  const wait = ['paying', 'unknown'].includes(payment.status);
  return { code: (payment.code ?? 'EC_CC_ERROR') as ErrorCode, ...(wait && { wait }) };
}

async function post(tx: Tx, payment: Payment): Promise<Payment> {
  const now = await heldPayment(tx, payment);
  if (now.status !== 'paid') return now;
  await creditWallet(tx, now, 'card_gateway', 'subscription_deposit');
  return movePayment(tx, now, 'settled', { lookInSeconds: null });
}

export function lookAtSubscriptionCharge(parts: PaymentParts, payment: Payment): Promise<Payment> {
  if (payment.status !== 'paid') return lookAtCardPayment(parts, payment);
  return transaction(parts.db, (tx) => post(tx, payment));
}
