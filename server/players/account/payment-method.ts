import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** By what a player deposits from now on. */
export async function storePaymentMethod(
  tx: Tx,
  playerId: number,
  method: 'creditCard' | 'aur',
): Promise<void> {
  await sql`UPDATE players SET payment_method = ${method} WHERE player_id = ${playerId}`.execute(tx);
}
