import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { apiContext, requestContext, requireSession } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { localeOf, pageUrl, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useShell } from '#web/ui/shell.ts';
import { TicketList } from '#web/ui/ticket-list.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LimitsOverview } from './limits-overview.tsx';
import { NoticeHeadings } from './notice-list.tsx';
import texts from './overview-page.tsx?texts';
import { Review, ReviewRhythm } from './review.tsx';
import { TransactionTable } from './transaction-table.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = requireSession({ request, context });
  const url = pageUrl(request);
  leadToTicket(url);
  const api = context.get(apiContext);
  const locale = localeOf(url.pathname);
  const first = { params: { page: '1' } };
  const [details, { month }, review, limits, open, newest, transactions, notices] = await orErrorPage(
    Promise.all([
      api('account.details', {}),
      api('limits.spending', {}),
      api('account.review', {}),
      api('limits.read', {}),
      api('tickets.list', { ...first, query: { filter: 'pending' } }),
      api('tickets.list', first),
      api('account.transactions', first),
      api('account.notices', { ...first, query: { locale } }),
    ]),
    request,
  );
  const { balance, eCertificateExpires, lastLogin } = details;
  return {
    texts: textsFor({ request, context }, texts),
    name: user.firstName,
    balance,
    month,
    review,
    limits,
    lastLogin,
    isNew: balance === 0 && transactions.transactions.length === 0,
    eIdValidTo: eCertificateExpires,
    isExpired: eCertificateExpires < context.get(requestContext).now.slice(0, 10),
    tickets: shortList(open.tickets, newest.tickets),
    transactions: transactions.transactions.slice(0, 6),
    notices: notices.notices.slice(0, 3),
  };
}

/** What waits for its draw, then what came of the last ones: one of these at least. */
function shortList<T extends { status: string }>(open: readonly T[], newest: readonly T[]): T[] {
  const settled = newest.filter(({ status }) => status !== 'pending');
  return [...open.slice(0, 4), ...settled].slice(0, 5);
}

/** `?ticketId=` and `?subscriptionId=` name what lies in a section. */
function leadToTicket({ pathname, searchParams }: URL): void {
  const paths = pathsFor(localeOf(pathname));
  const [ticketId, subscriptionId] = [searchParams.get('ticketId'), searchParams.get('subscriptionId')];
  if (ticketId) throw redirect(paths.ticket(ticketId, searchParams.get('couponId') ?? undefined));
  if (subscriptionId) throw redirect(paths.subscriptions({ subscriptionId }));
}

export default function OverviewPage() {
  const data = useLoaderData<typeof loader>();
  const { name, isNew, isExpired, balance, month, review, limits, lastLogin } = data;
  const { t, format } = useText();
  return (
    <AccountFrame title={t('myPages.greeting', { name })}>
      <div className="stack">
        {isExpired && <Notice kind="warn">{t('errors.EC_ELOGIN_AUTH_REQUIRED')}</Notice>}
        <Review review={review} />
        <Figures balance={balance} month={month} />
        {lastLogin && <p className="meta">{t('session.lastLogin', { date: format.dateTime(lastLogin) })}</p>}
      </div>
      <div className="pair pair-wide">
        {isNew ? <FirstSteps limits={limits} eIdValidTo={data.eIdValidTo} /> : <Tickets />}
        <LimitsOverview limits={limits} />
      </div>
      <Told />
      <Moved />
      <ReviewRhythm review={review} />
    </AccountFrame>
  );
}

function Tickets() {
  const { tickets } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const { now } = useShell();
  const all = <Link to={pathsFor(locale).tickets()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.tickets.title')} aside={all}>
      {tickets.length > 0 ? <TicketList tickets={tickets} now={now} /> : <p>{t('empty.tickets')}</p>}
    </Section>
  );
}

function Told() {
  const { notices } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  if (notices.length === 0) return null;
  const all = <Link to={pathsFor(locale).notices()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.overview.notices')} aside={all}>
      <NoticeHeadings notices={notices} />
    </Section>
  );
}

function Moved() {
  const { transactions } = useLoaderData<typeof loader>();
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
