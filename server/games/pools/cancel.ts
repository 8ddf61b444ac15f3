/** Cancels a ticket on the day of its purchase. */
import type pg from 'pg';
import { requireActive } from '#server/limits/eligibility.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { decodeId } from '#server/platform/ids.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { cancelTicket } from '#server/sales/sell.ts';
import type { PoolKindName } from './program-id.ts';
import { couponIdOf } from './ticket.ts';

export type CancelParts = {
  pool: pg.Pool;
  pages: Db;
  /** Whether the player has a share of it: tickets of clubs are not cancelled. */
  holdsTicket: (playerId: number, ticketId: string) => Promise<boolean>;
};

export async function cancelPool(
  { pool, pages, holdsTicket }: CancelParts,
  kind: PoolKindName,
  { params: { ticketId } }: { params: { ticketId: string } },
  { caller: { playerId }, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<undefined> {
  await requireActive(pages, playerId);
  if (kind === 'toto' && (await holdsTicket(playerId, ticketId))) refuse('EC_CANCEL_NOT_ALLOWED');
  await couponIdOf(pages, kind, { playerId, ticketId });
  try {
    const { replayed } = await cancelTicket(pool, { playerId, ticketId, key, inputHash });
    if (replayed) markReplay();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'EC_CANCEL_NOT_ALLOWED') throw error;
    if (await isBeingSettled(pages, playerId, ticketId)) refuse('EC_TICKET_PENDING');
    throw error;
  }
}

/** From the first results until the prizes are on their way. */
async function isBeingSettled(pages: Db, playerId: number, ticketId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM coupons c JOIN draws d USING (draw_id)
    WHERE c.player_id = ${playerId} AND c.ticket_id = ${decodeId(ticketId)}
      AND d.state IN ('results', 'confirmed', 'winsel')`.execute(pages);
  return rows.length > 0;
}
