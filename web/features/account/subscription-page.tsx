/** One subscription: its numbers, what was paid, its tickets, and the way out. */
import { useState } from 'react';
import { endInWords, endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Done } from '#web/ui/done.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { CancelSubscription, useCancelEnd, type Way } from './cancel-subscription.tsx';
import { type Card, CardEnded } from './subscription-card.tsx';
import type { SubscriptionDetail } from './subscription-data.ts';
import { Charges, Prepaid, SinceStart } from './subscription-history.tsx';
import { NotCharged, PlayedNumbers, SubscriptionStatus, useDays } from './subscription-parts.tsx';
import * as subscriptionsCss from './subscriptions.module.css';

type Props = { subscription: SubscriptionDetail; card: Card };

export function SubscriptionPage({ subscription, card }: Props) {
  const [cancelledBy, setCancelledBy] = useState<Way | null>(null);
  const { gameId, status } = subscription;
  const isRunning = status === 'active' || status === 'pending';
  return (
    <div className="wrap" data-game={gameId}>
      <Head gameId={gameId} />
      {cancelledBy && <Cancelled way={cancelledBy} />}
      <Trouble subscription={subscription} />
      {isRunning && <CardEnded card={card} />}
      <div className={`${layoutCss.columns} ${subscriptionsCss.subscription}`}>
        <Paper subscription={subscription} />
        <Prepaid subscription={subscription} card={isRunning ? card : null} />
      </div>
      <SinceStart subscription={subscription} />
      <div className={`${layoutCss.columns} ${subscriptionsCss.subscription}`}>
        <Tickets subscription={subscription} />
        <Charges subscription={subscription} />
      </div>
      <CancelSubscription subscription={subscription} onCancelled={setCancelledBy} />
    </div>
  );
}

function Head({ gameId }: Pick<SubscriptionDetail, 'gameId'>) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const title = t('myPages.subscriptions.of', { gameIn: t(`games.${gameId}.nameIn`) });
  return (
    <>
      <PageMeta title={title} />
      <div className={layoutCss.pageHead}>
        <Breadcrumbs
          steps={[
            { name: t('myPages.title'), to: paths.account() },
            { name: t('myPages.nav.subscriptions'), to: paths.subscriptions() },
          ]}
        />
        <div className={layoutCss.titleRow}>
          <GameSymbol game={gameId} />
          <h1>{title}</h1>
        </div>
      </div>
    </>
  );
}

const ticketsAtOnce = 5;

function Tickets({ subscription: { tickets } }: { subscription: SubscriptionDetail }) {
  const { t } = useText();
  const { now } = useShell();
  const older = tickets.slice(ticketsAtOnce);
  return (
    <Section title={t('myPages.subscriptions.tickets')}>
      {tickets.length === 0 && <p>{t('myPages.subscriptions.noTickets')}</p>}
      {tickets.length > 0 && <TicketList tickets={tickets.slice(0, ticketsAtOnce)} now={now} />}
      {older.length > 0 && (
        <Disclosure name={t('myPages.subscriptions.moreTickets', { count: older.length })}>
          <TicketList tickets={older} now={now} />
        </Disclosure>
      )}
    </Section>
  );
}

function Cancelled({ way }: { way: Way }) {
  return <Done>{endInWords(useCancelEnd()(way))}</Done>;
}

/** Why it does not go on as usual. */
function Trouble({ subscription }: { subscription: SubscriptionDetail }) {
  const { t, format } = useText();
  const { pausedUntil, terminated } = subscription;
  if (terminated !== undefined)
    return (
      <Notice kind="warn">{endInWords(endOf(t, `ends.subscription.${terminated}`, { isPaid: 'no' }))}</Notice>
    );
  if (pausedUntil !== undefined)
    return (
      <Notice kind="info">
        {endInWords(
          endOf(t, 'ends.subscription.paused', { date: format.dateTime(pausedUntil), isPaid: 'no' }),
        )}
      </Notice>
    );
  return <NotCharged subscription={subscription} />;
}

function Paper({ subscription }: { subscription: SubscriptionDetail }) {
  const { t, format } = useText();
  const { status, drawDayNo, stake, startDate, monthly, endDate } = subscription;
  const days = useDays(drawDayNo);
  const lines = [
    [t('subscription.days'), days],
    [t('subscription.onePrice'), money(stake)],
    [t('myPages.subscriptions.labelMonthly'), money(monthly)],
    [t('myPages.subscriptions.labelStart'), format.dateYear(startDate)],
    ...(endDate === undefined
      ? []
      : [[t('myPages.subscriptions.labelEnd'), format.dateYear(endDate)] as const]),
  ] as const;
  return (
    <div className={slipCss.slip}>
      <div className={slipCss.paper}>
        <span className={iconCss.band} aria-hidden="true" />
        <div className={slipCss.inside}>
          <SubscriptionStatus status={status} />
          <h2>{t('myPages.subscriptions.numbers')}</h2>
          <PlayedNumbers subscription={subscription} />
        </div>
        <hr className={slipCss.tear} />
        <div className={slipCss.inside}>
          <dl className={listsCss.keyValues}>
            {lines.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  );
}
