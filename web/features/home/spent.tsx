/** What this month cost, unasked, and the way to limits (must-hold 33, 42). */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useShell } from '#web/ui/shell.ts';

export function Spent() {
  const { t, format, locale } = useText();
  const { account, now } = useShell();
  if (account === null) return null;
  const month = format.month(now);
  return (
    <p className="spent">
      <span>{t('home.spentMonth', { amount: money(account.month.spent), month })}</span>
      <span>{t('home.netMonth', { amount: money(account.month.net), month })}</span>
      <Link to={pathsFor(locale).limits()}>{t('responsible.setLimits')}</Link>
    </p>
  );
}
