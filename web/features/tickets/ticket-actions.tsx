/** What one can do with a ticket: play its numbers again, print, remember, share, cancel. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useNoSale } from '#web/page/site.ts';
import { DrawsToCalendar } from '#web/shared/games/draws-to-calendar.tsx';
import { ShareNumbers } from '#web/shared/tickets/share-numbers.tsx';
import * as ticketLinksCss from '#web/shared/tickets/ticket-links.module.css';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { buttonClass } from '#web/ui/button.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { PrintButton } from '#web/ui/print-button.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { CancelTicket, cancellingOf } from './cancel-ticket.tsx';
import { poolOf } from './pool-of.ts';
import * as ticketCss from './ticket.module.css';
import type { Again, NumbersTicket, Ticket } from './ticket-data.server.ts';

type Props = {
  ticket: Ticket;
  /** Null of a game without a page to play it on. */
  again: Again | null;
  onCancelled: () => void;
};

const RowsDownload = lazyIsland(async () => (await import('./rows-download.tsx')).RowsDownload);
const KeepTicket = lazyIsland(async () => (await import('./keep-ticket.tsx')).KeepTicket);

export function TicketActions({ ticket, again, onCancelled }: Props) {
  const { t, locale } = useText();
  const { now } = useShell();
  const pool = poolOf(ticket);
  const isOver = ticket.cancelled?.by === 'player' || now >= ticket.saleCloseTime;
  return (
    <>
      {pool?.isSample && <p className="meta">{t('pools.sample')}</p>}
      <div className={ticketCss.actions}>
        {isOver && again !== null && again.price !== null && (
          <PlayAgain ticket={ticket} played={again.played} price={again.price} />
        )}
        <PrintButton label={t('myPages.tickets.print')} />
        {ticket.receipt.cancellable && <CancelTicket ticket={ticket} onCancelled={onCancelled} />}
      </div>
      {ticket.receipt.cancellable && (
        <p className={`meta ${ticketCss.screenOnly}`}>
          {t('myPages.tickets.cancelHow', cancellingOf(ticket))}
        </p>
      )}
      {isCut(ticket) ? (
        <p className={`meta ${ticketCss.screenOnly}`}>{t('kept.tooLong')}</p>
      ) : (
        <LazyIsland>
          <KeepTicket ticket={ticket} />
        </LazyIsland>
      )}
      {again !== null && !('play' in ticket) && <NumbersLinks ticket={ticket} played={again.played} />}
      {pool && (
        <div className={ticketLinksCss.ticketLinks}>
          {!ticket.cancelled && ticket.drawDate > now && (
            <DrawsToCalendar gameId={ticket.gameId} draws={[ticket.draw]} />
          )}
          {pool.played !== null && !isOver && (
            <ShareButton
              kind="plain"
              label={t('pools.ticket.share')}
              text={t('pools.ticket.shareText', { gameIn: t(`games.${pool.gameId}.nameIn`) })}
              path={pathsFor(locale).playMarks(pool.gameId, pool.played)}
            />
          )}
          {pool.asked !== null && (
            <Link
              className={`${buttonCss.button} ${buttonCss.plain}`}
              to={`${pathsFor(locale).statistics(pool.gameId, { tab: 'hvad-ef' })}&rows=${pool.asked}`}
            >
              {t('pools.whatIf.ofTicket')}
            </Link>
          )}
          <LazyIsland>
            <RowsDownload gameId={pool.gameId} ticketId={ticket.id} />
          </LazyIsland>
        </div>
      )}
    </>
  );
}

/** Rows that are not here cannot be checked without network. */
const isCut = (ticket: Ticket): boolean => 'play' in ticket && ticket.play.leftOut !== undefined;

function NumbersLinks({ ticket, played }: { ticket: NumbersTicket; played: string }) {
  const { t, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  const isOut = ticket.cancelled?.by === 'player';
  const ahead = isOut ? [] : ticket.coupons.filter(({ drawDate }) => drawDate > now);
  return (
    <div className={ticketLinksCss.ticketLinks}>
      <DrawsToCalendar gameId={ticket.gameId} draws={ahead.map(({ draw }) => draw)} />
      <ShareNumbers gameId={ticket.gameId} played={played} rows={ticket.rows} joker={ticket.joker} />
      <Link
        className={`${buttonCss.button} ${buttonCss.plain}`}
        to={`${paths.check({ leikur: ticket.gameId })}&${played}#hvad-ef`}
      >
        {t('whatIf.ofTicket')}
      </Link>
    </div>
  );
}

/** Never a primary button: the outcome of a ticket must not urge a purchase. */
function PlayAgain({ ticket, played, price }: { ticket: Ticket; played: string; price: number }) {
  const { t, locale } = useText();
  const noSale = useNoSale(ticket.gameId);
  if (noSale !== null) return null;
  return (
    <Link className={buttonClass({})} to={pathsFor(locale).playNumbers(ticket.gameId, played)}>
      {t('myPages.tickets.playAgain', { price: money(price) })}
    </Link>
  );
}
