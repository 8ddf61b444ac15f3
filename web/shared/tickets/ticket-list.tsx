/** Tickets as ruled lines: game, when, outcome in words and amount. */
import { Link } from 'react-router';
import type { Format } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol, Icon } from '#web/ui/icon.tsx';
import { type LargePrizeStatus, StatusPill, type TicketStatus } from './status-pill.tsx';
import * as ticketListCss from './ticket-list.module.css';

export type TicketLine = {
  ticketId: string;
  /** Absent, like its draw and rows, on a ticket without a draw. */
  couponId?: string | undefined;
  gameId: string;
  status: TicketStatus;
  purchaseDate: string;
  drawDate?: string | undefined;
  amountWin: number;
  amountLapsed?: number | undefined;
  largePrize?: { status: LargePrizeStatus; claimBy: string; payableFrom?: string | undefined } | undefined;
  stake: number;
  rowCount?: number | undefined;
};

export function TicketList({ tickets, now }: { tickets: readonly TicketLine[]; now: string }) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const paths = pathsFor(locale);
  return (
    <ul className={ticketListCss.list}>
      {tickets.map((ticket) => (
        <li key={ticket.couponId ?? ticket.ticketId} data-game={ticket.gameId}>
          <Link to={paths.ticket(ticket.ticketId, ticket.couponId)}>
            <GameSymbol game={ticket.gameId} />
            <span className={ticketListCss.words}>
              <b>
                {nameOf(ticket.gameId)}
                {ticket.rowCount !== undefined && <>&nbsp;· {t('units.rows', { count: ticket.rowCount })}</>}
              </b>
              <span className="soft">
                {ticket.drawDate && <span className="visually-hidden">{t('myPages.tickets.draw')} </span>}
                {dayOf(ticket, format, now)}
              </span>
            </span>
            <span className={ticketListCss.aside}>
              <StatusPill status={shownStatus(ticket)} />
              <Amount ticket={ticket} />
            </span>
            <Icon name="right" small />
            {ticket.largePrize && <LargePrizeNote {...ticket.largePrize} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Of its draw, else of its purchase: to the minute while it is ahead, the year where it is another one. */
function dayOf({ status, drawDate, purchaseDate }: TicketLine, format: Format, now: string): string {
  if (drawDate === undefined) return format.nearDateTime(purchaseDate, now);
  if (status === 'pending') return format.nearDateTime(drawDate, now);
  return drawDate.slice(0, 4) === now.slice(0, 4) ? format.shortDate(drawDate) : format.dateYear(drawDate);
}

/** What was won, came back, or was paid, and which of them it is. */
function Amount({ ticket }: { ticket: TicketLine }) {
  const { t } = useText();
  const { amountWin, status, stake } = ticket;
  const isWon = amountWin > 0 && shownStatus(ticket) !== 'pending';
  const label = isWon ? 'win' : status === 'cancelled' ? 'refunded' : 'stake';
  return (
    <span className="figures soft">
      {t(`myPages.tickets.${label}`)}{' '}
      <span className={isWon ? 'money ink' : 'money'}>{money(isWon ? amountWin : stake)}</span>
    </span>
  );
}

/** A ticket that won is pending until its prize is credited or waits for its owner. */
function shownStatus({ status, amountLapsed, largePrize }: TicketLine) {
  if (amountLapsed !== undefined) return 'lapsed';
  if (largePrize) return largePrize.status;
  return status === 'won' ? 'pending' : status;
}

/** What happens next. */
function LargePrizeNote({ status, claimBy, payableFrom }: NonNullable<TicketLine['largePrize']>) {
  const { t, format } = useText();
  const day = (date: string) => ({ date: format.dateYear(date) });
  if (status === 'highwind')
    return (
      <span className={`${ticketListCss.next} soft`}>{t('myPages.tickets.large.claimBy', day(claimBy))}</span>
    );
  const next = payableFrom
    ? t('myPages.tickets.large.claimedHeld', day(payableFrom))
    : t('myPages.tickets.large.claimed');
  return <span className={`${ticketListCss.next} soft`}>{next}</span>;
}
