import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { money } from '#texts/number.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { historyFile, localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { AccountFrame } from '#web/shared/account/account-frame.tsx';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Pages } from '#web/ui/pages.tsx';
import { Section } from '#web/ui/section.tsx';
import { MonthStepper, MonthSums } from './month-stepper.tsx';
import { pageNumber } from './page-number.ts';
import { TransactionTable } from './transaction-table.tsx';
import * as transactionsCss from './transactions.module.css';
import texts from './transactions-page.tsx?texts';

const kinds = ['deposit', 'withdrawal', 'sales', 'winnings', 'subscriptions', 'teamSystem'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const url = pageUrl(request);
  const kind = kinds.find((name) => name === url.searchParams.get('transactionType'));
  const [month] = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(url.searchParams.get('month') ?? '') ?? [];
  const [first] = /^\d{1,18}$/.exec(url.searchParams.get('first') ?? '') ?? [];
  const query = {
    locale: localeOf(url.pathname),
    ...(first !== undefined && { first }),
    ...(kind !== undefined && { transactionType: kind }),
    ...(month !== undefined && { month }),
  };
  const answer = await orErrorPage(
    context.get(apiContext)('account.transactions', { params: { page: pageNumber(url) }, query }),
    request,
  );
  // The movement with which page 1 began: later movements do not shift the pages.
  const began = first ?? (answer.page === 1 ? answer.transactions[0]?.id : undefined);
  return { texts: textsFor({ request, context }, texts), kind, month, ...answer, first: began };
}

export default function TransactionsPage() {
  const { transactions, page, pageCount, transactionCount, kind, month, netDeposits, monthSums, first } =
    useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const chosen = { transactionType: kind, month };
  const links = (['all', ...kinds] as const).map((name) => ({
    name,
    label: t(`myPages.transactions.${name}`),
    to: paths.transactions({ transactionType: name === 'all' ? undefined : name, month }),
  }));
  return (
    <AccountFrame title={t('myPages.nav.account')}>
      <FilterLinks label={t('myPages.transactions.filter')} links={links} chosen={kind ?? 'all'} />
      <MonthStepper month={month ?? null} transactionType={kind} />
      {monthSums && <MonthSums sums={monthSums} />}
      {transactions.length > 0 ? (
        <TransactionTable transactions={transactions} caption={t(`myPages.transactions.${kind ?? 'all'}`)} />
      ) : (
        <p className={listsCss.empty}>
          {month === undefined && kind === undefined
            ? t('myPages.transactions.empty.all')
            : t(month === undefined ? 'myPages.transactions.empty.kind' : 'myPages.transactions.empty.month')}
        </p>
      )}
      <Pages
        page={page}
        pageCount={pageCount}
        to={(number) => paths.transactions({ ...chosen, ...(number > 1 && { page: number, first }) })}
      />
      <p className={`${transactionsCss.life} soft`}>
        {transactionCount > 0 && `${t('myPages.transactions.count', { count: transactionCount })} `}
        {t('myPages.transactions.netLife', { amount: money(netDeposits) })}
      </p>
      <Files />
    </AccountFrame>
  );
}

/** All history, to be saved; links of their own, since they lead to no page. */
function Files() {
  const { t, locale } = useText();
  return (
    <Section title={t('myPages.transactions.export')}>
      <p className={`${transactionsCss.life} soft`}>{t('myPages.transactions.exportHint')}</p>
      <p className="actions">
        {(['csv', 'json'] as const).map((format) => (
          <a
            key={format}
            className={`${buttonCss.button} ${buttonCss.secondary}`}
            href={historyFile(format, locale)}
            download
          >
            <Icon name="dl" small />
            {t(format === 'csv' ? 'myPages.transactions.exportCsv' : 'myPages.transactions.exportJson')}
          </a>
        ))}
      </p>
    </Section>
  );
}
