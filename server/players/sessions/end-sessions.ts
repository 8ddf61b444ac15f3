import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/**
 * Ends the player's sessions, all or all but `kept`. Locks them in the order in which calls that keep
 * sessions alive do (`touch_sessions`).
 *
 * @returns how many
 */
export async function endSessionsOf(tx: Tx, playerId: number, kept: Buffer | null): Promise<number> {
  const { rowCount } = await sql`
    DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions
      WHERE player_id = ${playerId} AND token_hash IS DISTINCT FROM ${kept}::bytea
      ORDER BY token_hash FOR UPDATE)`.execute(tx);
  return rowCount ?? 0;
}
