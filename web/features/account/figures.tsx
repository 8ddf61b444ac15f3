/** Balance, and what was spent and won this month, all in one size. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { usePayments } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as figuresCss from './figures.module.css';

function MoneyWays() {
  const { t } = useText();
  const { ask } = usePayments();
  // In a break nothing is paid in.
  const isLocked = useIsOnBreak();
  return (
    <p className="actions">
      {!isLocked && (
        <Button kind="primary" onClick={() => void ask({ form: 'deposit' })}>
          {t('nav.deposit')}
        </Button>
      )}
      <Button onClick={() => void ask({ form: 'withdraw' })}>{t('withdraw.title')}</Button>
    </p>
  );
}

type Props = { balance: number; month: ApiAnswer<'limits.spending'>['month'] };

export function Figures({ balance, month: { from, spent, won, net } }: Props) {
  const { t, format, locale } = useText();
  const month = format.month(from);
  return (
    <section className={figuresCss.moneyFigures} aria-label={t('myPages.nav.overview')}>
      <div className={figuresCss.balance}>
        <h2>{t('myPages.balance')}</h2>
        <b className={figuresCss.amount}>{money(balance)}</b>
        <MoneyWays />
      </div>
      <div className={figuresCss.spent}>
        <h2>{t('myPages.overview.spentIn', { month })}</h2>
        <b className={figuresCss.amount}>{money(spent)}</b>
        <p className="soft">{t('myPages.overview.won', { amount: money(won) })}</p>
      </div>
      <div className={figuresCss.net}>
        <h2>{t('myPages.overview.netIn', { month })}</h2>
        <b className={figuresCss.amount}>{money(net)}</b>
        <p>
          <Link to={pathsFor(locale).transactions()}>{t('myPages.overview.seeTransactions')}</Link>
        </p>
      </div>
    </section>
  );
}
