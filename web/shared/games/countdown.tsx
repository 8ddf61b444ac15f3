/**
 * Time left until sales close: days and hours, then hours and minutes, under ten minutes minutes and seconds.
 */

import type { Translate } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import { useDomainClock } from '#web/ui/domain-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Whole units of what is left, rounded down; at ten minutes and below `9:07`. */
export function timeLeft(t: Translate, leftMs: number): string {
  if (leftMs >= day) {
    return t('countdown.longDays', {
      days: Math.floor(leftMs / day),
      hours: Math.floor((leftMs % day) / hour),
    });
  }
  const minutes = Math.floor((leftMs % hour) / minute);
  if (leftMs >= hour) return t('countdown.longHours', { hours: Math.floor(leftMs / hour), minutes });
  if (leftMs >= 10 * minute) return t('countdown.longMinutes', { minutes });
  const seconds = Math.floor((leftMs % minute) / 1000);
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}

export function Countdown({ closeDate, now }: { closeDate: string; now: string }) {
  const { t } = useText();
  const leftMs = Date.parse(closeDate) - useDomainClock(now);
  if (leftMs <= 0) return <strong>{t('countdown.closed')}</strong>;
  const announced =
    leftMs <= minute ? t('countdown.oneMinute') : leftMs <= 10 * minute ? t('countdown.tenMinutes') : '';
  return (
    <>
      <span>{t('countdown.after', { time: timeLeft(t, leftMs) })}</span>
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}
