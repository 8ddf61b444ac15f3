/** The last day of a break, chosen freely: the day, then the month with its year, and what they come to. */
import { readTyped } from '#rules/values/typed.ts';
import { isDate } from '#rules/values/weeks.ts';
import { useText } from '#web/text/text.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { FieldError } from '#web/ui/field.tsx';
import * as breakCss from './break.module.css';

const daysMax = 365;
const dayMs = 86_400_000;
const monthsOffered = 13;

/** `month` is `2026-12`. */
export type TypedDay = { day: string; month: string };

type Props = { now: string; typed: TypedDay; isFaulty: boolean; onTyped: (typed: TypedDay) => void };

export function LastDay({ now, typed, isFaulty, onTyped }: Props) {
  const { t, format } = useText();
  const days = daysUntil(typed, now);
  const between = { from: format.date(after(now, 1)), to: format.dateYear(after(now, daysMax)) };
  const described = isFaulty ? 'break-last-day-error' : 'break-last-day-end';
  return (
    <fieldset className={`${fieldCss.field} ${breakCss.lastDay}`}>
      <legend>{t('myPages.lockout.lastDay')}</legend>
      <div className={breakCss.date}>
        <div className={fieldCss.field}>
          <label htmlFor="break-last-day">{t('calendar.day')}</label>
          <input
            id="break-last-day"
            className={fieldCss.input}
            inputMode="numeric"
            autoComplete="off"
            value={typed.day}
            aria-invalid={isFaulty ? true : undefined}
            aria-describedby={described}
            onChange={({ target }) => onTyped({ ...typed, day: target.value })}
          />
        </div>
        <div className={fieldCss.field}>
          <label htmlFor="break-last-month">{t('calendar.monthAndYear')}</label>
          <select
            id="break-last-month"
            value={typed.month}
            aria-describedby={described}
            onChange={({ target }) => onTyped({ ...typed, month: target.value })}
          >
            {monthsFrom(now).map((month) => (
              <option key={month} value={month}>
                {format.month(`${month}-01`)} {month.slice(0, 4)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {isFaulty && (
        <FieldError id="break-last-day-error">{t('validation.invalidBreakEnd', between)}</FieldError>
      )}
      <p id="break-last-day-end" className="meta" aria-live="polite">
        {days !== null &&
          t('myPages.lockout.customEnd', {
            days,
            date: format.onDate(after(now, days)),
            time: now.slice(11, 16),
          })}
      </p>
    </fieldset>
  );
}

export const after = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * dayMs).toISOString();

/** Whole days from today to the typed day, 1 to 365. Null for any other text. */
export function daysUntil({ day, month }: TypedDay, now: string): number | null {
  const date = `${month}-${readTyped(day).padStart(2, '0')}`;
  if (!isDate(date)) return null;
  const days = (Date.parse(date) - Date.parse(now.slice(0, 10))) / dayMs;
  return days >= 1 && days <= daysMax ? days : null;
}

function monthsFrom(now: string): string[] {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  return Array.from({ length: monthsOffered }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7),
  );
}
