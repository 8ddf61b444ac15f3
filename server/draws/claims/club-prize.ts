/** Large prizes of syndicates: the club claims them, and the syndicate divides them into wallets. */
import { refuseStep } from '#server/draws/halt.ts';
import { clubAccount } from '#server/payments/clubs/account.ts';
import type { Tx } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import type { LargePrize } from './large-prizes.ts';

/** Tickets of syndicates belong to player 0. */
export const isOfPlayer = ({ playerId }: Pick<LargePrize, 'playerId'>): boolean => playerId !== 0;

/** A club whose bank account two persons have confirmed is known to be who it says. */
export async function requireKnownClub(tx: Tx, prizes: readonly LargePrize[]): Promise<void> {
  for (const { playerId, ticketId } of prizes.filter((prize) => !isOfPlayer(prize))) {
    const { rows } = await sql<{ clubId: number }>`
      SELECT support_id AS "clubId" FROM tickets
      WHERE player_id = ${playerId} AND ticket_id = ${ticketId}`.execute(tx);
    const clubId = rows[0]?.clubId ?? 0;
    if (await clubAccount(tx, clubId)) continue;
    refuseStep(
      `Ticket ${encodeId(ticketId)} is of club ${clubId}: its bank account comes first (club bank).`,
    );
  }
}
