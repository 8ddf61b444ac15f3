/** Did I win? For whoever holds the code of a ticket, signed in or not: a prize, none, or not known yet. */
import { rafflesOfTicket } from '#server/draws/raffles/read.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { itemsWhere } from '#server/sales/item.ts';
import { type ReadCode, readCheckCode } from './code.ts';

export type Verdict = 'win' | 'none' | 'unknown';

export type CheckedTicket = { playerId: number; ticketId: string; verdict: Verdict };

/** @throws EC_TICKET_NOT_FOUND for every code that is no ticket's, whatever is wrong with it */
export async function checkTicket(pages: Db, secret: string, code: string): Promise<CheckedTicket> {
  const read = readCheckCode(secret, code) ?? refuse('EC_TICKET_NOT_FOUND');
  const ticketId = (await idsIn(pages, read)).find(read.isOf) ?? refuse('EC_TICKET_NOT_FOUND');
  const { playerId } = read;
  return { playerId, ticketId, verdict: await verdictOf(pages, playerId, ticketId) };
}

async function idsIn(pages: Db, { playerId, first, last }: ReadCode): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT ticket_id AS id FROM tickets
    WHERE player_id = ${playerId} AND ticket_id BETWEEN ${first}::uuid AND ${last}::uuid`.execute(pages);
  return rows.map(({ id }) => id);
}

/**
 * A prize is told once it lies in the wallet, a large one once both engines found it and it waits for its
 * claim; of several draws, and their raffles, the first prize decides.
 */
async function verdictOf(pages: Db, playerId: number, ticketId: string): Promise<Verdict> {
  const { rows } = await sql<{ won: boolean; open: boolean }>`
    SELECT coalesce(bool_or(status IN ('paid', 'highwind', 'claimed')), false) AS won,
      coalesce(bool_or(status IN ('pending', 'won')), false) AS open
    FROM ${itemsWhere(sql`v.player_id = ${playerId} AND v.ticket_id = ${ticketId}`)}`.execute(pages);
  const raffles = (await rafflesOfTicket(pages, playerId, ticketId)).map(({ status }) => status);
  if (rows[0]?.won || raffles.includes('paid')) return 'win';
  return rows[0]?.open || raffles.some((status) => status !== 'lost') ? 'unknown' : 'none';
}
