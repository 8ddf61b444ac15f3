import type { CouponToKeep, Played } from '#web/shared/tickets/kept-tickets.ts';
import type { Ticket } from './ticket-data.server.ts';

/** A coupon for each draw, without anything that names the ticket; of its own id a mark is kept. */
export function couponsToKeep(ticket: Ticket, gameName: string): CouponToKeep[] {
  const { gameId } = ticket;
  const played = playedOf(ticket, gameName);
  return ticket.coupons.map(({ couponId, draw, drawDate }) => ({
    couponId,
    gameId,
    draw,
    drawDate,
    ...played,
  }));
}

function playedOf(ticket: Ticket, name: string): Played {
  if ('play' in ticket) {
    const marks = ticket.play.rows.map((row) =>
      row.marks.map(({ place, text, also = [] }) => ({ place, texts: [text, ...also] })),
    );
    return { name, marks };
  }
  const { rows, joker, system } = ticket;
  return {
    rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
    joker: joker ?? null,
    system: system ?? 0,
  };
}
