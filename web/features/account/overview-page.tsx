import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requestContext, requireSession } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { pathsFor } from '#web/paths.ts';
import { money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useShell } from '#web/ui/shell.ts';
import { TicketList } from '#web/ui/ticket-list.tsx';
import { TransactionTable } from './transaction-table.tsx';

const texts = `
  account common.showAll empty.tickets empty.transactions errors.EC_ELOGIN_AUTH_REQUIRED games.lotto.name
  myPages.balance myPages.greeting myPages.nav.account myPages.nav.overview myPages.nav.tickets
  myPages.sections myPages.tickets.draw myPages.transactions session.lastLogin status.ticket
  status.transaction units.rows
`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = requireSession({ request, context });
  const api = context.get(apiContext);
  const [details, tickets, transactions] = await orErrorPage(
    Promise.all([
      api('account.details', {}),
      api('tickets.list', { params: { page: '1' } }),
      api('account.transactions', { params: { page: '1' } }),
    ]),
    request,
  );
  const { balance, stakedToday, stakeLimitDay, eCertificateExpires, lastLogin } = details;
  const today = context.get(requestContext).now.slice(0, 10);
  return {
    texts: textsFor({ request, context }, texts),
    name: user.firstName,
    ...{ balance, stakedToday, stakeLimitDay, lastLogin },
    isExpired: eCertificateExpires < today,
    tickets: tickets.tickets.slice(0, 5),
    transactions: transactions.transactions.slice(0, 6),
  };
}

export default function OverviewPage() {
  const { name, tickets, transactions, isExpired, lastLogin, ...money } = useLoaderData<typeof loader>();
  const { t, format, locale } = useText();
  const { now } = useShell();
  const paths = pathsFor(locale);
  return (
    <AccountFrame title={t('myPages.greeting', { name })}>
      {isExpired && <Notice kind="warn">{t('errors.EC_ELOGIN_AUTH_REQUIRED')}</Notice>}
      <Figures {...money} />
      {lastLogin && <p className="meta">{t('session.lastLogin', { date: format.dateTime(lastLogin) })}</p>}
      <Section
        title={t('myPages.tickets.title')}
        aside={<Link to={paths.tickets()}>{t('common.showAll')}</Link>}
      >
        {tickets.length > 0 ? <TicketList tickets={tickets} now={now} /> : <p>{t('empty.tickets')}</p>}
      </Section>
      <Section
        title={t('myPages.transactions.title')}
        aside={<Link to={paths.transactions()}>{t('common.showAll')}</Link>}
      >
        {transactions.length > 0 ? (
          <TransactionTable transactions={transactions} />
        ) : (
          <p>{t('empty.transactions')}</p>
        )}
      </Section>
    </AccountFrame>
  );
}

type FigureProps = { balance: number; stakedToday: number; stakeLimitDay: number };

function Figures({ balance, stakedToday, stakeLimitDay }: FigureProps) {
  const { t } = useText();
  const left = Math.max(0, stakeLimitDay - stakedToday);
  return (
    <section className="money3" aria-label={t('myPages.nav.overview')}>
      <div className="b1">
        <h2>{t('myPages.balance')}</h2>
        <b className="m">{money(balance)}</b>
      </div>
      <div className="b2">
        <h2>{t('nav.spentToday')}</h2>
        <b className="m">{money(stakedToday)}</b>
      </div>
      <div className="b3">
        <h2>{t('account.leftToday')}</h2>
        <b className="m">{money(left)}</b>
        <p className="soft">{t('account.ofLimit', { limit: money(stakeLimitDay) })}</p>
      </div>
    </section>
  );
}
