import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** The empty wallet of a new player; `certificateExpires` is `YYYY-MM-DD`. */
export async function openWallet(tx: Tx, playerId: number, certificateExpires: string): Promise<void> {
  await sql`
    INSERT INTO wallets (player_id, account_id, certificate_expires)
    VALUES (${playerId}, ledger_account('wallet', ${playerId}::bigint, NULL, NULL, NULL),
      ${certificateExpires})
  `.execute(tx);
}
