/**
 * The subscription card is charged without its holder (docs/rules/payments.md, Subscription charges). A
 * charge is a row before the gateway is asked. Its outcome is known before the next charge begins.
 */
import type { ErrorCode } from '#contract/errors.ts';
import type { CardRefusal, Paid } from '#integrations/card-gateway/face.ts';
import { creditWallet } from '#server/ledger/outside.ts';
import { admit } from '#server/limits/eligibility.ts';
import { lockWallet, releaseStake } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { logFault } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { payByCard } from './card-payment.ts';
import { chargeableCard } from './cards/saved.ts';
import { failDeposit } from './deposits/fail.ts';
import { lookAtCardPayment } from './deposits/look.ts';
import { noteFlag } from './flag.ts';
import { tellDeposit } from './messages.ts';
import { lostAfterSeconds, type PaymentParts } from './parts.ts';
import {
  type CallKey,
  chargeOfKey,
  heldPayment,
  insertPayment,
  movePayment,
  openCharge,
  type Payment,
  type PaymentId,
  paymentById,
} from './store.ts';
import { untilOver } from './until-over.ts';

export type CardCharge = {
  playerId: number;
  /** Whole krónur. */
  amount: number;
  /** Of this charge alone: requests with the same reference share one charge. */
  reference: string;
  /** The call and key that asked for it. A charge that failed frees the key for another one. */
  madeBy?: CallKey;
  /** Whether the charge is still to be made. Asked under the wallet's lock, before the charge is written. */
  isNeeded: (tx: Tx) => Promise<boolean>;
};

/** A charge that the gateway took and that is not yet credited to a balance. */
export type TakenCharge = {
  /** For the charge of the subscription, which names the movement that was paid. */
  paymentId: string;
  /** Card → balance, in the transaction of the charge. */
  post: (tx: Tx) => Promise<void>;
  /** Nothing was bought with it. Does nothing once it is posted. */
  giveBack: () => Promise<void>;
};

/**
 * `wait`: the outcome is not known yet, and nothing may be charged before it is. `isNeeded: false`: another
 * request has made the charge.
 */
export type CardAnswer = { code: ErrorCode; wait?: true } | { isNeeded: false } | TakenCharge;

/** Asked outside of every transaction. */
export type ChargeCard = (charge: CardCharge) => Promise<CardAnswer>;

export const createChargeCard =
  (parts: PaymentParts): ChargeCard =>
  (charge) =>
    chargeCard(parts, charge);

async function chargeCard(parts: PaymentParts, charge: CardCharge): Promise<CardAnswer> {
  const begun = await begin(parts, charge);
  if (!('payment' in begun)) return begun;
  const { payment, isNew } = begun;
  if (!isNew) return answerOf(parts, await finished(parts, payment));
  const sent = { payment, authentication: null, initiatedBy: 'merchant', answered } as const;
  return answerOf(parts, await payByCard(parts, sent));
}

/** Another request under the same reference is asking the gateway: its answer is the answer to both. */
function finished({ db }: PaymentParts, payment: Payment): Promise<Payment> {
  const isOpen = ({ status }: Payment) => status === 'paying';
  return untilOver(payment, isOpen, () => paymentById(db, payment.paymentId));
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

/** A paid charge that is in no balance after so long: the process that asked for it is gone. */
const unpostedAfterSeconds = 120;

type Begun = { payment: Payment; isNew: boolean } | Exclude<CardAnswer, TakenCharge>;

function begin({ db }: PaymentParts, charge: CardCharge): Promise<Begun> {
  const { playerId, amount, madeBy } = charge;
  return transaction<Begun>(db, async (tx) => {
    await lockWallet(tx, playerId);
    if (!(await charge.isNeeded(tx))) return { isNeeded: false };
    const { existing, reference } = await existingCharge(tx, charge);
    if (existing) return existing;
    if (await isAnotherOpen(tx, playerId)) return { code: 'EC_CC_ERROR', wait: true };
    const card = await chargeableCard(tx, playerId, 'subscription');
    if (!card) return { code: 'EC_CREDITCARD_MISSING' };
    const { countedOn } = await admit(tx, { playerId, flow: 'cardStake', amount });
    const lost = { status: 'paying', lookInSeconds: lostAfterSeconds } as const;
    const wanted = { playerId, amount, reference, card, countedOn, ...lost, ...(madeBy && { madeBy }) };
    return { payment: await insertPayment(tx, { ...wanted, kind: 'subscriptionCharge' }), isNew: true };
  }).catch((error: unknown) => {
    if (error instanceof Refusal) return { code: error.code };
    throw error;
  });
}

/** The charge that the request repeats, or the reference of a new one. */
async function existingCharge(
  tx: Tx,
  { playerId, reference, madeBy }: CardCharge,
): Promise<{ existing: Begun | null; reference: string }> {
  if (madeBy === undefined || madeBy.key === null) {
    const payment = await chargeOfReference(tx, playerId, reference);
    return { existing: payment && { payment, isNew: false }, reference };
  }
  const known = await chargeOfKey(tx, playerId, madeBy);
  const next = `${reference} ${(known?.attempts ?? 0) + 1}`;
  if (!known || !isOpen(known.payment)) return { existing: null, reference: next };
  if (!known.same) return { existing: { code: 'EC_DUPLICATE_VALUE' }, reference: next };
  return { existing: { payment: known.payment, isNew: false }, reference: next };
}

const isOpen = ({ status }: Payment): boolean => ['paying', 'unknown', 'paid'].includes(status);

async function chargeOfReference(tx: Tx, playerId: number, reference: string): Promise<Payment | null> {
  const { rows } = await sql<{ paymentId: string }>`
    SELECT payment_id AS "paymentId" FROM payments
    WHERE player_id = ${playerId} AND reference = ${reference}`.execute(tx);
  const [row] = rows;
  return row ? heldPayment(tx, { playerId, paymentId: row.paymentId }) : null;
}

/** Two charges at once would each be decided without knowing the outcome of the other. */
async function isAnotherOpen(tx: Tx, playerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE player_id = ${playerId} AND kind = 'subscriptionCharge'
      AND status IN (${openCharge}) LIMIT 1`.execute(tx);
  return rows.length > 0;
}

function answerOf(parts: PaymentParts, payment: Payment): CardAnswer {
  const { status, paymentId } = payment;
  if (status === 'settled') return { isNeeded: false };
  if (status === 'paid') {
    return {
      paymentId,
      post: async (tx) => {
        await post(tx, payment);
      },
      giveBack: () => giveBack(parts, payment),
    };
  }
  const wait = status === 'paying' || status === 'unknown';
  return { code: (payment.code ?? 'EC_CC_ERROR') as ErrorCode, ...(wait && { wait }) };
}

/** Flag `unused` until `charge_subscription` links the payment to its charge. */
async function post(tx: Tx, payment: Payment): Promise<Payment> {
  const now = await heldPayment(tx, payment);
  if (now.status !== 'paid') return now;
  const { playerId, amount, countedOn } = now;
  await creditWallet(tx, now, 'card_gateway', 'subscription_deposit');
  if (countedOn !== null) await releaseStake(tx, { playerId, amount, countedOn });
  return movePayment(tx, now, 'settled', { lookInSeconds: null, flag: 'unused' });
}

/** If this process dies here, the worker goes on. */
const givenBackBySeconds = 5;

async function giveBack(parts: PaymentParts, paid: Payment): Promise<void> {
  const undone = await transaction(parts.db, async (tx) => {
    const now = await heldPayment(tx, paid);
    if (now.status !== 'paid') return null;
    return movePayment(tx, now, 'unknown', { lookInSeconds: givenBackBySeconds });
  });
  if (!undone) return;
  const { paymentId } = undone;
  await lookAtCardPayment(parts, undone).catch((error: unknown) => logFault(parts.log, error, { paymentId }));
}

/** The charge was not made: its money stays in the balance, and its player and a person are told. */
export async function reportUnused(tx: Tx, id: PaymentId): Promise<void> {
  await noteFlag(tx, id, 'unused');
  await tellDeposit(tx, await heldPayment(tx, id));
}

export function lookAtSubscriptionCharge(parts: PaymentParts, payment: Payment): Promise<Payment> {
  if (payment.status !== 'paid') return lookAtCardPayment(parts, payment);
  return transaction(parts.db, async (tx) => {
    const { status } = await heldPayment(tx, payment);
    const posted = await post(tx, payment);
    if (status === 'paid') await reportUnused(tx, payment);
    return posted;
  });
}
