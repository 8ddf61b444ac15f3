/** What the table and the details of a movement say alike: its kind, what is behind it, how far it is. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { type Text, useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];
type Payment = NonNullable<Transaction['payment']>;

const looks = {
  underWay: ['pill-waiting', 'hour'],
  done: ['pill-won', 'check'],
  returned: ['pill-none', 'left'],
  chargedBack: ['pill-none', 'x'],
} as const;

export function PaymentStatus({ status, large = false }: Pick<Payment, 'status'> & { large?: boolean }) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`pill ${large ? 'pill-large ' : ''}${look}`}>
      <Icon name={icon} small={!large} />
      {t(`status.payment.${status}`)}
    </span>
  );
}

/** The second movement of a payment, which undoes the first. */
export function isUndoing({ type, amount, payment }: Transaction): boolean {
  return payment !== undefined && (type === 'withdrawal' ? amount > 0 : amount < 0);
}

/**
 * The sign tells what the kind does not: a sale that gave money back is a cancellation, a subscription
 * returns what was not played, and a prize that was taken back was corrected.
 */
export function kindOf({ t }: Text, transaction: Transaction): string {
  const { type, amount, payment } = transaction;
  if (isUndoing(transaction))
    return t(
      type === 'withdrawal' ? 'myPages.transactions.withdrawalReturned' : 'myPages.transactions.chargeback',
    );
  if (type === 'subscriptions' && payment !== undefined) return t('myPages.transactions.byCard');
  if ((type === 'sales' || type === 'subscriptions') && amount > 0) return t('account.returned');
  if (type === 'winnings' && amount < 0) return t('myPages.transactions.correction');
  return t(`status.transaction.${type}`);
}

/** The card, phone or bank account of a payment, by its last digits. */
export function wayOf({ t }: Text, { payment, cardType, cardNumber }: Transaction): string {
  if (payment === undefined) return '';
  const { method, bankAccount = '', phone = '' } = payment;
  if (method === 'bank') return t('myPages.transactions.accountEnding', { last3: bankAccount.slice(-3) });
  if (method === 'aur') return t('myPages.transactions.aurPhone', { last4: phone.slice(-4) });
  if (cardType === undefined || cardNumber === undefined) return t('paymentMethod.creditCard');
  return t('card.ending', { brand: t(`card.brands.${cardType}`), last4: cardNumber.slice(-4) });
}

/** With its sign where it came in. */
export function signed(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}
