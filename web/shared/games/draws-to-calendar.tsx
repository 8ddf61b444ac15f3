/** A file of draws to come for the visitor's own calendar; a link, so that it works before scripts come. */
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function DrawsToCalendar({ gameId, draws }: { gameId: string; draws: readonly number[] }) {
  const { t, locale } = useText();
  if (draws.length === 0) return null;
  return (
    <a className={buttonClass({ kind: 'plain' })} href={pathsFor(locale).drawCalendar(gameId, draws)}>
      <Icon name="calendar" small />
      {t('drawCalendar.add', { count: draws.length })}
    </a>
  );
}
