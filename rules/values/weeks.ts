/**
 * Dates as `YYYY-MM-DD` and game weeks, in whole days of UTC (Iceland keeps UTC all year). A game week runs
 * from Sunday to Saturday and has the ISO number of its Thursday.
 */

export type GameWeek = { readonly year: number; readonly week: number };

/** The week of a day, which kinds of games number differently. */
export type WeekOfGame = (game: string, date: string) => GameWeek;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** Days since 1970-01-01. Throws when there is no such date. */
export function dayNumber(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(day) || dateOf(day) !== date) {
    throw new RangeError(`not a date: ${date}`);
  }
  return day;
}

export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function isDate(text: string): boolean {
  try {
    dayNumber(text);
    return true;
  } catch {
    return false;
  }
}

export function addDays(date: string, days: number): string {
  return dateOf(dayNumber(date) + days);
}

export function weekdayOf(date: string): Weekday {
  return weekdays[weekdayIndex(dayNumber(date))] as Weekday;
}

export function weekOf(date: string): GameWeek {
  const day = dayNumber(date);
  return weekOfThursday(day - weekdayIndex(day) + 4);
}

/** From Monday to Sunday (ISO 8601). */
export function isoWeekOf(date: string): GameWeek {
  const day = dayNumber(date);
  return weekOfThursday(day - ((weekdayIndex(day) + 6) % 7) + 3);
}

function weekOfThursday(thursday: number): GameWeek {
  const year = Number(dateOf(thursday).slice(0, 4));
  return { year, week: 1 + Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7) };
}

/** 52 or 53: 28 December is always in the last ISO week of its year, and so is its Thursday. */
export function weeksInYear(year: number): number {
  return isoWeekOf(`${year}-12-28`).week;
}

/** The seven dates of a game week, Sunday first. Throws for a week that the year does not have. */
export function datesOfWeek({ year, week }: GameWeek): string[] {
  if (!Number.isInteger(week) || week < 1 || week > weeksInYear(year))
    throw new RangeError(`no week ${week}`);
  const january4 = dayNumber(`${year}-01-04`);
  const monday = january4 - ((weekdayIndex(january4) + 6) % 7) + (week - 1) * 7;
  return Array.from({ length: 7 }, (_, index) => dateOf(monday - 1 + index));
}

/** 1970-01-01 was a Thursday. */
function weekdayIndex(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
