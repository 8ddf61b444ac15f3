/** A ticket of the player on paper; the kind of game draws rows and results. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ticketNumber } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { Marks } from '#web/shared/games/marks.tsx';
import { DescribedPlay } from '#web/shared/tickets/described-play.tsx';
import { NumbersDrawn, NumbersPlayed, withoutSums } from '#web/shared/tickets/numbers-played.tsx';
import { TicketPaper } from '#web/shared/tickets/ticket-paper.tsx';
import { TicketCheckCode, TicketLine, TicketPrice } from '#web/shared/tickets/ticket-parts.tsx';
import { drawDay, ticketNameOf } from '#web/shared/tickets/ticket-words.ts';
import { useText } from '#web/text/text.tsx';
import { Draws } from './draws.tsx';
import { PrintedFoot } from './printed-foot.tsx';
import type { Qr } from './qr.server.ts';
import type { Sealed, Ticket } from './ticket-data.server.ts';
import { isLess, ticketState } from './ticket-state.ts';
import { lineInBook } from './verify-proof.ts';

/**
 * @param qr leads to the page that checks the ticket
 * @param sealed null before the seal
 */
export function Paper({ ticket, qr, sealed }: { ticket: Ticket; qr: Qr; sealed: Sealed | null }) {
  const words = useText();
  const { now } = useShell();
  const { cancelled, coupons, receipt, stakeTotal, averageCost } = ticket;
  return (
    <TicketPaper
      gameId={ticket.gameId}
      heading="h2"
      {...useHead(ticket)}
      state={ticketState(words, ticket, now)}
      isVoid={cancelled !== undefined}
      notes={<Notes ticket={ticket} />}
      played={<Played ticket={ticket} />}
      drawn={useDrawn(ticket)}
      draws={coupons.length > 1 && <Draws ticket={ticket} />}
      prices={<TicketPrice price={stakeTotal} averageCost={cancelled ? undefined : averageCost} />}
      more={<More ticket={ticket} sealed={sealed} />}
    >
      <TicketCheckCode code={receipt.checkCode} />
      <PrintedFoot ticket={ticket} qr={qr} />
    </TicketPaper>
  );
}

/** The ticket beside the claim of its prize: rows, results and price, without state and code. */
export function PlayedPaper({ ticket }: { ticket: Ticket }) {
  return (
    <TicketPaper
      gameId={ticket.gameId}
      heading="h2"
      {...useHead(ticket)}
      state={null}
      played={<Played ticket={ticket} />}
      drawn={useDrawn(ticket)}
      prices={<TicketPrice price={ticket.stakeTotal} averageCost={ticket.averageCost} />}
    />
  );
}

function useHead(ticket: Ticket): { name: string; when: string[] } {
  const { t, format } = useText();
  const { now } = useShell();
  const game = useGameName()(ticket.gameId);
  const { drawDate, coupons, couponId } = ticket;
  const when = [drawDay(format, drawDate, now)];
  if (coupons.length > 1) {
    const nth = coupons.findIndex((coupon) => coupon.couponId === couponId) + 1;
    when.push(t('ticket.nthDraw', { nth, count: coupons.length }));
  }
  return { name: ticketNameOf(t, game, 'play' in ticket ? 0 : ticket.system), when };
}

function Played({ ticket }: { ticket: Ticket }) {
  if ('play' in ticket) return <DescribedPlay play={ticket.play} />;
  // Sums are shown once the prize is credited or waits for its owner.
  const play = ticket.status === 'won' ? withoutSums(ticket) : ticket;
  return <NumbersPlayed gameId={ticket.gameId} play={play} isVoid={ticket.cancelled !== undefined} />;
}

function useDrawn(ticket: Ticket): { name: string; marks: ReactNode } | null {
  const { t, locale } = useText();
  if ('play' in ticket) {
    const { outcome } = ticket.play;
    return outcome ? { name: outcome.name[locale], marks: <Marks marks={outcome.marks} /> } : null;
  }
  const { results, gameId } = ticket;
  if (!results) return null;
  return { name: t('ticket.drawn'), marks: <NumbersDrawn gameId={gameId} drawn={results} /> };
}

function Notes({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { amountWin, amountLapsed, stake } = ticket;
  return (
    <>
      {isLess(ticket) && (
        <p>{t('myPages.tickets.wonLess', { amount: money(amountWin), stake: money(stake) })}</p>
      )}
      {amountLapsed !== undefined && <p>{t('myPages.tickets.lapsed', { amount: money(amountLapsed) })}</p>}
    </>
  );
}

/** Folded details, which say nothing about the outcome. */
function More({ ticket, sealed }: { ticket: Ticket; sealed: Sealed | null }) {
  const { t, format, locale } = useText();
  const { purchaseDate, cancelled, promotions, receipt, subscriptionId, status, channel } = ticket;
  const bought = channel === 'mobile' ? 'myPages.tickets.channelMobile' : 'myPages.tickets.channelWeb';
  const lines = sealed?.evidence.coupons ?? 0;
  const line = sealed && lineInBook(sealed.proof.path, lines);
  const numbers = promotions.flatMap((promotion) => promotion.numbers);
  return (
    <>
      <TicketLine label={t('proof.number')}>
        <span translate="no">{ticketNumber(ticket.id)}</span>
      </TicketLine>
      {!('play' in ticket) && (
        <TicketLine label={t('play.code')}>
          <span translate="no">{ticket.code}</span>
        </TicketLine>
      )}
      <TicketLine label={t('proof.securityCode')}>
        <span translate="no">{ticketNumber(receipt.securityCode)}</span>
      </TicketLine>
      {line && (
        <TicketLine label={t('proof.bookLine')}>
          {t('proof.bookLineOf', { line: groupDigits(line), lines: groupDigits(lines) })}
        </TicketLine>
      )}
      {numbers.length > 0 && (
        <TicketLine label={t('myPages.tickets.promotion')}>{numbers.join(', ')}</TicketLine>
      )}
      {subscriptionId && (
        <TicketLine label={t('myPages.tickets.fromSubscription')}>
          <Link to={pathsFor(locale).subscriptions({ subscriptionId })}>
            {t('purchase.viewSubscription')}
          </Link>
        </TicketLine>
      )}
      <TicketLine label={t(subscriptionId ? 'myPages.tickets.written' : bought)}>
        {format.dateTime(purchaseDate)}
      </TicketLine>
      {cancelled && (
        <TicketLine label={t('myPages.tickets.cancelledAt')}>{format.dateTime(cancelled.at)}</TicketLine>
      )}
      {/* Nothing is to be claimed of what lost, was cancelled or is paid. */}
      {(status === 'pending' || status === 'highwind') && (
        <TicketLine label={t(status === 'pending' ? 'proof.claimByLarge' : 'proof.claimBy')}>
          {format.dateYear(receipt.claimBy)}
        </TicketLine>
      )}
    </>
  );
}
