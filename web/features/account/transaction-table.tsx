/**
 * Movements on the account with the balance after each; on narrow screens the description stands
 * under the kind.
 */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { ticketName } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';

type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

export function TransactionTable({ transactions }: { transactions: readonly Transaction[] }) {
  const { t, format } = useText();
  return (
    <table className="transactions">
      <thead>
        <tr>
          <th scope="col">{t('myPages.transactions.date')}</th>
          <th scope="col">{t('myPages.transactions.type')}</th>
          <th scope="col" className="on-wide">
            {t('myPages.transactions.description')}
          </th>
          <th scope="col" className="align-right">
            {t('myPages.transactions.amount')}
          </th>
          <th scope="col" className="align-right on-wide">
            {t('myPages.transactions.balanceAfter')}
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr key={transaction.id}>
            <td>
              <time dateTime={transaction.date}>{format.dayMonthShort(transaction.date)}</time>
            </td>
            <td>
              {t(kindText(transaction))}
              <span className="on-narrow meta">
                <Behind transaction={transaction} />
              </span>
            </td>
            <td className="on-wide">
              <Behind transaction={transaction} />
            </td>
            <td className={transaction.amount > 0 ? 'align-right positive' : 'align-right'}>
              {transaction.amount > 0 && '+'}
              {money(transaction.amount)}
            </td>
            <td className="align-right on-wide">{money(transaction.balanceAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A sale that gave money back is a cancellation. */
function kindText({ type, amount }: Transaction) {
  return type === 'sales' && amount > 0 ? 'account.returned' : (`status.transaction.${type}` as const);
}

function Behind({ transaction }: { transaction: Transaction }) {
  const { t, locale } = useText();
  const { ticketId, couponId, description } = transaction;
  if (ticketId === undefined) return description === 'sandbox_balance' ? t('account.sandboxBalance') : null;
  return (
    <Link to={pathsFor(locale).ticket(ticketId, couponId)}>
      {t('account.ticketOf', { game: t('games.lotto.name'), ticket: ticketName(ticketId) })}
    </Link>
  );
}
