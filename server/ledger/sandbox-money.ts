/**
 * Money that an embedded instance is given to play with. Every króna of it comes from the account `sandbox`,
 * so that the books balance and show what was given.
 */

import type { Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** Production has no sandbox money, whoever asks. */
export async function assertSandbox(tx: Tx): Promise<void> {
  const { rows } = await sql<{ mode: string }>`SELECT mode FROM installation`.execute(tx);
  if (rows[0]?.mode !== 'embedded') refuse('EC_ACTION_NOT_ALLOWED');
}

/** `balance` in whole krónur, 0 allowed; `certificateExpires` is `YYYY-MM-DD`. */
export type NewWallet = { playerId: number; certificateExpires: string; balance: number };

/** Opens the wallets of players that have none yet; works on tens of thousands at once. */
export async function openWallets(tx: Tx, wallets: readonly NewWallet[]): Promise<void> {
  await assertSandbox(tx);
  await sql`
    WITH moment AS MATERIALIZED (
      SELECT domain_now() AS at, ledger_account('sandbox', NULL, NULL, NULL, NULL) AS sandbox
    ), given AS MATERIALIZED (
      SELECT * FROM unnest(${wallets.map((each) => each.playerId)}::bigint[],
        ${wallets.map((each) => each.certificateExpires)}::date[],
        ${wallets.map((each) => each.balance)}::bigint[]) AS given(player_id, expires, balance)
    ), account AS (
      INSERT INTO ledger_accounts (kind, player_id) SELECT 'wallet', player_id FROM given
      RETURNING account_id, player_id
    ), wallet AS (
      INSERT INTO wallets (player_id, account_id, balance, certificate_expires)
      SELECT player_id, account_id, balance, expires FROM given JOIN account USING (player_id)
    )
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after)
    SELECT player_id, at, 'sandbox_balance', sandbox, account_id, balance, 0, balance
    FROM given JOIN account USING (player_id), moment
    WHERE balance > 0
  `.execute(tx);
}

/** Raises the wallets that hold less to `balance`. */
export async function topUpWallets(tx: Tx, playerIds: readonly number[], balance: number): Promise<void> {
  await assertSandbox(tx);
  await sql`
    SELECT 1 FROM wallets WHERE player_id = ANY (${playerIds}::bigint[]) ORDER BY player_id FOR UPDATE
  `.execute(tx);
  await sql`
    WITH moment AS MATERIALIZED (
      SELECT domain_now() AS at, ledger_account('sandbox', NULL, NULL, NULL, NULL) AS sandbox
    ), low AS MATERIALIZED (
      SELECT player_id, account_id, balance FROM wallets
      WHERE player_id = ANY (${playerIds}::bigint[]) AND balance < ${balance}
    ), raised AS (
      UPDATE wallets w SET balance = ${balance} FROM low WHERE w.player_id = low.player_id
    )
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after)
    SELECT player_id, at, 'sandbox_balance', sandbox, account_id, ${balance} - balance, balance, ${balance}
    FROM low, moment
  `.execute(tx);
}
