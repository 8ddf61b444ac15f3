/** A limit as a bar with the used and the remaining amount; dashed while the player has set none. */
import type { ReactNode } from 'react';
import type { LimitField } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { hasOwn, periodOf, type SentLimits } from './limit-change.ts';
import * as limitsCss from './limits.module.css';

type Props = {
  field: LimitField;
  limits: SentLimits;
  /** Given in a group whose heading names the kind of limit, so that the bar names its period alone. */
  onSet?: () => void;
  children?: ReactNode;
};

export function LimitMeter({ field, limits, onSet, children }: Props) {
  const { t } = useText();
  const [used, limit] = [limits.used[field], limits[field]];
  const period = periodOf(field);
  const name = t(`myPages.limits.${field}`);
  const isOwn = hasOwn(limits, field);
  const spoken = isOwn ? t('myPages.limits.used', { used: money(used), limit: money(limit) }) : money(used);
  return (
    <Meter
      label={onSet ? t(`myPages.limits.per${period}`) : name}
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
        <NoLimit name={name} onSet={onSet} />
      )}
      {children}
    </Meter>
  );
}

function NoLimit({ name, onSet }: { name: string; onSet: (() => void) | undefined }) {
  const { t } = useText();
  return (
    <p className={`meta ${limitsCss.noLimit}`}>
      {t('myPages.limits.noOwn')}
      {onSet && (
        <Button kind="plain" onClick={onSet}>
          {t('myPages.limits.set')}
          <span className="visually-hidden"> – {name}</span>
        </Button>
      )}
    </p>
  );
}
