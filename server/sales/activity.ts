/** What is still open for a player who thinks of closing the account. */

import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Of coupons that wait for a draw or a prize. */
export const openStatuses = sql`('pending', 'won', 'highwind', 'claimed')`;

/** Tickets that await results, or whose prize awaits payment. */
export async function hasActiveTickets(db: Db, playerId: number): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    SELECT EXISTS (
      SELECT FROM player_coupons WHERE player_id = ${playerId} AND status IN ${openStatuses}
    ) AS active`.execute(db);
  return rows[0]?.active ?? false;
}
