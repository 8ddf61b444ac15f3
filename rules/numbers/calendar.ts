/** Draws with their instants. Server only: see `rules/values/calendar.ts`. */

import { instantOf } from '../values/calendar.ts';
import { drawDates, drawNumber } from './draws.ts';
import { type GameId, numberGames } from './games.ts';

export type CalendarDraw = {
  readonly draw: number;
  /** `YYYY-MM-DD`, the draw day. */
  readonly date: string;
  readonly closeDate: string;
  readonly drawDate: string;
};

/** The first `count` draws on or after the date `from`; instants as ISO 8601 with `Z`. */
export function drawCalendar(gameId: GameId, from: string, count: number): CalendarDraw[] {
  const { close, drawAt } = numberGames[gameId];
  return drawDates(gameId, from, count).map((date) => ({
    draw: drawNumber(gameId, date),
    date,
    closeDate: instantOf(date, close),
    drawDate: instantOf(date, drawAt),
  }));
}
