/** Every change of limits and breaks, newest first (must-hold 44). */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import type { SentLimits } from './limit-change.ts';
import * as limitsCss from './limits.module.css';

type Change = SentLimits['changes'][number];

const words = {
  set: 'myPages.limits.changeSet',
  requested: 'myPages.limits.changeRequested',
  withdrawn: 'myPages.limits.changeWithdrawn',
} as const;

export function LimitHistory({ changes }: { changes: readonly Change[] }) {
  const { t, format } = useText();
  const say = ({ field, step, before, after }: Change): string => {
    if (field === 'lockedUntil') return t('myPages.limits.changeLock', { date: format.dateTime(after) });
    const name = t(`myPages.limits.${field}`);
    return t(words[step], { name, before: money(Number(before)), after: money(Number(after)) });
  };
  return (
    <div className={limitsCss.history}>
      <Disclosure name={t('myPages.limits.history')}>
        {changes.length === 0 ? (
          <p>{t('myPages.limits.noChanges')}</p>
        ) : (
          <ul className={limitsCss.changes}>
            {changes.map((change) => (
              <li key={`${change.at} ${change.field}`}>
                <time dateTime={change.at} className="meta">
                  {format.dateTime(change.at)}
                </time>
                <span>{say(change)}</span>
              </li>
            ))}
          </ul>
        )}
      </Disclosure>
    </div>
  );
}
