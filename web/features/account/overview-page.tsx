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
  const [details, { month }, review, tickets, transactions, notices] = await orErrorPage(
    Promise.all([
      api('account.details', {}),
      api('limits.spending', {}),
      api('account.review', {}),
      api('tickets.list', { ...first, query: { filter: 'pending' } }),
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
    lastLogin,
    isExpired: eCertificateExpires < context.get(requestContext).now.slice(0, 10),
    tickets: tickets.tickets.slice(0, 5),
    transactions: transactions.transactions.slice(0, 6),
    notices: notices.notices.slice(0, 3),
  };
}

/** `?ticketId=` and `?subscriptionId=` name what lies in a section. */
function leadToTicket({ pathname, searchParams }: URL): void {
  const paths = pathsFor(localeOf(pathname));
  const [ticketId, subscriptionId] = [searchParams.get('ticketId'), searchParams.get('subscriptionId')];
  if (ticketId) throw redirect(paths.ticket(ticketId, searchParams.get('couponId') ?? undefined));
  if (subscriptionId) throw redirect(paths.subscriptions({ subscriptionId }));
}

export default function OverviewPage() {
  const { name, isExpired, balance, month, review, lastLogin } = useLoaderData<typeof loader>();
  const { t, format } = useText();
  return (
    <AccountFrame title={t('myPages.greeting', { name })}>
      <div className="stack">
        {isExpired && <Notice kind="warn">{t('errors.EC_ELOGIN_AUTH_REQUIRED')}</Notice>}
        <Review review={review} />
        <Figures balance={balance} month={month} />
        {lastLogin && <p className="meta">{t('session.lastLogin', { date: format.dateTime(lastLogin) })}</p>}
      </div>
      <OpenTickets />
      <Told />
      <Moved />
      <ReviewRhythm review={review} />
    </AccountFrame>
  );
}

function OpenTickets() {
  const { tickets } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const { now } = useShell();
  const all = <Link to={pathsFor(locale).tickets()}>{t('common.showAll')}</Link>;
  return (
    <Section title={t('myPages.overview.open')} aside={all}>
      {tickets.length > 0 ? (
        <TicketList tickets={tickets} now={now} />
      ) : (
        <p>{t('myPages.overview.nothingOpen')}</p>
      )}
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
        <TransactionTable transactions={transactions} />
      ) : (
        <p>{t('empty.transactions')}</p>
      )}
    </Section>
  );
}
