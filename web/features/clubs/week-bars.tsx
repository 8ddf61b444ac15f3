/** Sales for a club as bars, one for each week of the year; the current week is hatched and has no figure. */
import { useText } from '#web/text/text.tsx';
import type { ClubData } from './club-data.server.ts';
import * as weekBarsCss from './week-bars.module.css';

const step = 12;
const wide = 10;
const height = 160;
const least = 3;

type Props = Pick<ClubData, 'year' | 'weekCount' | 'running' | 'weeks'>;

export function WeekBars({ year, weekCount, running, weeks }: Props) {
  const { t } = useText();
  const most = Math.max(...weeks.map(({ sale }) => sale));
  const sold = new Map(weeks.map(({ week, sale }) => [week, sale]));
  const all = Array.from({ length: weekCount }, (_, place) => place + 1);
  const bar = (week: number, tall: number): string =>
    `M${(week - 1) * step} ${height}v${-tall}h${wide}v${tall}z`;
  const tall = (sale: number): number => Math.max(least, Math.round((height * sale) / most));
  const isRunning = running !== null && !sold.has(running);
  const marks = [1, 13, 26, 39, weekCount];
  return (
    <figure className={weekBarsCss.bars}>
      <svg
        viewBox={`0 0 ${weekCount * step - 2} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('clubs.weeks.chart', { year })}
      >
        <path
          className={weekBarsCss.ahead}
          d={all.flatMap((week) => (sold.has(week) || week === running ? [] : bar(week, least))).join('')}
        />
        <path
          className={weekBarsCss.bar}
          d={[...sold].map(([week, sale]) => bar(week, tall(sale))).join('')}
        />
        {isRunning && <path className={weekBarsCss.running} d={hatched((running - 1) * step)} />}
      </svg>
      <p className={weekBarsCss.axis} aria-hidden="true">
        {marks.map((week, place) => (
          <span key={week}>{place === 0 ? t('calendar.weekNumber', { week }) : week}</span>
        ))}
      </p>
      <figcaption>
        <span>
          <svg viewBox="0 0 10 16" aria-hidden="true">
            <path className={weekBarsCss.bar} d="M0 0h10v16H0z" />
          </svg>
          {t('clubs.weeks.sale')}
        </span>
        {isRunning && (
          <span>
            <svg viewBox="0 0 10 16" aria-hidden="true">
              <path className={weekBarsCss.running} d="M0 1h10M0 6h10M0 11h10M0 16h10" />
            </svg>
            {t('clubs.weeks.running')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** Lines across the place of the bar, half as high as the highest. */
function hatched(x: number): string {
  const lines = Array.from({ length: height / 10 }, (_, place) => `M${x} ${height - 2 - place * 5}h${wide}`);
  return lines.join('');
}
