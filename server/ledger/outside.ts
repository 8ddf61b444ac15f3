/** Money between wallets and the outside. Callers hold the wallet's lock and name the payment it is for. */

import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Who holds money for us, and what of it is on its way. */
export type OutsideAccount = 'card_gateway' | 'aur' | 'bank' | 'withdrawals';

export type OutsideMove = {
  playerId: number;
  paymentId: string;
  /** Whole krónur, above 0. */
  amount: number;
};

const accountOf = (kind: OutsideAccount) => sql`ledger_account(${kind}, NULL, NULL, NULL, NULL)`;

/** Into the balance. */
export async function creditWallet(
  tx: Tx,
  { playerId, paymentId, amount }: OutsideMove,
  from: OutsideAccount,
  kind: 'deposit' | 'subscription_deposit' | 'withdrawal_return' | 'chargeback_return',
): Promise<void> {
  await sql`
    SELECT credit_wallet(${playerId}, ${accountOf(from)}, ${kind}, ${amount}::bigint, ${paymentId}::uuid,
      domain_now()) AS credited`.execute(tx);
}

/**
 * Out of the balance. What a chargeback takes beyond it becomes debt; a withdrawal beyond it throws, unless
 * the bank has already paid it.
 *
 * @returns what came from the balance
 */
export async function debitWallet(
  tx: Tx,
  { playerId, paymentId, amount }: OutsideMove,
  to: OutsideAccount,
  kind: 'withdrawal' | 'chargeback',
  mayOwe = kind === 'chargeback',
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    SELECT debit_wallet(${playerId}, ${accountOf(to)}, ${kind}, ${amount}::bigint, ${paymentId}::uuid,
      domain_now(), ${mayOwe}) AS taken`.execute(tx);
  return (rows[0] as { taken: number }).taken;
}

/** The bank paid what was held for it. */
export async function bookPaidOut(tx: Tx, { playerId, paymentId, amount }: OutsideMove): Promise<void> {
  await sql`
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, payment_id)
    SELECT ${playerId}, domain_now(), 'withdrawal_paid', ${accountOf('withdrawals')}, ${accountOf('bank')},
      ${amount}::bigint, ${paymentId}::uuid`.execute(tx);
}
