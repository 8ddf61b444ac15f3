/** What the table and the details of a movement say alike: how far it is, and its amount. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];
type Payment = NonNullable<Transaction['payment']>;

const looks = {
  underWay: [statusPillCss.waiting, 'hour'],
  done: [statusPillCss.won, 'check'],
  returned: [statusPillCss.none, 'left'],
  chargedBack: [statusPillCss.none, 'x'],
} as const;

export function PaymentStatus({ status, large = false }: Pick<Payment, 'status'> & { large?: boolean }) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`${statusPillCss.pill} ${large ? `${statusPillCss.large} ` : ''}${look}`}>
      <Icon name={icon} small={!large} />
      {t(`status.payment.${status}`)}
    </span>
  );
}

/** With its sign where it came in. */
export function signed(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}
