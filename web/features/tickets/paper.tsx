/** A ticket of the player on paper; the kind of game draws rows and results. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ticketNumber } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { Marks } from '#web/shared/games/marks.tsx';
import * as poolPlayedCss from '#web/shared/pools/pool-played.module.css';
import { DescribedPlay } from '#web/shared/tickets/described-play.tsx';
import { NumbersDrawn, NumbersPlayed, withoutSums } from '#web/shared/tickets/numbers-played.tsx';
import { TicketPaper, type TicketState } from '#web/shared/tickets/ticket-paper.tsx';
import { TicketCheckCode, TicketLine, TicketPrice } from '#web/shared/tickets/ticket-parts.tsx';
import { drawDay, ticketNameOf } from '#web/shared/tickets/ticket-words.ts';
import { useText } from '#web/text/text.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Draws } from './draws.tsx';
import { PoolLive } from './pool-live.tsx';
import { poolOf } from './pool-of.ts';
import { isDecided } from './pool-state.ts';
import { PrintedFoot } from './printed-foot.tsx';
import type { Qr } from './qr.server.ts';
import type { Sealed, Ticket } from './ticket-data.server.ts';
import { isLess, ticketState } from './ticket-state.ts';
import { lineInBook } from './verify-proof.ts';

const PoolPlayed = lazyIsland(async () => (await import('#web/shared/pools/pool-played.tsx')).PoolPlayed);
const PoolWinnings = lazyIsland(async () => (await import('./pool-winnings.tsx')).PoolWinnings);

/**
 * @param qr leads to the page that checks the ticket
 * @param sealed null before the seal
 */
export function Paper({ ticket, qr, sealed }: { ticket: Ticket; qr: Qr; sealed: Sealed | null }) {
  const words = useText();
  const { now } = useShell();
  const { cancelled, receipt, stakeTotal, averageCost } = ticket;
  const state = ticketState(words, ticket, now);
  return (
    <TicketPaper
      gameId={ticket.gameId}
      heading="h2"
      {...useHead(ticket)}
      state={state}
      isVoid={cancelled !== undefined}
      notes={<Notes ticket={ticket} state={state} />}
      played={<Played ticket={ticket} />}
      drawn={useDrawn(ticket)}
      list={listBelow(ticket)}
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
  const pool = poolOf(ticket);
  if (pool && 'play' in ticket) {
    const rows = t('units.rows', { count: ticket.play.rowCount });
    const how = pool.system === null ? rows : `${rows}, ${t('pools.ticket.system', { name: pool.system })}`;
    return { name: game, when: [t('toto.week', { week: pool.week }), how] };
  }
  const when = [drawDay(format, drawDate, now)];
  if (coupons.length > 1) {
    const nth = coupons.findIndex((coupon) => coupon.couponId === couponId) + 1;
    when.push(t('ticket.nthDraw', { nth, count: coupons.length }));
  }
  return { name: ticketNameOf(t, game, 'play' in ticket ? 0 : ticket.system), when };
}

function listBelow(ticket: Ticket): ReactNode {
  const pool = poolOf(ticket);
  const winnings = pool?.winnings.filter(({ amountWinner }) => amountWinner > 0) ?? [];
  // Sums are said once the prize is credited or waits for its owner.
  if (winnings.length > 0 && ticket.status !== 'won') {
    return (
      <LazyIsland>
        <PoolWinnings winnings={winnings} />
      </LazyIsland>
    );
  }
  return ticket.coupons.length > 1 && <Draws ticket={ticket} />;
}

function Played({ ticket }: { ticket: Ticket }) {
  const pool = poolOf(ticket);
  if (pool) {
    return (
      <div className={poolPlayedCss.played}>
        <LazyIsland>
          <PoolPlayed gameId={pool.gameId} pool={pool} />
        </LazyIsland>
      </div>
    );
  }
  if ('play' in ticket) return <DescribedPlay play={ticket.play} />;
  // Sums are shown once the prize is credited or waits for its owner.
  const play = ticket.status === 'won' ? withoutSums(ticket) : ticket;
  return <NumbersPlayed gameId={ticket.gameId} play={play} isVoid={ticket.cancelled !== undefined} />;
}

function useDrawn(ticket: Ticket): { name: string; marks: ReactNode } | null {
  const { t, locale } = useText();
  if (poolOf(ticket)) return null;
  if ('play' in ticket) {
    const { outcome } = ticket.play;
    return outcome ? { name: outcome.name[locale], marks: <Marks marks={outcome.marks} /> } : null;
  }
  const { results, gameId } = ticket;
  if (!results) return null;
  return { name: t('ticket.drawn'), marks: <NumbersDrawn gameId={gameId} drawn={results} /> };
}

function Notes({ ticket, state }: { ticket: Ticket; state: TicketState }) {
  const { t } = useText();
  const { amountWin, amountLapsed, stake, status } = ticket;
  const pool = poolOf(ticket);
  const said = `${state.label}: ${state.figure}`;
  return (
    <>
      {pool && status === 'pending' && !isDecided(pool) && (
        <PoolLive gameId={pool.gameId} pool={pool} said={said} />
      )}
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
  const pool = poolOf(ticket);
  const code = 'play' in ticket ? pool?.code : ticket.code;
  return (
    <>
      <TicketLine label={t('proof.number')}>
        <span translate="no">{ticketNumber(ticket.id)}</span>
      </TicketLine>
      {code && (
        <TicketLine label={t('play.code')}>
          <span translate="no">{code}</span>
        </TicketLine>
      )}
      {pool?.contribution && <TicketLine label={t('toto.club')}>{pool.contribution.clubName}</TicketLine>}
      {pool && status === 'pending' && (
        <TicketLine label={t('pools.ticket.winMax')}>{money(pool.winMax)}</TicketLine>
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
