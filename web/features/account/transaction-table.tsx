/**
 * Movements on the account with the balance after each; on narrow screens what is behind one stands under its
 * kind. A payment opens with all that is known of it.
 */
import { useState } from 'react';
import { Link } from 'react-router';
import { ticketName } from '#texts/format.ts';
import { isUndoing, kindOf } from '#texts/movement.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { Table } from '#web/ui/table.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { PaymentStatus, signed, type Transaction } from './transaction-parts.tsx';
import * as transactionsCss from './transactions.module.css';

type Props = {
  transactions: readonly Transaction[];
  /** Said to screen readers. */
  caption: string;
};

type Open = { onOpen: (transaction: Transaction) => void };

export function TransactionTable({ transactions, caption }: Props) {
  const { t, format } = useText();
  const { now } = useShell();
  const [shown, setShown] = useState<Transaction | null>(null);
  return (
    <div className={transactionsCss.transactions}>
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
              {format.dayOfYears(transaction.date, now)}
            </time>,
            <Kind key="kind" transaction={transaction} onOpen={setShown} />,
            <Behind key="behind" transaction={transaction} onOpen={setShown} />,
            <Amount key="amount" amount={transaction.amount} />,
            money(transaction.balanceAfter),
          ],
        }))}
      />
      {shown !== null && <TransactionDetails transaction={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

/** With what is behind it where that has no column of its own. */
function Kind({ transaction, onOpen }: { transaction: Transaction } & Open) {
  const { t } = useText();
  const { payment, type } = transaction;
  const kind = kindOf(t, transaction);
  const isTold = payment !== undefined && (type === 'withdrawal' || payment.status !== 'done');
  return (
    <>
      {kind}
      {transaction.description !== kind && (
        <span className={`${transactionsCss.onNarrow} meta`}>
          <Behind transaction={transaction} onOpen={onOpen} />
        </span>
      )}
      {isTold && !isUndoing(transaction) && <PaymentStatus status={payment.status} />}
    </>
  );
}

function Amount({ amount }: { amount: number }) {
  return amount > 0 ? <span className={transactionsCss.positive}>{signed(amount)}</span> : signed(amount);
}

function Behind({ transaction, onOpen }: { transaction: Transaction } & Open) {
  const { t, locale } = useText();
  const { ticketId, couponId, subscriptionId, poolId, payment, description } = transaction;
  if (payment !== undefined)
    return (
      <button
        type="button"
        className={transactionsCss.behind}
        aria-label={`${description}. ${t('myPages.transactions.details')}`}
        onClick={() => onOpen(transaction)}
      >
        {description}
      </button>
    );
  const paths = pathsFor(locale);
  if (subscriptionId !== undefined)
    return <Link to={paths.subscriptions({ subscriptionId })}>{description}</Link>;
  if (poolId !== undefined) return <Link to={paths.ownPools({ kerfi: poolId })}>{description}</Link>;
  if (ticketId === undefined) return description;
  const name = ticketName(ticketId);
  return (
    <Link to={paths.ticket(ticketId, couponId)}>
      {description.replace(name, '')}
      <span className="whitespace-nowrap">{name}</span>
    </Link>
  );
}
