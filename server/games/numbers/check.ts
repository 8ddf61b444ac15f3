/** What the code on a ticket tells: whether it won, its rows, and what was drawn; never whose it is. */
import type { ApiAnswer } from '#contract/api.ts';
import { checkTicket } from '#server/draws/check/check.ts';
import type { Coupon } from '#server/draws/coupon.ts';
import { readCoupons, readResult } from '#server/draws/ticket.ts';
import type { Db } from '#server/platform/database.ts';
import { viewPlay } from './ticket.ts';

type Parts = { pages: Db; secret: string };
type Answer = ApiAnswer<'lotto.check'>;
type Draw = Answer['ticket']['draws'][number];

/** @throws EC_TICKET_NOT_FOUND for every code that is no ticket's */
export async function checkNumbers({ pages, secret }: Parts, code: string): Promise<Answer> {
  const { playerId, ticketId, verdict } = await checkTicket(pages, secret, code);
  const coupons = await readCoupons(pages, playerId, ticketId);
  const [first] = coupons as [Coupon, ...Coupon[]];
  const { rows, system, joker } = viewPlay(first, null);
  const draws: Draw[] = [];
  for (const coupon of coupons) draws.push(await drawOf(pages, coupon));
  return {
    verdict,
    ticket: {
      gameId: first.game,
      rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
      ...(system !== undefined && { system }),
      ...(joker && { joker }),
      draws,
    },
  };
}

/** A prize is told when the ticket's owner is told. */
const told = new Set<Coupon['status']>(['paid', 'lost', 'highwind', 'claimed']);

async function drawOf(pages: Db, coupon: Coupon): Promise<Draw> {
  const { draw, drawDate, status, amountWin } = coupon;
  const { results } = viewPlay(coupon, await readResult(pages, coupon));
  return {
    draw,
    drawDate: drawDate.toISOString(),
    isCancelled: status === 'cancelled',
    ...(results && { results }),
    ...(told.has(status) && { amountWin }),
  };
}
