/**
 * In place of everything that sells, for a player in a break: until when it lasts, and what there is
 * meanwhile.
 */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useHasCome } from './domain-clock.ts';
import { useShell } from './shell.ts';

/** The end of the player's break; null when there is none. */
export function useBreakEnd(): string | null {
  const { account, now } = useShell();
  const end = account?.lockedUntil ?? null;
  const isOver = useHasCome(end ?? now, now);
  return isOver ? null : end;
}

export function OnBreak({ until }: { until: string }) {
  const { t, format, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <div className="stack measure">
      <p>{t('responsible.paused', { date: format.dateTime(until) })}</p>
      <p className="actions">
        <Link className="button button-secondary" to={paths.tickets()}>
          {t('myPages.tickets.title')}
        </Link>
        <Link className="button button-secondary" to={paths.results('lotto')}>
          {t('nav.results')}
        </Link>
        <Link className="button button-plain" to={paths.page('abyrg-spilun')}>
          {t('responsible.help')}
        </Link>
      </p>
    </div>
  );
}
