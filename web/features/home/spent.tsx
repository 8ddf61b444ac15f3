/** What this month cost, unasked, and the way to limits (must-hold 33, 42). */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import * as homeCss from './home.module.css';

export const Spent = ownPart(() => {
  const { t, format, locale } = useText();
  const account = useOwn()?.account;
  const month = format.month(useShell().now);
  if (!account) return null;
  return (
    <p className={homeCss.spent}>
      <span>{t('home.spentMonth', { amount: money(account.month.spent), month })}</span>
      <span>{t('home.netMonth', { amount: money(account.month.net), month })}</span>
      <Link to={pathsFor(locale).limits()}>{t('responsible.setLimits')}</Link>
    </p>
  );
});
