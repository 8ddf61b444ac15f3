/** The outcome of the last ticket that was settled, stated as plainly when it lost as when it won. */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol, Icon } from '#web/ui/icon.tsx';
import type { TicketLine } from '#web/ui/ticket-list.tsx';

export function Outcome({ ticket }: { ticket: TicketLine }) {
  const { t, format, locale } = useText();
  const won = ticket.amountWin > 0;
  return (
    <Link
      className="out"
      data-game={ticket.gameId}
      to={pathsFor(locale).ticket(ticket.ticketId, ticket.couponId)}
    >
      <GameSymbol game={ticket.gameId} size="s" />
      <span>
        <b>
          {won
            ? t('myPages.tickets.winAmount', { amount: money(ticket.amountWin) })
            : t('myPages.tickets.noPrize')}
        </b>
        <span className="s">
          {t('home.outcomeOf', {
            game: t('games.lotto.name'),
            date: format.date(ticket.drawDate),
            rows: ticket.rowCount,
            stake: money(ticket.stake),
          })}
        </span>
      </span>
      <Icon name="right" small />
    </Link>
  );
}
