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
import { Table } from '#web/ui/table.tsx';

type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

type Props = {
  transactions: readonly Transaction[];
  /** Said to screen readers. */
  caption: string;
};

export function TransactionTable({ transactions, caption }: Props) {
  const { t, format } = useText();
  return (
    <div className="transactions">
      <Table
        caption={caption}
        isCaptionHidden
        columns={[
          { name: t('myPages.transactions.date') },
          { name: t('myPages.transactions.type') },
          { name: t('myPages.transactions.description'), isWide: true },
          { name: t('myPages.transactions.amount'), align: 'end' },
          { name: t('myPages.transactions.balanceAfter'), align: 'end', isWide: true },
        ]}
        rows={transactions.map((transaction) => ({
          key: transaction.id,
          cells: [
            <time key="date" dateTime={transaction.date}>
              {format.dayMonthShort(transaction.date)}
            </time>,
            <Kind key="kind" transaction={transaction} />,
            <Behind key="behind" transaction={transaction} />,
            <Amount key="amount" amount={transaction.amount} />,
            money(transaction.balanceAfter),
          ],
        }))}
      />
    </div>
  );
}

/** With what is behind it where that has no column of its own. */
function Kind({ transaction }: { transaction: Transaction }) {
  const { t } = useText();
  return (
    <>
      {t(kindText(transaction))}
      <span className="on-narrow meta">
        <Behind transaction={transaction} />
      </span>
    </>
  );
}

function Amount({ amount }: { amount: number }) {
  return amount > 0 ? <span className="positive">+{money(amount)}</span> : money(amount);
}

/** A sale that gave money back is a cancellation; a subscription returns what was not played. */
function kindText({ type, amount }: Transaction) {
  return (type === 'sales' || type === 'subscriptions') && amount > 0
    ? 'account.returned'
    : (`status.transaction.${type}` as const);
}

function Behind({ transaction }: { transaction: Transaction }) {
  const { t, locale } = useText();
  const { ticketId, couponId, subscriptionId, description, gameId = 'lotto' } = transaction;
  if (subscriptionId !== undefined)
    return (
      <Link to={pathsFor(locale).subscriptions({ subscriptionId })}>
        {t('myPages.subscriptions.of', { gameIn: t(`games.${gameId}.nameIn`) })}
      </Link>
    );
  if (ticketId === undefined) return description === 'sandbox_balance' ? t('account.sandboxBalance') : null;
  return (
    <Link to={pathsFor(locale).ticket(ticketId, couponId)}>
      {t('account.ticketOf', { game: t(`games.${gameId}.name`), ticket: ticketName(ticketId) })}
    </Link>
  );
}
