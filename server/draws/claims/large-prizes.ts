/** Large prizes, as the operator and those who pay them read them. */

import type { Db } from '#server/platform/database.ts';
import { encodeId, idsBeginning } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** `pending`: its draw is not paid out yet; `waiting`: for a claim. */
export type PrizeStatus = 'pending' | 'waiting' | 'claimed' | 'paid' | 'lapsed';

/** What a claim hangs on: a coupon, whose prize includes the side game's, or a ticket without a draw. */
export type PrizeCause =
  | { drawId: number; draw: number; drawDate: Date; couponId: string }
  | { drawId: null; draw: null; drawDate: null; couponId: null };

export type LargePrize = PrizeCause & {
  /** Of the coupon, else of the ticket. */
  causeId: string;
  game: string;
  playerId: number;
  ticketId: string;
  /** Whole krónur. */
  amount: number;
  status: PrizeStatus;
  /** The last day on which it can be claimed; null before its draw is paid out. */
  claimBy: string | null;
  /** The first day on which so large a prize can be paid; null when that is not ahead. */
  heldUntil: string | null;
  /** When the winner claimed it; null where an operator took the claim alone. */
  winnerClaimedAt: Date | null;
  claimedAt: Date | null;
  claimedBy: string | null;
  /** By a second operator, where the winner claimed it. */
  approvedAt: Date | null;
  approvedBy: string | null;
  releasedAt: Date | null;
  releasedBy: string | null;
};

export async function largePrizesOfDraw(db: Db, drawId: number): Promise<LargePrize[]> {
  return read(db, sql`p.draw_id = ${drawId}`);
}

/** By its coupon, or by its ticket without a draw. Null if the player has no such large prize. */
export async function largePrizeOf(db: Db, playerId: number, causeId: string): Promise<LargePrize | null> {
  const [prize] = await read(db, sql`p.player_id = ${playerId} AND p.cause_id = ${causeId}`);
  return prize ?? null;
}

/** Letters and headings name a ticket by so much of its number. */
const shortLength = 8;

/**
 * Of a ticket by its number as it is shown, with or without its dashes, whole or as letters name it, in the
 * order of their draws. Refuses when there is none, and when several tickets are named so.
 */
export async function largePrizesOfTicket(db: Db, ticket: string): Promise<LargePrize[]> {
  const typed = ticket.replaceAll('-', '');
  const ids = typed.length < shortLength ? null : idsBeginning(typed);
  const prizes = ids === null ? [] : await read(db, sql`p.ticket_id BETWEEN ${ids[0]} AND ${ids[1]}`);
  if (new Set(prizes.map(({ ticketId }) => ticketId)).size > 1) {
    const message = `The numbers of several tickets begin with ${ticket}; give the whole number.`;
    return refuse('EC_TICKET_NOT_FOUND', { details: { message } });
  }
  if (prizes.length > 0) return prizes;
  const message = `No large prize is on a ticket ${ticket}; others are paid by themselves.`;
  return refuse('EC_TICKET_NOT_FOUND', { details: { message } });
}

/** The game alone where there is no draw. */
export const gameAndDraw = ({ game, draw }: Pick<LargePrize, 'game' | 'draw'>): string =>
  draw === null ? game : `${game} ${draw}`;

/** With ids as they are shown outside. */
export function shownPrize({ drawId, causeId, ticketId, couponId, playerId, ...rest }: LargePrize) {
  const ids = { ticketId: encodeId(ticketId), couponId: couponId && encodeId(couponId) };
  return { ...ids, playerId: String(playerId), ...rest };
}

export type ShownPrize = ReturnType<typeof shownPrize>;

async function read(db: Db, wanted: Sql<unknown>): Promise<LargePrize[]> {
  const { rows } = await sql<LargePrize>`
    SELECT p.draw_id AS "drawId", coalesce(d.game, t.game) AS game, d.number AS draw,
      d.draw_date AS "drawDate", p.player_id AS "playerId", p.ticket_id AS "ticketId",
      p.coupon_id AS "couponId", p.cause_id AS "causeId", p.amount, p.status,
      p.claim_by AS "claimBy", held_until(p.draw_id, p.amount) AS "heldUntil",
      p.winner_claimed_at AS "winnerClaimedAt", p.approved_at AS "approvedAt",
      p.approved_by AS "approvedBy", p.claimed_at AS "claimedAt", p.claimed_by AS "claimedBy",
      p.released_at AS "releasedAt", p.released_by AS "releasedBy"
    FROM large_prizes p LEFT JOIN draws d USING (draw_id)
    LEFT JOIN tickets t ON p.draw_id IS NULL AND t.player_id = p.player_id AND t.ticket_id = p.ticket_id
    WHERE ${wanted} ORDER BY d.draw_date, p.cause_id`.execute(db);
  return rows;
}
