/** Tickets as ruled lines: game, when, outcome in words and amount. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol, Icon } from './icon.tsx';
import { type LargePrizeStatus, StatusPill, type TicketStatus } from './status-pill.tsx';

export type TicketLine = {
  ticketId: string;
  couponId: string;
  gameId: string;
  status: TicketStatus;
  drawDate: string;
  amountWin: number;
  amountLapsed?: number | undefined;
  largePrize?: { status: LargePrizeStatus; claimBy: string } | undefined;
  stake: number;
  rowCount: number;
};

export function TicketList({ tickets, now }: { tickets: readonly TicketLine[]; now: string }) {
  const { t, format, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <ul className="list">
      {tickets.map((ticket) => (
        <li key={ticket.couponId} data-game={ticket.gameId}>
          <Link to={paths.ticket(ticket.ticketId, ticket.couponId)}>
            <GameSymbol game={ticket.gameId} />
            <span className="words">
              <b>
                {t('games.lotto.name')} · {t('units.rows', { count: ticket.rowCount })}
              </b>
              <span className="soft">
                {t('myPages.tickets.draw', { date: format.nearDateTime(ticket.drawDate, now) })}
              </span>
            </span>
            <span className="aside">
              <StatusPill status={shownStatus(ticket)} />
              <span className="figures soft">
                {money(ticket.amountWin > 0 ? ticket.amountWin : ticket.stake)}
              </span>
            </span>
            <Icon name="right" small />
            {ticket.largePrize && <LargePrizeNote {...ticket.largePrize} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function shownStatus({ status, amountLapsed, largePrize }: TicketLine) {
  return amountLapsed === undefined ? (largePrize?.status ?? status) : 'lapsed';
}

/** What happens next. */
function LargePrizeNote({ status, claimBy }: NonNullable<TicketLine['largePrize']>) {
  const { t, format } = useText();
  const next =
    status === 'claimed'
      ? t('myPages.tickets.large.claimed')
      : t('myPages.tickets.large.claimBy', { date: format.dateYear(claimBy) });
  return <span className="next soft">{next}</span>;
}
