/** Links to the weeks around, and a form to jump to any; both work without script. */
import { Form, Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Props = {
  gameId: string;
  shown: GameWeek;
  before: GameWeek | null;
  after: GameWeek | null;
  years: readonly number[];
  weeks: number;
  current: GameWeek;
};

export function WeekStepper({ gameId, shown, before, after, years, weeks, current }: Props) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const last = shown.year === current.year ? current.week : weeks;
  const numbers = Array.from({ length: Math.max(weeks, shown.week) }, (_, index) => index + 1);
  return (
    <div className="steps">
      <nav className="step" aria-label={t('common.week')}>
        {before ? (
          <Link className="button button-plain" to={paths.results(gameId, before)} preventScrollReset>
            <Icon name="left" small />
            {t('calendar.weekNumber', { week: before.week })}
          </Link>
        ) : (
          <span className="meta">{t('calendar.noEarlierWeek')}</span>
        )}
        <b>{t('calendar.weekYear', { week: shown.week, year: shown.year })}</b>
        {after ? (
          <Link className="button button-plain" to={paths.results(gameId, after)} preventScrollReset>
            {t('calendar.weekNumber', { week: after.week })}
            <Icon name="right" small />
          </Link>
        ) : (
          <span className="meta">{t('calendar.noLaterWeek')}</span>
        )}
      </nav>
      <Form
        className="years"
        method="get"
        action={paths.results(gameId)}
        preventScrollReset
        key={`${shown.year}-${shown.week}`}
      >
        <label>
          <span className="visually-hidden">{t('calendar.chooseYear')}</span>
          <select name="year" defaultValue={shown.year}>
            {years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </select>
        </label>
        <label>
          <span className="visually-hidden">{t('calendar.chooseWeek')}</span>
          <select name="week" defaultValue={Math.min(shown.week, last)}>
            {numbers.map((week) => (
              <option key={week} value={week}>
                {t('calendar.weekNumber', { week })}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-secondary">
          {t('common.show')}
        </button>
      </Form>
    </div>
  );
}
