/** A limit as a bar with the used and the remaining amount; dashed while the player has set none. */
import type { ReactNode } from 'react';
import type { LimitField } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { hasOwn, periodOf, type SentLimits } from './limit-change.ts';
import * as limitsCss from './limits.module.css';

/** `isInGroup`: the heading above names the kind of limit, so the bar shows its period alone. */
type Props = { field: LimitField; limits: SentLimits; isInGroup?: boolean; children?: ReactNode };

export function LimitMeter({ field, limits, isInGroup = false, children }: Props) {
  const { t } = useText();
  const [used, limit] = [limits.used[field], limits[field]];
  const period = periodOf(field);
  const name = t(`myPages.limits.${field}`);
  const isOwn = hasOwn(limits, field);
  const spoken = isOwn ? t('myPages.limits.used', { used: money(used), limit: money(limit) }) : money(used);
  return (
    <Meter
      label={isInGroup ? t(`myPages.limits.per${period}`) : name}
      name={name}
      value={used}
      max={limit}
      isSet={isOwn}
      spoken={spoken}
      figures={
        <>
          <b>{money(used)}</b>{' '}
          {isOwn && <span className="soft">{t('account.ofLimit', { limit: money(limit) })}</span>}
        </>
      }
    >
      {isOwn ? (
        <p className="meta">
          {t(`myPages.limits.left${period}`, { amount: money(Math.max(0, limit - used)) })}
        </p>
      ) : (
        <NoLimit field={field} name={name} isInGroup={isInGroup} />
      )}
      {children}
    </Meter>
  );
}

type NoLimitProps = { field: LimitField; name: string; isInGroup: boolean };

function NoLimit({ field, name, isInGroup }: NoLimitProps) {
  const { t } = useText();
  return (
    <p className={`meta ${limitsCss.noLimit}`}>
      {t('myPages.limits.noOwn')}
      {isInGroup && (
        <a href={`#${field}`}>
          {t('myPages.limits.set')}
          <span className="visually-hidden"> – {name}</span>
        </a>
      )}
    </p>
  );
}
