/** Movements of one month or of all time: links, and what the month came to. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import * as stepCss from '#web/ui/step.module.css';
import * as movementsCss from './movements.module.css';
import { signed } from './transaction-parts.tsx';

type Props = {
  /** `YYYY-MM`; null: all of them. */
  month: string | null;
  transactionType: string | undefined;
};

export function MonthStepper({ month, transactionType }: Props) {
  const { t, format, locale } = useText();
  const { now } = useShell();
  const current = now.slice(0, 7);
  const to = (month?: string) => pathsFor(locale).transactions({ transactionType, month });
  const name = (of: string) =>
    t('myPages.transactions.monthOf', { month: format.month(`${of}-01`), year: of.slice(0, 4) });
  const linkTo = (of: string) => ({ to: to(of), label: name(of) });
  return (
    <nav className={`${stepCss.step} ${movementsCss.months}`} aria-label={t('myPages.transactions.period')}>
      {month === null ? (
        <>
          <h2>{t('myPages.transactions.allTime')}</h2>
          <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={to(current)} preventScrollReset>
            {t('myPages.transactions.byMonth')}
          </Link>
        </>
      ) : (
        <>
          <div className={movementsCss.monthsStep}>
            <ArrowLink icon="left" {...linkTo(monthsFrom(month, -1))} />
            <h2>{name(month)}</h2>
            {month < current && <ArrowLink icon="right" {...linkTo(monthsFrom(month, 1))} />}
          </div>
          <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={to()} preventScrollReset>
            {t('myPages.transactions.allTime')}
          </Link>
        </>
      )}
    </nav>
  );
}

function ArrowLink({ icon, to, label }: { icon: 'left' | 'right'; to: string; label: string }) {
  return (
    <Link className={buttonCss.iconButton} to={to} aria-label={label} preventScrollReset>
      <Icon name={icon} />
    </Link>
  );
}

function monthsFrom(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

const summed = ['deposit', 'sales', 'subscriptions', 'teamSystem', 'winnings', 'withdrawal'] as const;

/** What each kind moved, and all of them together; money from the subscription card is deposited. */
export function MonthSums({ sums }: { sums: NonNullable<ApiAnswer<'account.transactions'>['monthSums']> }) {
  const { t } = useText();
  const moved = summed.flatMap((name) => {
    const amount = sums[name];
    return amount === undefined ? [] : [{ name, amount }];
  });
  if (moved.length === 0) return null;
  const change = moved.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <dl className={movementsCss.monthSums} aria-label={t('myPages.transactions.monthSums')}>
      {moved.map(({ name, amount }) => (
        <div key={name}>
          <dt>{t(`myPages.transactions.sum.${name}`)}</dt>
          <dd>{signed(amount)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('myPages.transactions.sum.change')}</dt>
        <dd>{signed(change)}</dd>
      </div>
    </dl>
  );
}
