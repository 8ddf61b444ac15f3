import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { money } from '#texts/number.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { FirstMatter } from '#web/shared/matters/first-matter.tsx';
import { useText } from '#web/text/text.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Figures } from './figures.tsx';
import texts from './overview-page.tsx?texts';
import { Review } from './review.tsx';

const BelowFigures = lazyIsland(() => import('./below-figures.tsx').then(({ BelowFigures }) => BelowFigures));

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
      api('account.transactions', { ...first, query: { locale } }),
      api('account.notices', { ...first, query: { locale } }),
    ]),
    request,
  );
  const { balance, debt, eCertificateExpires, lastLogin } = details;
  return {
    texts: textsFor({ request, context }, texts),
    name: user.firstName,
    balance,
    debt,
    month,
    review,
    limits,
    lastLogin,
    isNew: balance === 0 && transactions.transactions.length === 0,
    eIdValidTo: eCertificateExpires,
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
  const { name, balance, debt, month, review, lastLogin } = data;
  const { t, format } = useText();
  return (
    <AccountFrame title={t('myPages.greeting', { name })}>
      <NeedsScript />
      <div className="stack">
        <FirstMatter />
        <Review review={review} />
        {debt > 0 && <Notice kind="warn">{t('myPages.debtHint', { amount: money(debt) })}</Notice>}
        <Figures balance={balance} month={month} />
        {lastLogin && <p className="meta">{t('session.lastLogin', { date: format.dateTime(lastLogin) })}</p>}
      </div>
      <LazyIsland>
        <BelowFigures {...data} />
      </LazyIsland>
    </AccountFrame>
  );
}
