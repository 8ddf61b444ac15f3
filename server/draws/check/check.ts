/** Did I win? For whoever holds the code of a ticket, signed in or not: a prize, none, or not known yet. */
import type { CheckedDraw } from '#contract/draws.ts';
import type { Coupon, CouponResult } from '#server/draws/coupon.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { rafflesOfTicket } from '#server/draws/raffles/read.ts';
import type { Checked } from '#server/draws/showing.ts';
import { averageCostOf, readCoupons, readResult } from '#server/draws/ticket.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { itemsWhere } from '#server/sales/item.ts';
import { type ReadCode, readCheckCode } from './code.ts';

type Verdict = 'win' | 'none' | 'unknown';

type Answer = { verdict: Verdict; raffleWin: number };
type CheckedTicket = Answer & { playerId: number; ticketId: string };

type Parts = { pages: Db; secret: string; kinds: Kinds };

/**
 * The verdict and the rows of a ticket. It never tells who owns the ticket.
 *
 * @throws EC_TICKET_NOT_FOUND for every code that is no ticket's
 */
export async function shownCheck({ pages, secret, kinds }: Parts, code: string) {
  const { playerId, ticketId, verdict, raffleWin } = await checkTicket(pages, secret, code);
  const coupons = await readCoupons(pages, playerId, ticketId);
  // A ticket without a draw has no kind that could show it.
  if (coupons.length === 0) refuse('EC_TICKET_NOT_FOUND');
  const checked: Checked[] = [];
  for (const coupon of coupons)
    checked.push({ draw: shownDraw(coupon), coupon, result: await announcedResult(pages, coupon) });
  const [first, ...others] = checked as [Checked, ...Checked[]];
  const { showing } = kinds.of(first.coupon.game);
  const price = { stake: first.coupon.stakeTotal, ...(await averageCostOf(pages, showing, coupons)) };
  return { verdict, ...price, raffleWin, ticket: showing.checked([first, ...others]) };
}

/** The result, without its prizes while the owner has not been told of them. */
async function announcedResult(pages: Db, coupon: Coupon): Promise<CouponResult | null> {
  const result = await readResult(pages, coupon);
  return result && { ...result, amounts: announced.has(coupon.status) ? result.amounts : null };
}

/** In these states the owner has been told of the prize. */
const announced = new Set<Coupon['status']>(['paid', 'lost', 'highwind', 'claimed']);

function shownDraw({ draw, drawDate, status, amountWin }: Coupon): CheckedDraw {
  return {
    draw,
    drawDate: drawDate.toISOString(),
    status: status === 'won' ? 'pending' : status,
    ...(announced.has(status) && { amountWin }),
  };
}

/** @throws EC_TICKET_NOT_FOUND for every code that is no ticket's, whatever is wrong with it */
export async function checkTicket(pages: Db, secret: string, code: string): Promise<CheckedTicket> {
  const read = readCheckCode(secret, code) ?? refuse('EC_TICKET_NOT_FOUND');
  const ticketId = (await idsIn(pages, read)).find(read.isOf) ?? refuse('EC_TICKET_NOT_FOUND');
  const { playerId } = read;
  return { playerId, ticketId, ...(await answerOf(pages, playerId, ticketId)) };
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
async function answerOf(pages: Db, playerId: number, ticketId: string): Promise<Answer> {
  const { rows } = await sql<{ won: boolean; open: boolean }>`
    SELECT coalesce(bool_or(status IN ('paid', 'highwind', 'claimed')), false) AS won,
      coalesce(bool_or(status IN ('pending', 'won')), false) AS open
    FROM ${itemsWhere(sql`v.player_id = ${playerId} AND v.ticket_id = ${ticketId}`)}`.execute(pages);
  const raffles = await rafflesOfTicket(pages, playerId, ticketId);
  const paid = raffles.filter(({ status }) => status === 'paid');
  const raffleWin = paid.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  if (rows[0]?.won || paid.length > 0) return { verdict: 'win', raffleWin };
  const isOpen = rows[0]?.open || raffles.some(({ status }) => status !== 'lost');
  return { verdict: isOpen ? 'unknown' : 'none', raffleWin };
}
