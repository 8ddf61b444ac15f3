/** Links to the weeks around, and a form to jump to any; both work without script. */
import { Form, Link } from 'react-router';
import type { GameWeek } from '#rules/values/weeks.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import * as stepCss from '#web/ui/step.module.css';
import * as yearsCss from '#web/ui/years.module.css';

type WeeksAround = { gameId: string; shown: GameWeek; before: GameWeek | null; after: GameWeek | null };
type WeekChoices = { years: readonly number[]; weeks: number; current: GameWeek };

export function WeekStepper({ gameId, shown, before, after, ...choices }: WeeksAround & WeekChoices) {
  return (
    <div className={stepCss.steps}>
      <WeekLinks gameId={gameId} shown={shown} before={before} after={after} />
      <WeekForm key={`${shown.year}-${shown.week}`} gameId={gameId} shown={shown} {...choices} />
    </div>
  );
}

function WeekLinks({ gameId, shown, before, after }: WeeksAround) {
  const { t, locale } = useText();
  const { results } = pathsFor(locale);
  return (
    <nav className={stepCss.step} aria-label={t('common.week')}>
      {before ? (
        <Link
          className={`${buttonCss.button} ${buttonCss.plain}`}
          to={results(gameId, before)}
          preventScrollReset
        >
          <Icon name="left" small />
          {t('calendar.weekNumber', { week: before.week })}
        </Link>
      ) : (
        <span className="meta">{t('calendar.noEarlierWeek')}</span>
      )}
      <b>{t('calendar.weekYear', { week: shown.week, year: shown.year })}</b>
      {after ? (
        <Link
          className={`${buttonCss.button} ${buttonCss.plain}`}
          to={results(gameId, after)}
          preventScrollReset
        >
          {t('calendar.weekNumber', { week: after.week })}
          <Icon name="right" small />
        </Link>
      ) : (
        <span className="meta">{t('calendar.noLaterWeek')}</span>
      )}
    </nav>
  );
}

type FormProps = Pick<WeeksAround, 'gameId' | 'shown'> & WeekChoices;

function WeekForm({ gameId, shown, years, weeks, current }: FormProps) {
  const { t, locale } = useText();
  const last = shown.year === current.year ? current.week : weeks;
  const numbers = Array.from({ length: Math.max(weeks, shown.week) }, (_, index) => index + 1);
  return (
    <Form
      className={yearsCss.years}
      method="get"
      action={pathsFor(locale).results(gameId)}
      preventScrollReset
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
      <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
        {t('common.show')}
      </button>
    </Form>
  );
}
