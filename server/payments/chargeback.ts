/**
 * The payer's bank took a deposit back. One person enters it, another confirms: then it is taken from the
 * balance, the rest becomes debt, the card is charged no more, and its player is told.
 */
import { debitWallet } from '#server/ledger/outside.ts';
import type { Tx } from '#server/platform/database.ts';
import { readId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isSamePerson } from '#server/platform/same-person.ts';
import { sql } from '#server/platform/sql.ts';
import { securityEvent } from '#server/security/events.ts';
import { tell } from './messages.ts';
import { heldPayment, type Payment, paymentById } from './store.ts';

export type Chargeback = {
  step: 'entered' | 'posted' | 'known';
  playerId: number;
  amount: number;
  /** What the balance covered; null while only one person has entered it. */
  fromWallet: number | null;
};

/** Throws EC_NO_DATA_FOUND and EC_ACTION_NOT_ALLOWED with a message. Repeatable. */
export async function chargeBack(
  tx: Tx,
  { id, actor, reason }: { id: string; actor: string; reason: string },
): Promise<Chargeback> {
  const payment = await cardDeposit(tx, id);
  const { playerId, amount, paymentId } = payment;
  const { status } = await heldPayment(tx, payment);
  if (status !== 'settled') refuseWith(`The payment is ${status}: there is nothing to take back.`);
  const { rows } = await sql<{ enteredBy: string; fromWallet: number | null }>`
    SELECT entered_by AS "enteredBy", from_wallet AS "fromWallet"
    FROM chargebacks LEFT JOIN chargeback_postings USING (payment_id)
    WHERE payment_id = ${paymentId}`.execute(tx);
  const [known] = rows;
  if (!known) {
    await sql`
      INSERT INTO chargebacks (payment_id, player_id, reason, entered_by, entered_at)
      VALUES (${paymentId}, ${playerId}, ${reason}, ${actor}, domain_now())`.execute(tx);
    return { step: 'entered', playerId, amount, fromWallet: null };
  }
  if (known.fromWallet !== null) return { step: 'known', playerId, amount, fromWallet: known.fromWallet };
  if (isSamePerson(known.enteredBy, actor)) refuseWith(`${actor} entered it; another person confirms.`);
  const fromWallet = await debitWallet(tx, payment, 'card_gateway', 'chargeback');
  await sql`
    INSERT INTO chargeback_postings (payment_id, confirmed_by, posted_at, from_wallet)
    VALUES (${paymentId}, ${actor}, domain_now(), ${fromWallet})`.execute(tx);
  await sql`
    UPDATE saved_cards SET stopped_at = domain_now()
    WHERE player_id = ${playerId} AND virtual_card = ${payment.virtualCard} AND stopped_at IS NULL`.execute(
    tx,
  );
  await tell(tx, playerId, 'chargeback', { amount });
  await securityEvent(tx, { kind: 'chargedBack', playerId, details: { reason: paymentId } });
  return { step: 'posted', playerId, amount, fromWallet };
}

async function cardDeposit(tx: Tx, text: string): Promise<Payment> {
  const id = readId(text);
  const payment = id === null ? null : await paymentById(tx, id);
  if (!payment || payment.virtualCard === null) return refuse('EC_NO_DATA_FOUND');
  return payment;
}

function refuseWith(message: string): never {
  return refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
