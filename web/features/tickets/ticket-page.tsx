/** One of my tickets: outcome, numbers with hits marked, the drawn numbers, proof that it is in the seal. */
import { Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import { ticketName, ticketNumber, time } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import type { TextKey } from '#texts/text-key.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { PrintButton } from '#web/ui/print-button.tsx';
import { useShell } from '#web/ui/shell.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { CancelTicket } from './cancel-ticket.tsx';
import { Hits } from './hits.tsx';
import { LargePrize } from './large-prize.tsx';
import { ProofPanel } from './proof-panel.tsx';
import type { Sealed, Stage, Ticket } from './ticket-data.server.ts';

type Props = { ticket: Ticket; sealed: Sealed | null; stage: Stage; drawWeek: GameWeek };

export function TicketPage({ ticket, sealed, stage, drawWeek }: Props) {
  const { t, locale } = useText();
  const { account, now } = useShell();
  const paths = pathsFor(locale);
  const title = t('myPages.tickets.ticket', { ticketId: ticketName(ticket.id) });
  return (
    <div className="wrap prints-ticket" data-game={ticket.gameId}>
      <PageMeta title={title} />
      <div className="page-head">
        <Breadcrumbs
          steps={[
            { name: t('myPages.title'), to: paths.account() },
            { name: t('myPages.nav.tickets'), to: paths.tickets() },
          ]}
        />
        <div className="title-row">
          <GameSymbol game={ticket.gameId} />
          <h1>{title}</h1>
        </div>
      </div>
      <div className="columns columns-ticket">
        <div>
          <Paper ticket={ticket} />
          <div className="ticket-actions">
            {now >= ticket.saleCloseTime && !account?.lockedUntil && (
              <Link className="button button-primary" to={paths.play(ticket.gameId, playQuery(ticket))}>
                {t('myPages.tickets.playAgain')}
              </Link>
            )}
            <PrintButton label={t('myPages.tickets.print')} />
            {ticket.receipt.cancellable && <CancelTicket ticket={ticket} />}
          </div>
        </div>
        <div>
          {(ticket.status === 'highwind' || ticket.status === 'claimed') && (
            <LargePrize status={ticket.status} claimBy={ticket.receipt.claimBy} />
          )}
          {sealed === null ? (
            <NotSealed ticket={ticket} stage={stage} />
          ) : (
            <ProofPanel ticket={ticket} sealed={sealed} drawWeek={drawWeek} />
          )}
          <Coupons ticket={ticket} />
          <Record ticket={ticket} />
        </div>
      </div>
    </div>
  );
}

/** The same numbers as an address of the play page. */
function playQuery(ticket: Ticket): { rows: string; joker?: string } {
  const rows = ticket.rows.map(({ numbers }) => numbers.join('-')).join('_');
  return ticket.joker ? { rows, joker: ticket.joker.join('') } : { rows };
}

function Paper({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { results } = ticket;
  return (
    <div className="slip">
      <div className="slip-paper">
        <span className="band" aria-hidden="true" />
        <div className="slip-inside">
          <Outcome ticket={ticket} />
        </div>
        <hr className="tear" />
        <div className="slip-inside">
          <h2>{t('myPages.tickets.numbers')}</h2>
          <Hits ticket={ticket} />
        </div>
        {results && (
          <>
            <hr className="tear" />
            <div className="slip-inside">
              <h2>{t('myPages.tickets.drawn')}</h2>
              <div className="ticket-draw">
                <Discs
                  numbers={results.numbers}
                  bonus={results.bonus}
                  bonusName={t('games.lotto.bonusName')}
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
      </div>
    </div>
  );
}

const prizeTitles: Partial<Record<Ticket['status'], TextKey>> = {
  paid: 'proof.paidToAccount',
  highwind: 'proof.wonWaiting',
  claimed: 'proof.wonClaimed',
};

/** What came of it, stated as plainly for a loss as for a win; a return below the stake is no celebration. */
function Outcome({ ticket }: { ticket: Ticket }) {
  const { t, format } = useText();
  const { status, amountWin, amountLapsed, stake, drawDate, results } = ticket;
  const { now } = useShell();
  const line = t(drawnKey(ticket, now), {
    game: t('games.lotto.name'),
    date: format.onDate(drawDate),
    year: drawDate.slice(0, 4),
    stake: money(stake),
  });
  const isLess = amountWin > 0 && amountWin < stake;
  return (
    <>
      <div className="won">
        {amountWin > 0 ? (
          <>
            <span className="soft">{t(prizeTitles[status] ?? 'proof.won')}</span>
            <b className={isLess ? 'won-sum won-sum-plain money' : 'won-sum money'}>{money(amountWin)}</b>
          </>
        ) : (
          <StatusPill status={amountLapsed === undefined ? status : 'lapsed'} large />
        )}
      </div>
      {isLess && <p>{t('myPages.tickets.wonLess', { amount: money(amountWin), stake: money(stake) })}</p>}
      {status === 'cancelled' && <p>{t('myPages.tickets.returned', { amount: money(stake) })}</p>}
      {status === 'pending' && results && <p>{t('results.pending')}</p>}
      {amountLapsed !== undefined && <p>{t('myPages.tickets.lapsed', { amount: money(amountLapsed) })}</p>}
      <p className="soft">{line}</p>
    </>
  );
}

/** Whether it was drawn: of a draw that was cancelled, or is late, neither can be said. */
function drawnKey({ status, results, drawDate }: Ticket, now: string) {
  if (results) return 'proof.wasDrawn';
  return status === 'pending' && now < drawDate ? 'proof.willBeDrawn' : 'proof.drawOn';
}

function NotSealed({ ticket, stage }: { ticket: Ticket; stage: Stage }) {
  const { t, format } = useText();
  if (stage === null) return null;
  const isOpen = stage === 'planned' || stage === 'onSale';
  const closes = { date: format.onDate(ticket.saleCloseTime), time: time(ticket.saleCloseTime) };
  return (
    <section className="proof" aria-labelledby="proof-heading">
      <div className="section-head">
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
    <section className="section" aria-labelledby="coupons-heading">
      <div className="section-head">
        <h2 id="coupons-heading">{t('proof.draws')}</h2>
      </div>
      <ol className="coupons">
        {ticket.coupons.map((coupon) => (
          <li key={coupon.couponId}>
            <Link
              to={pathsFor(locale).ticket(ticket.id, coupon.couponId)}
              aria-current={coupon.couponId === ticket.couponId ? 'page' : undefined}
            >
              <span>{format.shortDate(coupon.drawDate)}</span>
              {coupon.amountWin > 0 ? (
                <b className="money">{money(coupon.amountWin)}</b>
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

function Record({ ticket }: { ticket: Ticket }) {
  const { t, format } = useText();
  const channel =
    ticket.channel === 'mobile' ? 'myPages.tickets.channelMobile' : 'myPages.tickets.channelWeb';
  const lines: [string, string][] = [
    [t(channel), format.dateTime(ticket.purchaseDate)],
    [t('proof.number'), ticketNumber(ticket.id)],
    [t('proof.securityCode'), ticketNumber(ticket.receipt.securityCode)],
    [t('proof.stakeTotal'), money(ticket.stakeTotal)],
  ];
  // Nothing is to be claimed of what lost, was cancelled or is paid already.
  if (ticket.status === 'pending' || ticket.status === 'highwind')
    lines.push([t('proof.claimBy'), format.dateYear(ticket.receipt.claimBy)]);
  return (
    <>
      <dl className="key-values key-values-ticket record">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="print-only">{t('print.notReceipt')}</p>
    </>
  );
}
