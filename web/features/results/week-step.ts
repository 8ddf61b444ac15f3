/**
 * Steps between weeks: below week 1 lies the last week of the year before, refused before the earliest year;
 * past the last week lies week 1 of the next, refused in the current year; no future week.
 */
import { type GameWeek, weeksInYear } from '#rules/values/weeks.ts';

export type Bounds = { earliest: number; current: GameWeek };

export function weekBefore({ year, week }: GameWeek, { earliest }: Bounds): GameWeek | null {
  if (week > 1) return { year, week: week - 1 };
  return year > earliest ? { year: year - 1, week: weeksInYear(year - 1) } : null;
}

export function weekAfter({ year, week }: GameWeek, { current }: Bounds): GameWeek | null {
  const next = week < weeksInYear(year) ? { year, week: week + 1 } : { year: year + 1, week: 1 };
  return isFuture(next, current) ? null : next;
}

export function isFuture({ year, week }: GameWeek, current: GameWeek): boolean {
  return year > current.year || (year === current.year && week > current.week);
}

/** Why a week cannot be shown: it is to come, or there is no such week. */
export type RefusedWeek = 'future' | 'none';

/** The week that an address asks for; null when it asks for none. */
export function askedWeek(
  year: string | null,
  week: string | null,
  bounds: Bounds,
): GameWeek | RefusedWeek | null {
  if (year === null && week === null) return null;
  if (!/^\d{4}$/.test(year ?? '') || !/^\d{1,2}$/.test(week ?? '')) return 'none';
  const asked = { year: Number(year), week: Number(week) };
  const isWeek = asked.week >= 1 && asked.week <= weeksInYear(asked.year) && asked.year >= bounds.earliest;
  if (!isWeek) return 'none';
  return isFuture(asked, bounds.current) ? 'future' : asked;
}

/** Years to choose from, the newest first: those of `weeks` that have results, and the years on the page. */
export function yearsDown(weeks: readonly { year: number }[], ...shown: readonly GameWeek[]): number[] {
  return [...new Set([...shown, ...weeks].map(({ year }) => year))].sort((a, b) => b - a);
}
