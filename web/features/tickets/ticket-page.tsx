/** One of my tickets: the ticket, what one can do with it, and the proof that it is in the seal. */
import { useState } from 'react';
import type { GameWeek } from '#rules/values/weeks.ts';
import { ticketName, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { isPool } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Done } from '#web/ui/done.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import * as sectionCss from '#web/ui/section.module.css';
import { LargePrize, type LargePrizeData } from './large-prize.tsx';
import { Paper } from './paper.tsx';
import { poolOf } from './pool-of.ts';
import { isDecided } from './pool-state.ts';
import * as poolTicketCss from './pool-ticket.module.css';
import { Promotions } from './promotions.tsx';
import { ProofPanel } from './proof-panel.tsx';
import type { Qr } from './qr.server.ts';
import { Refund, refundOf } from './refund.tsx';
import * as ticketCss from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import { TicketBreadcrumbs } from './ticket-breadcrumbs.tsx';
import type { Again, Sealed, Stage, Ticket } from './ticket-data.server.ts';

const PoolAlive = lazyIsland(async () => (await import('./pool-alive.tsx')).PoolAlive);
const PoolLots = lazyIsland(async () => (await import('./pool-lots.tsx')).PoolLots);
const PoolNext = lazyIsland(async () => (await import('#web/shared/tickets/pool-next.tsx')).PoolNext);
const PoolClub = lazyIsland(async () => (await import('./pool-club.tsx')).PoolClub);

type Props = {
  ticket: Ticket;
  sealed: Sealed | null;
  stage: Stage;
  drawWeek: GameWeek;
  again: Again | null;
  /** Null where no large prize waits. */
  largePrize: LargePrizeData | null;
  /** Leads to the page that checks the ticket. */
  qr: Qr;
};

export function TicketPage({ ticket, sealed, stage, drawWeek, again, largePrize, qr }: Props) {
  const { t } = useText();
  const [isJustCancelled, setJustCancelled] = useState(false);
  const pool = poolOf(ticket);
  const title = t('myPages.tickets.ticket', { ticketId: ticketName(ticket.id) });
  return (
    <div className={`wrap ${ticketCss.printsTicket}`} data-game={ticket.gameId}>
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <TicketBreadcrumbs />
        <h1>{title}</h1>
      </div>
      <div className={`${layoutCss.columns} ${ticketCss.columnsTicket}`}>
        <div>
          {isJustCancelled && ticket.cancelled && (
            <Done>{t('myPages.tickets.cancelDone', { amount: money(refundOf(ticket)) })}</Done>
          )}
          <Paper ticket={ticket} qr={qr} sealed={sealed} />
          <TicketActions ticket={ticket} again={again} onCancelled={() => setJustCancelled(true)} />
        </div>
        <div>
          {largePrize && <LargePrize {...largePrize} />}
          {pool && 'play' in ticket && (
            <LazyIsland>
              {ticket.status === 'pending' && pool.standing && !isDecided(pool) && (
                <PoolAlive
                  gameId={pool.gameId}
                  pool={pool}
                  standing={pool.standing}
                  rows={ticket.play.rowCount}
                />
              )}
              {!ticket.cancelled && <PoolLots gameId={pool.gameId} matches={pool.matches} />}
              {ticket.status === 'pending' && (!pool.standing || isDecided(pool)) && (
                <div className={poolTicketCss.aside}>
                  <PoolNext
                    heading="h2"
                    purchaseDate={ticket.purchaseDate}
                    closeDate={ticket.saleCloseTime}
                    playDate={pool.playDate}
                    resultDate={pool.resultDate}
                    isDecided={isDecided(pool)}
                  />
                </div>
              )}
              {pool.contribution && <PoolClub contribution={pool.contribution} stake={ticket.stakeTotal} />}
            </LazyIsland>
          )}
          {ticket.cancelled && <Refund ticket={ticket} />}
          {sealed === null ? (
            <NotSealed ticket={ticket} stage={stage} />
          ) : (
            <ProofPanel ticket={ticket} sealed={sealed} drawWeek={drawWeek} />
          )}
          <Promotions promotions={ticket.promotions} />
        </div>
      </div>
    </div>
  );
}

function NotSealed({ ticket, stage }: { ticket: Ticket; stage: Stage }) {
  const { t, format } = useText();
  if (stage === null) return null;
  const isOpen = stage === 'planned' || stage === 'onSale';
  const closes = { date: format.onDate(ticket.saleCloseTime), time: time(ticket.saleCloseTime) };
  return (
    <section className={ticketCss.proof} aria-labelledby="proof-heading">
      <div className={sectionCss.head}>
        <h2 id="proof-heading">{t('proof.title')}</h2>
      </div>
      <p className="lead">
        {isOpen
          ? t('proof.notYet', closes)
          : t(isPool(ticket.gameId) ? 'pools.ticket.sealing' : 'proof.sealing')}
      </p>
    </section>
  );
}
