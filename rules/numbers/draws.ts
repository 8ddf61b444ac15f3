/** The calendar of draws in dates; the instants of close and draw are in `calendar.ts`. */

import { addDays, dayNumber, type Weekday, weekdayOf } from '../values/weeks.ts';
import { drawCountMax, type GameId, numberGames, versionAt } from './games.ts';
import type { RuleVersion } from './versions.ts';

export function isDrawDate(gameId: GameId, date: string): boolean {
  return date >= numberGames[gameId].firstDraw && versionAt(gameId, date).drawDays.includes(weekdayOf(date));
}

/** The first `count` draw dates of the game on or after `from`. */
export function drawDates(gameId: GameId, from: string, count: number): string[] {
  const { firstDraw } = numberGames[gameId];
  const dates: string[] = [];
  for (let date = from > firstDraw ? from : firstDraw; dates.length < count; date = addDays(date, 1)) {
    if (isDrawDate(gameId, date)) dates.push(date);
  }
  return dates;
}

/** The draw dates of the game from one date to another, both counted. */
export function drawDatesBetween(gameId: GameId, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) if (isDrawDate(gameId, date)) dates.push(date);
  return dates;
}

/**
 * The draw's number: how many draws the calendar has from the game's first up to this date, both counted, so
 * that calendar, sample and imported history agree. Throws when the date has no draw.
 */
export function drawNumber(gameId: GameId, date: string): number {
  if (!isDrawDate(gameId, date)) throw new RangeError(`${gameId} has no draw on ${date}`);
  const { firstDraw, versions } = numberGames[gameId];
  let number = 0;
  for (const [index, version] of versions.entries()) {
    const start = dayNumber(index === 0 ? firstDraw : version.from);
    const next = versions[index + 1];
    const end = next && next.from <= date ? dayNumber(next.from) - 1 : dayNumber(date);
    for (const day of version.drawDays) number += weekdaysBetween(day, start, end);
    if (!next || next.from > date) break;
  }
  return number;
}

/** The first draw date under other rules or prices than these; null when no change is planned. */
export function rollDownOf(gameId: GameId, version: RuleVersion): string | null {
  const next = numberGames[gameId].versions.find(({ from }) => from > version.from);
  return next ? (drawDates(gameId, next.from, 1)[0] ?? null) : null;
}

/**
 * How many draws one ticket may still reach: up to the last draw before `rollDown`, so that no ticket crosses
 * a change of rules. 10 when no change is planned, and always the draw on sale itself, whose date is `draw`.
 */
export function rollDownDraw(gameId: GameId, draw: string, rollDown: string | null): number {
  if (rollDown === null) return drawCountMax;
  return Math.max(1, drawDates(gameId, draw, drawCountMax).filter((date) => date < rollDown).length);
}

/** 1 is einfaldur, 2 tvöfaldur …: draws in a row without a winner in tier 1, plus one. */
export function potMultiple(drawsWithoutWinner: number): number {
  return drawsWithoutWinner + 1;
}

/** Both ends counted. */
function weekdaysBetween(weekday: Weekday, start: number, end: number): number {
  // Day 0 was a Thursday; days up to and including `day` that are `weekday`, from an origin that cancels out.
  const offset = { thu: 0, fri: 1, sat: 2, sun: 3, mon: 4, tue: 5, wed: 6 }[weekday];
  const upTo = (day: number) => Math.floor((day - offset) / 7) + 1;
  return Math.max(0, upTo(end) - upTo(start - 1));
}
