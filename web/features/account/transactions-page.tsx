import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { money } from '#texts/number.ts';
import { apiContext, requireSession } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { historyFile, pageUrl, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pages } from '#web/ui/pages.tsx';
import { Section } from '#web/ui/section.tsx';
import { pageNumber } from './page-number.ts';
import { TransactionTable } from './transaction-table.tsx';
import texts from './transactions-page.tsx?texts';

const kinds = ['deposit', 'withdrawal', 'sales', 'winnings', 'subscriptions', 'teamSystem'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const url = pageUrl(request);
  const kind = kinds.find((name) => name === url.searchParams.get('transactionType'));
  const query = kind === undefined ? {} : { transactionType: kind };
  const answer = await orErrorPage(
    context.get(apiContext)('account.transactions', { params: { page: pageNumber(url) }, query }),
    request,
  );
  return { texts: textsFor({ request, context }, texts), kind: kind ?? ('all' as const), ...answer };
}

export default function TransactionsPage() {
  const { transactions, page, pageCount, kind, netDeposits } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const links = (['all', ...kinds] as const).map((name) => ({
    name,
    label: t(`myPages.transactions.${name}`),
    to: paths.transactions(name === 'all' ? {} : { transactionType: name }),
  }));
  return (
    <AccountFrame title={t('myPages.nav.account')}>
      <p className="life">{t('myPages.transactions.netLife', { amount: money(netDeposits) })}</p>
      <FilterLinks label={t('myPages.transactions.filter')} links={links} chosen={kind} />
      {transactions.length > 0 ? (
        <div className="listing">
          <TransactionTable transactions={transactions} caption={t(`myPages.transactions.${kind}`)} />
        </div>
      ) : (
        <p className="empty">{t('empty.transactions')}</p>
      )}
      <Pages
        page={page}
        pageCount={pageCount}
        to={(number) =>
          paths.transactions({ page: number, ...(kind !== 'all' && { transactionType: kind }) })
        }
      />
      <Files />
    </AccountFrame>
  );
}

/** All history, to be saved; links of their own, since they lead to no page. */
function Files() {
  const { t } = useText();
  return (
    <Section title={t('myPages.transactions.export')}>
      <p className="life soft">{t('myPages.transactions.exportHint')}</p>
      <p className="actions">
        {(['csv', 'json'] as const).map((format) => (
          <a key={format} className="button button-secondary" href={historyFile(format)} download>
            <Icon name="dl" small />
            {t(format === 'csv' ? 'myPages.transactions.exportCsv' : 'myPages.transactions.exportJson')}
          </a>
        ))}
      </p>
    </Section>
  );
}
