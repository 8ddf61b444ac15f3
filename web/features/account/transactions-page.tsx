import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext, requireSession } from '#web/context.ts';
import { orErrorPage } from '#web/error-data.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { pageUrl, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { AccountFrame } from '#web/ui/account-frame.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Pages } from '#web/ui/pages.tsx';
import { TransactionTable } from './transaction-table.tsx';

const texts = `
  a11y.pagination account common.next common.pageOf common.previous empty.transactions games.lotto.name
  myPages.nav.account myPages.nav.overview myPages.nav.tickets myPages.sections myPages.transactions
  status.transaction
`;

/** The kinds that exist so far; the rest of the specification's six come with payments and subscriptions. */
const kinds = ['deposit', 'sales', 'winnings'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const url = pageUrl(request);
  const kind = kinds.find((name) => name === url.searchParams.get('transactionType'));
  const asked = url.searchParams.get('page') ?? '1';
  const page = /^\d{1,6}$/.test(asked) ? asked : '1';
  const query = kind === undefined ? {} : { transactionType: kind };
  const answer = await orErrorPage(
    context.get(apiContext)('account.transactions', { params: { page }, query }),
    request,
  );
  return { texts: textsFor({ request, context }, texts), kind: kind ?? 'all', ...answer };
}

export default function TransactionsPage() {
  const { transactions, page, pageCount, kind } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const links = (['all', ...kinds] as const).map((name) => ({
    name,
    label: t(`myPages.transactions.${name}`),
    to: paths.transactions(name === 'all' ? {} : { transactionType: name }),
  }));
  return (
    <AccountFrame title={t('myPages.nav.account')}>
      <FilterLinks label={t('myPages.transactions.filter')} links={links} chosen={kind} />
      {transactions.length > 0 ? (
        <div className="listing">
          <TransactionTable transactions={transactions} />
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
    </AccountFrame>
  );
}
