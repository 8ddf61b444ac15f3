/** Tickets that wait for a draw, a result or a prize. */

import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { itemsOfKeys } from './item.ts';

/** Keys of a player's tickets without a result: one look-up for each such draw, and those without a draw. */
export const undecidedKeys = (playerId: number): Sql => sql`
  SELECT c.player_id, c.draw_id, c.ticket_id FROM draws d, LATERAL (
    SELECT player_id, draw_id, ticket_id FROM coupons
    WHERE draw_id = d.draw_id AND player_id = ${playerId} OFFSET 0) c
  WHERE d.state NOT IN ('payout', 'closed', 'settled')
  UNION ALL SELECT player_id, NULL, ticket_id FROM open_tickets WHERE player_id = ${playerId}`;

/** Of those that may be open: also those won in draws that are being paid, and large prizes. */
export const openKeys = (playerId: number): Sql => sql`${undecidedKeys(playerId)}
  UNION SELECT w.player_id, w.draw_id, w.ticket_id FROM draws d, LATERAL (
    SELECT player_id, draw_id, ticket_id FROM coupon_wins
    WHERE draw_id = d.draw_id AND player_id = ${playerId} OFFSET 0) w
  WHERE d.state = 'payout'
  UNION SELECT player_id, draw_id, ticket_id FROM coupon_wins WHERE player_id = ${playerId} AND high
  UNION SELECT player_id, NULL, ticket_id FROM settled_tickets
  WHERE player_id = ${playerId} AND amount > 0 AND high`;

const isOpen = sql`v.status IN ('pending', 'won', 'highwind', 'claimed')`;

/** Club pools whose money has not all left. */
const openPools = (playerId: number): Sql => sql`
  SELECT count(DISTINCT syndicate_id) FROM held_shares h WHERE h.player_id = ${playerId}
    AND NOT EXISTS (SELECT FROM syndicate_ends e WHERE e.syndicate_id = h.syndicate_id)`;

/**
 * Tickets that await results, or whose prize awaits payment, and pools in which the player has a share.
 *
 * @param pages of `Database`
 */
export async function countActiveTickets(pages: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    SELECT count(DISTINCT v.ticket_id) + (${openPools(playerId)}) AS active
    FROM ${itemsOfKeys(openKeys(playerId))} WHERE ${isOpen}`.execute(pages);
  return rows[0]?.active ?? 0;
}

export async function countOpenCoupons(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*) + (${openPools(playerId)}) AS open
    FROM ${itemsOfKeys(openKeys(playerId))} WHERE ${isOpen}`.execute(db);
  return rows[0]?.open ?? 0;
}
