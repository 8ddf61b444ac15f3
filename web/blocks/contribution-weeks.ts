/** Which year and ISO week of contributions an address asks for. */
import { isoWeekOf, weeksInYear } from '#rules/values/weeks.ts';
import { allWeeks } from '#web/page/paths.ts';

const firstYear = 2016;

/**
 * Without a choice, the week before the current one. A year alone is shown whole; what there cannot be falls
 * back to the nearest that is. `today` is `YYYY-MM-DD`.
 */
export function askedContributions(ar: string | null, vika: string | null, today: string) {
  const current = isoWeekOf(today);
  const years = Array.from({ length: current.year - firstYear + 1 }, (_, ago) => current.year - ago);
  const weekBefore =
    current.week > 1
      ? { year: current.year, week: current.week - 1 }
      : { year: current.year - 1, week: weeksInYear(current.year - 1) };
  const askedYear = ar !== null && /^\d{4}$/.test(ar) ? Number(ar) : null;
  const year = askedYear !== null && years.includes(askedYear) ? askedYear : null;
  const shownYear = year ?? (vika === null ? weekBefore.year : current.year);
  const weeks = shownYear === current.year ? current.week : weeksInYear(shownYear);
  return { year: shownYear, week: weekFor(vika, year, weekBefore, weeks), years, weeks };
}

function weekFor(
  vika: string | null,
  year: number | null,
  weekBefore: { year: number; week: number },
  weeks: number,
): number | null {
  if (vika === allWeeks) return null;
  if (vika !== null && /^\d{1,2}$/.test(vika)) return Math.min(Math.max(Number(vika), 1), weeks);
  return year === null || year === weekBefore.year ? Math.min(weekBefore.week, weeks) : null;
}
