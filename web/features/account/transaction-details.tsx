/** All that is known of a movement from outside or to it: what it was, how far it is, and its number. */
import type { ReactNode } from 'react';
import { type EndKey, endInWords, endOf } from '#texts/ends.ts';
import { time } from '#texts/format.ts';
import { kindOf, wayOf } from '#texts/movement.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkedWords } from '#web/ui/linked-words.tsx';

import * as movementsCss from './movements.module.css';
import { PaymentStatus, signed, type Transaction } from './transaction-parts.tsx';
import * as transactionsCss from './transactions.module.css';

type Props = { transaction: Transaction; onClose: () => void };

export function TransactionDetails({ transaction, onClose }: Props) {
  const { t } = useText();
  const { date, amount, balanceAfter, payment } = transaction;
  const kind = kindOf(t, transaction);
  return (
    <Dialog open title={kind} closeLabel={t('a11y.closeDialog')} onClose={onClose}>
      <div className={dialogCss.body}>
        <p className={movementsCss.movement}>
          <span className="soft">
            <Moment at={date} />
          </span>
          <b className={amount > 0 ? transactionsCss.positive : undefined}>{signed(amount)}</b>
          {payment && <PaymentStatus status={payment.status} />}
        </p>
        <Tell transaction={transaction} />
        <dl className={movementsCss.facts}>
          <Fact name={t('myPages.transactions.balanceBefore')} value={money(balanceAfter - amount)} />
          <Fact name={kind} value={signed(amount)} />
          <Fact name={t('myPages.transactions.balanceAfter')} value={money(balanceAfter)} isEnd />
        </dl>
        <dl className={movementsCss.facts}>
          <Facts transaction={transaction} />
        </dl>
      </div>
      <div className={dialogCss.foot}>
        <Button block onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** What became of the money where it did not simply go through. */
function Tell({ transaction: { payment, type, amount } }: Pick<Props, 'transaction'>) {
  const { t } = useText();
  const key = payment && endKeyOf(type, payment.status);
  return (
    key && (
      <p>
        <LinkedWords>{endInWords(endOf(t, key, { amount: money(Math.abs(amount)) }))}</LinkedWords>
      </p>
    )
  );
}

/** Undefined for a movement that went through as usual. */
function endKeyOf(
  type: Transaction['type'],
  status: NonNullable<Transaction['payment']>['status'],
): EndKey | undefined {
  if (status === 'chargedBack') return 'ends.cardDeposit.chargedBack';
  if (type !== 'withdrawal') return undefined;
  if (status === 'done') return 'ends.withdrawal.settled';
  return status === 'underWay' ? 'ends.withdrawal.underWay' : 'ends.withdrawal.rejected';
}

function Facts({ transaction }: Pick<Props, 'transaction'>) {
  const { t } = useText();
  const { id, payment, authId, type, club } = transaction;
  return (
    <>
      {payment && (
        <>
          <Fact
            name={t(type === 'withdrawal' ? 'myPages.transactions.paidTo' : 'myPages.transactions.paidWith')}
            value={wayOf(t, transaction)}
          />
          <Fact name={t('myPages.transactions.askedAt')} value={<Moment at={payment.askedAt} />} />
          {authId !== undefined && <Fact name={t('myPages.transactions.authId')} value={authId} />}
          <Fact name={t('myPages.transactions.paymentId')} value={payment.paymentId} />
        </>
      )}
      {club !== undefined && <Fact name={t('toto.club')} value={club} />}
      <Fact name={t('myPages.transactions.number')} value={id} />
    </>
  );
}

/** With the year: what is looked up may be old. */
function Moment({ at }: { at: string }) {
  const { t, format } = useText();
  return t('calendar.dateTime', { date: format.dateYear(at), time: time(at) });
}

function Fact({ name, value, isEnd = false }: { name: string; value: ReactNode; isEnd?: boolean }) {
  return (
    <div className={isEnd ? movementsCss.end : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
