/**
 * The payer's bank took a deposit back, whole or in part, or gave it back since the dispute was won. One
 * person enters it, another posts it by the same command with the same amount.
 *
 * - Taken: the amount leaves the balance, the rest becomes debt, and the card is stopped.
 * - Won: the amount is credited. The card is free again once nothing that was paid with it is held back.
 */
import { creditWallet, debitWallet } from '#server/ledger/outside.ts';
import type { Tx } from '#server/platform/database.ts';
import { readId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { personKey, requireOther } from '#server/platform/two-persons.ts';
import { securityEvent } from '#server/security/events.ts';
import { tell } from './messages.ts';
import { heldPayment, type Payment, paymentById } from './store.ts';

export type ChargebackKind = 'taken' | 'won';

export type Chargeback = {
  /** `known`: nothing is left to take or to give back. */
  step: 'entered' | 'posted' | 'known';
  playerId: number;
  amount: number;
  /** Part of the amount that the balance covered; null when not posted, 0 when a dispute was won. */
  fromWallet: number | null;
  /** Amount of the payment that banks hold back, by our postings. */
  heldBack: number;
};

export type ChargebackEntry = {
  /** Of the payment, as players see it or as the table has it. */
  id: string;
  kind: ChargebackKind;
  /** Whole krónur; left out: all that is left. */
  amount?: number | undefined;
  actor: string;
  reason: string;
};

/**
 * An entry with another amount takes the place of one that is not posted yet.
 *
 * Throws EC_NO_DATA_FOUND and EC_ACTION_NOT_ALLOWED with a message.
 */
export async function chargeBack(tx: Tx, entry: ChargebackEntry): Promise<Chargeback> {
  const { kind, actor } = entry;
  const payment = await heldPayment(tx, await cardDeposit(tx, entry.id));
  const { playerId } = payment;
  if (payment.status !== 'settled')
    refuseWith(`The payment is ${payment.status}: there is nothing to take back.`);
  const heldBack = await chargedBack(tx, payment);
  const left = kind === 'taken' ? payment.amount - heldBack : heldBack;
  const amount = entry.amount ?? left;
  if (left === 0 && (entry.amount === undefined || kind === 'won')) {
    const last = await lastPosted(tx, payment, kind);
    return { step: 'known', playerId, heldBack, ...last };
  }
  if (amount > left) refuseWith(`At most ${left} kr. of ${payment.amount} kr. are left, not ${amount} kr.`);
  const open = await openEntry(tx, payment, kind);
  if (open?.amount !== amount) {
    await enter(tx, payment, { ...entry, amount });
    return { step: 'entered', playerId, amount, fromWallet: null, heldBack };
  }
  const message = `${actor} entered it; another person confirms.`;
  const { firstKey, secondKey } = requireOther(open.enteredBy, actor, message);
  const fromWallet = await (kind === 'taken' ? take : giveBack)(tx, payment, amount);
  await sql`
    INSERT INTO chargeback_postings (chargeback_id, payment_id, confirmed_by, posted_at, from_wallet,
      entered_by_key, confirmed_by_key)
    VALUES (${open.chargebackId}, ${payment.paymentId}, ${actor}, domain_now(), ${fromWallet}, ${firstKey},
      ${secondKey})`.execute(tx);
  if (kind === 'won') await freeCard(tx, payment);
  return { step: 'posted', playerId, amount, fromWallet, heldBack: await chargedBack(tx, payment) };
}

async function cardDeposit(tx: Tx, text: string): Promise<Payment> {
  const id = readId(text);
  const payment = id === null ? null : await paymentById(tx, id);
  if (!payment || payment.virtualCard === null) return refuse('EC_NO_DATA_FOUND');
  return payment;
}

async function chargedBack(tx: Tx, { paymentId }: Payment): Promise<number> {
  const { rows } = await sql<{ amount: number }>`SELECT charged_back(${paymentId}) AS amount`.execute(tx);
  return (rows[0] as { amount: number }).amount;
}

async function lastPosted(
  tx: Tx,
  { paymentId, amount }: Payment,
  kind: ChargebackKind,
): Promise<{ amount: number; fromWallet: number }> {
  const { rows } = await sql<{ amount: number; fromWallet: number }>`
    SELECT c.amount, b.from_wallet AS "fromWallet"
    FROM chargebacks c JOIN chargeback_postings b USING (chargeback_id)
    WHERE c.payment_id = ${paymentId} AND c.kind = ${kind}
    ORDER BY chargeback_id DESC LIMIT 1`.execute(tx);
  return rows[0] ?? refuseWith(`Nothing of the ${amount} kr. was taken back: there is nothing to give back.`);
}

type OpenEntry = { chargebackId: number; amount: number; enteredBy: string };

/** The newest entry, as long as it is not posted. */
async function openEntry(tx: Tx, { paymentId }: Payment, kind: ChargebackKind): Promise<OpenEntry | null> {
  const { rows } = await sql<OpenEntry & { posted: boolean }>`
    SELECT c.chargeback_id AS "chargebackId", c.amount, c.entered_by AS "enteredBy",
      b.chargeback_id IS NOT NULL AS posted
    FROM chargebacks c LEFT JOIN chargeback_postings b USING (chargeback_id)
    WHERE c.payment_id = ${paymentId} AND c.kind = ${kind}
    ORDER BY chargeback_id DESC LIMIT 1`.execute(tx);
  const [entry] = rows;
  return entry && !entry.posted ? entry : null;
}

async function enter(
  tx: Tx,
  { paymentId, playerId }: Payment,
  { kind, amount, reason, actor }: ChargebackEntry & { amount: number },
): Promise<void> {
  await sql`
    INSERT INTO chargebacks (payment_id, player_id, kind, amount, reason, entered_by, entered_by_key,
      entered_at)
    VALUES (${paymentId}, ${playerId}, ${kind}, ${amount}, ${reason}, ${actor}, ${personKey(actor)},
      domain_now())`.execute(tx);
}

async function take(tx: Tx, payment: Payment, amount: number): Promise<number> {
  const { playerId, paymentId, virtualCard } = payment;
  const fromWallet = await debitWallet(tx, { playerId, paymentId, amount }, 'card_gateway', 'chargeback');
  await sql`
    UPDATE saved_cards SET stopped_at = domain_now()
    WHERE player_id = ${playerId} AND virtual_card = ${virtualCard} AND stopped_at IS NULL`.execute(tx);
  await tell(tx, playerId, 'chargeback', { amount });
  await securityEvent(tx, { kind: 'chargedBack', playerId, details: { reason: paymentId } });
  return fromWallet;
}

async function giveBack(tx: Tx, payment: Payment, amount: number): Promise<number> {
  const { playerId, paymentId } = payment;
  await creditWallet(tx, { playerId, paymentId, amount }, 'card_gateway', 'chargeback_return');
  await tell(tx, playerId, 'chargebackWon', { amount });
  await securityEvent(tx, { kind: 'chargebackWon', playerId, details: { reason: paymentId } });
  return 0;
}

/** A card stays stopped as long as a bank holds back anything that was paid with it. */
async function freeCard(tx: Tx, { playerId, virtualCard }: Payment): Promise<void> {
  await sql`
    UPDATE saved_cards SET stopped_at = NULL
    WHERE player_id = ${playerId} AND virtual_card = ${virtualCard} AND NOT EXISTS (
      SELECT FROM payments p WHERE p.player_id = ${playerId} AND p.virtual_card = ${virtualCard}
        AND charged_back(p.payment_id) > 0)`.execute(tx);
}

function refuseWith(message: string): never {
  return refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
