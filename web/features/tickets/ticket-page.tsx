/** One of my tickets: outcome, numbers with hits marked, the drawn numbers, proof that it is in the seal. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import { ticketName, ticketNumber, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { Marks } from '#web/shared/games/marks.tsx';
import { bonusShapes } from '#web/shared/games/number-games.ts';
import { DescribedPlay } from '#web/shared/tickets/described-play.tsx';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { StatusPill } from '#web/shared/tickets/status-pill.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { Done } from '#web/ui/done.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import * as sectionCss from '#web/ui/section.module.css';
import { Hits } from './hits.tsx';
import { LargePrize, type LargePrizeData } from './large-prize.tsx';
import { Outcome } from './outcome.tsx';
import { Promotions } from './promotions.tsx';
import { ProofPanel } from './proof-panel.tsx';
import type { Qr } from './qr.server.ts';
import { Refund, refundOf } from './refund.tsx';
import * as ticketCss from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import type { Again, DescribedTicket, NumbersTicket, Sealed, Stage, Ticket } from './ticket-data.server.ts';

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
  const { t, locale } = useText();
  const [isJustCancelled, setJustCancelled] = useState(false);
  const paths = pathsFor(locale);
  const title = t('myPages.tickets.ticket', { ticketId: ticketName(ticket.id) });
  return (
    <div className={`wrap ${ticketCss.printsTicket}`} data-game={ticket.gameId}>
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('myPages.title'), to: paths.account() },
            { name: t('myPages.nav.tickets'), to: paths.tickets() },
          ]}
        />
        <div className={layoutCss.titleRow}>
          <GameSymbol game={ticket.gameId} />
          <h1>{title}</h1>
        </div>
      </div>
      <div className={`${layoutCss.columns} ${ticketCss.columnsTicket}`}>
        <div>
          {isJustCancelled && ticket.cancelled && (
            <Done>{t('myPages.tickets.cancelDone', { amount: money(refundOf(ticket)) })}</Done>
          )}
          <Paper ticket={ticket} />
          <TicketActions ticket={ticket} again={again} onCancelled={() => setJustCancelled(true)} />
        </div>
        <div>
          {largePrize && <LargePrize {...largePrize} />}
          {ticket.cancelled && <Refund ticket={ticket} />}
          {sealed === null ? (
            <NotSealed ticket={ticket} stage={stage} />
          ) : (
            <ProofPanel ticket={ticket} sealed={sealed} drawWeek={drawWeek} />
          )}
          <Promotions promotions={ticket.promotions} />
          <Coupons ticket={ticket} />
          <Record ticket={ticket} qr={qr} />
        </div>
      </div>
    </div>
  );
}

function Paper({ ticket }: { ticket: Ticket }) {
  return (
    <div className={ticket.cancelled ? `${slipCss.slip} ${ticketCss.slipVoid}` : slipCss.slip}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <Outcome ticket={ticket} />
        </div>
        {'play' in ticket ? <Described play={ticket.play} /> : <Numbers ticket={ticket} />}
      </div>
    </div>
  );
}

function Numbers({ ticket }: { ticket: NumbersTicket }) {
  const { t } = useText();
  const { results } = ticket;
  return (
    <>
      <hr className={slipCss.tear} />
      <div className={slipCss.inside}>
        <h2>{t('myPages.tickets.numbers')}</h2>
        <Hits ticket={ticket} />
      </div>
      {results && (
        <>
          <hr className={slipCss.tear} />
          <div className={slipCss.inside}>
            <h2>{t('myPages.tickets.drawn')}</h2>
            <div className={ticketCss.draw}>
              <Discs
                numbers={results.numbers}
                bonus={results.bonus}
                bonusName={t(`games.${ticket.gameId}.bonusName`)}
                shape={bonusShapes[ticket.gameId]}
                size="small"
              />
              {results.joker.length > 0 && (
                <Digits
                  digits={results.joker}
                  spoken={t('joker.spoken', { digits: results.joker.join(' ') })}
                  small
                />
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Described({ play }: { play: DescribedTicket['play'] }) {
  const { t, locale } = useText();
  const { outcome } = play;
  return (
    <>
      <hr className={slipCss.tear} />
      <div className={slipCss.inside}>
        <h2>{t('myPages.tickets.played')}</h2>
        <DescribedPlay play={play} />
      </div>
      {outcome && (
        <>
          <hr className={slipCss.tear} />
          <div className={slipCss.inside}>
            <h2>{outcome.name[locale]}</h2>
            <Marks marks={outcome.marks} />
          </div>
        </>
      )}
    </>
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
      <p className="lead">{isOpen ? t('proof.notYet', closes) : t('proof.sealing')}</p>
    </section>
  );
}

/** The draws of a ticket that takes part in several. */
function Coupons({ ticket }: { ticket: Ticket }) {
  const { t, format, locale } = useText();
  if (ticket.coupons.length < 2) return null;
  return (
    <section className={sectionCss.section} aria-labelledby="coupons-heading">
      <div className={sectionCss.head}>
        <h2 id="coupons-heading">{t('proof.draws')}</h2>
      </div>
      <ol className={ticketCss.coupons}>
        {ticket.coupons.map((coupon) => (
          <li key={coupon.couponId}>
            <Link
              to={pathsFor(locale).ticket(ticket.id, coupon.couponId)}
              aria-current={coupon.couponId === ticket.couponId ? 'page' : undefined}
            >
              <span>{format.shortDate(coupon.drawDate)}</span>
              {coupon.amountWin > 0 ? (
                <span>
                  {t('myPages.tickets.win')} <b className="money">{money(coupon.amountWin)}</b>
                </span>
              ) : (
                <StatusPill status={coupon.status} />
              )}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Record({ ticket, qr }: Pick<Props, 'ticket' | 'qr'>) {
  const { t, format, locale } = useText();
  const channel =
    ticket.channel === 'mobile' ? 'myPages.tickets.channelMobile' : 'myPages.tickets.channelWeb';
  const { purchaseDate, cancelled, promotions, receipt, stakeTotal, subscriptionId } = ticket;
  const subscription = subscriptionId && (
    <Link to={pathsFor(locale).subscriptions({ subscriptionId })}>{t('purchase.viewSubscription')}</Link>
  );
  const lines: [string, ReactNode][] = [
    ...(subscription
      ? [[t('myPages.tickets.fromSubscription'), subscription] satisfies [string, ReactNode]]
      : []),
    [t(subscription ? 'myPages.tickets.written' : channel), format.dateTime(purchaseDate)],
    ...(cancelled
      ? [[t('myPages.tickets.cancelledAt'), format.dateTime(cancelled.at)] satisfies [string, string]]
      : []),
    [t('proof.number'), ticketNumber(ticket.id)],
    [t('proof.securityCode'), ticketNumber(receipt.securityCode)],
    [t('check.code'), <Untranslated key="check">{receipt.checkCode}</Untranslated>],
    ...promotions.flatMap(({ numbers }): [string, string][] =>
      numbers.length > 0 ? [[t('myPages.tickets.promotion'), numbers.join(', ')]] : [],
    ),
    [t('proof.stakeTotal'), money(stakeTotal)],
  ];
  if (!('play' in ticket))
    lines.push([t('play.code'), <Untranslated key="play">{ticket.code}</Untranslated>]);
  // Nothing is to be claimed of what lost, was cancelled or is paid; before the draw only a large prize.
  if (ticket.status === 'pending' || ticket.status === 'highwind') {
    const key = ticket.status === 'pending' ? 'proof.claimByLarge' : 'proof.claimBy';
    lines.push([t(key), format.dateYear(receipt.claimBy)]);
  }
  return (
    <>
      <dl className={`${listsCss.keyValues} ${ticketCss.keyValuesTicket} ${ticketCss.record}`}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={`${ticketCss.printOnly} ${ticketCss.printedCode}`}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true">
          <path d={qr.path} />
        </svg>
        <p>
          {t('print.scan')} {t('print.notReceipt')}
        </p>
      </div>
    </>
  );
}

/** A code that a translator must not touch. */
function Untranslated({ children }: { children: string }) {
  return <span translate="no">{children}</span>;
}
