/** One limit as a bar: what is used of it, what is left, and when it begins anew. */
import type { ReactNode } from 'react';
import type { LimitField } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Meter } from '#web/ui/meter.tsx';
import type { SentLimits } from './limit-change.ts';

function resets(field: LimitField) {
  if (field.endsWith('Month')) return 'myPages.limits.resetsMonth';
  return field.endsWith('Week') ? 'myPages.limits.resetsWeek' : 'myPages.limits.resetsDay';
}

type Props = { field: LimitField; limits: SentLimits; children?: ReactNode };

export function LimitMeter({ field, limits, children }: Props) {
  const { t } = useText();
  const [used, limit] = [limits.used[field], limits[field]];
  const name = t(`myPages.limits.${field}`);
  const words = { name, used: money(used), limit: money(limit) };
  return (
    <Meter
      label={name}
      value={used}
      max={limit}
      spoken={t('myPages.limits.used', words)}
      figures={
        <>
          <b>{money(used)}</b> <span className="soft">{t('account.ofLimit', { limit: money(limit) })}</span>
        </>
      }
    >
      <p className="meta">
        {t('myPages.limits.left', { amount: money(Math.max(0, limit - used)) })} · {t(resets(field))}
      </p>
      {children}
    </Meter>
  );
}
