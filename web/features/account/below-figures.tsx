/** My pages below the figures: tickets, or what a new player does first; limits, notices, movements. */
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { type TicketLine, TicketList } from '#web/shared/tickets/ticket-list.tsx';
import { useText } from '#web/text/text.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LimitsOverview } from './limits-overview.tsx';
import { NoticeHeadings } from './notice-list.tsx';
import { ReviewRhythm } from './review-rhythm.tsx';
import { TransactionTable } from './transaction-table.tsx';

type Props = ComponentProps<typeof FirstSteps> &
  ComponentProps<typeof ReviewRhythm> & {
    isNew: boolean;
    tickets: readonly TicketLine[];
    notices: ComponentProps<typeof NoticeHeadings>['notices'];
    transactions: ComponentProps<typeof TransactionTable>['transactions'];
  };

export function BelowFigures({ isNew, limits, eIdValidTo, review, tickets, notices, transactions }: Props) {
  return (
    <>
      <div className={`${layoutCss.pair} ${layoutCss.pairWide}`}>
        {isNew ? <FirstSteps limits={limits} eIdValidTo={eIdValidTo} /> : <Tickets tickets={tickets} />}
        <LimitsOverview limits={limits} />
      </div>
      <Told notices={notices} />
      <Moved transactions={transactions} />
      <ReviewRhythm review={review} />
    </>
  );
}

function Tickets({ tickets }: Pick<Props, 'tickets'>) {
  const { t, locale } = useText();
  const { now } = useShell();
  const all = <Link to={pathsFor(locale).tickets()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.tickets.title')} aside={all}>
      {tickets.length > 0 ? (
        <TicketList tickets={tickets} now={now} />
      ) : (
        <p>
          {t('empty.tickets')} <Link to={pathsFor(locale).home()}>{t('empty.ticketsAction')}</Link>
        </p>
      )}
    </Section>
  );
}

function Told({ notices }: Pick<Props, 'notices'>) {
  const { t, locale } = useText();
  if (notices.length === 0) return null;
  const all = <Link to={pathsFor(locale).notices()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.overview.notices')} aside={all}>
      <NoticeHeadings notices={notices} />
    </Section>
  );
}

function Moved({ transactions }: Pick<Props, 'transactions'>) {
  const { t, locale } = useText();
  const all = <Link to={pathsFor(locale).transactions()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.transactions.title')} aside={all}>
      {transactions.length > 0 ? (
        <TransactionTable transactions={transactions} caption={t('myPages.transactions.title')} />
      ) : (
        <p>{t('empty.transactions')}</p>
      )}
    </Section>
  );
}
