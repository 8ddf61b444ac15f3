/** What the code on a ticket tells: whether it won, its rows, and what was drawn; never whose it is. */
import type { ApiAnswer } from '#contract/api.ts';
import { checkTicket } from '#server/draws/check/check.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { lottoTicket } from './ticket.ts';

type Parts = { pages: Db; secret: string };
type Ticket = ApiAnswer<'lotto.ticket'>;

/** @throws EC_TICKET_NOT_FOUND for every code that is no ticket's */
export async function checkNumbers(
  { pages, secret }: Parts,
  code: string,
): Promise<ApiAnswer<'lotto.check'>> {
  const { playerId, ticketId, verdict } = await checkTicket(pages, secret, code);
  const { rows } = await sql<{ couponId: string }>`
    SELECT coupon_id AS "couponId" FROM coupons WHERE player_id = ${playerId} AND ticket_id = ${ticketId}
  `.execute(pages, 'ticket_coupon_ids');
  const coupons: Ticket[] = [];
  for (const { couponId } of rows) {
    const ids = { ticketId: encodeId(ticketId), couponId: encodeId(couponId) };
    coupons.push(await lottoTicket({ pages, secret, locale: 'is' }, playerId, ids));
  }
  const [first] = coupons;
  return {
    verdict,
    ...(first && { ticket: { gameId: first.gameId, ...playOf(first), draws: drawsOf(coupons) } }),
  };
}

function playOf({ rows, system, joker }: Ticket) {
  return {
    rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
    ...(system !== undefined && { system }),
    ...(joker && { joker }),
  };
}

/** A prize is told when the ticket's owner is told. */
const told = new Set<Ticket['status']>(['paid', 'lost', 'highwind', 'claimed']);

function drawsOf(coupons: readonly Ticket[]) {
  const inOrder = coupons.toSorted((a, b) => a.draw - b.draw);
  return inOrder.map(({ draw, drawDate, status, results, amountWin }) => ({
    draw,
    drawDate,
    isCancelled: status === 'cancelled',
    ...(results && { results }),
    ...(told.has(status) && { amountWin }),
  }));
}
