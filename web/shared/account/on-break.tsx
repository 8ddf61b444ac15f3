/**
 * In place of everything that sells, for a player in a break: until when it lasts, and what there is
 * meanwhile.
 */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn, useOwnToAct } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { useHasCome } from '#web/ui/domain-clock.ts';

/** Whether the player is in a break, until it ends before our eyes. */
export function useIsOnBreak(): boolean {
  const { state, now } = useShell();
  const end = useOwnToAct()?.account.lockedUntil ?? null;
  const isOver = useHasCome(end ?? now, now);
  return state === 'locked' && !(end !== null && isOver);
}

export const OnBreak = ownPart(() => {
  const { t, format, locale } = useText();
  const until = useOwn()?.account.lockedUntil;
  const paths = pathsFor(locale);
  return (
    <div className="stack measure">
      {until && <p>{t('responsible.paused', { date: format.dateTime(until) })}</p>}
      <p className="actions">
        <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={paths.tickets()}>
          {t('myPages.tickets.title')}
        </Link>
        <Link className={`${buttonCss.button} ${buttonCss.secondary}`} to={paths.results('lotto')}>
          {t('nav.results')}
        </Link>
        <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={paths.page('abyrg-spilun')}>
          {t('responsible.help')}
        </Link>
      </p>
    </div>
  );
});
