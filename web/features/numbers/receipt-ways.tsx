/** What one may want of a ticket just bought: its draws in a calendar, its numbers to share. */
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import { DrawsToCalendar } from '#web/shared/games/draws-to-calendar.tsx';
import { ShareNumbers } from '#web/shared/tickets/share-numbers.tsx';
import * as ticketLinksCss from '#web/shared/tickets/ticket-links.module.css';
import type { PlayDraw, Quote } from './quote.ts';

export function ReceiptWays({ quote, draw }: { quote: Quote; draw: PlayDraw }) {
  const { rows, joker, system } = quote;
  const played = formatPlayAddress({ rows, joker: joker ?? null, system });
  return (
    <div className={ticketLinksCss.ticketLinks}>
      <DrawsToCalendar gameId={draw.gameId} draws={drawsOf(quote, draw)} />
      <ShareNumbers gameId={draw.gameId} played={played} rows={rows} joker={joker} />
    </div>
  );
}

/** The draws that were bought and are not drawn yet. */
function drawsOf({ drawDates }: Quote, { draw, drawDate, followingDraws }: PlayDraw): number[] {
  const known = [{ draw, drawDate }, ...followingDraws];
  return known.flatMap((each) => (drawDates.includes(each.drawDate) ? [each.draw] : []));
}
