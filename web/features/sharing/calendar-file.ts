/**
 * Draws as a file for calendars (RFC 5545): public facts, the same whoever takes part. A draw keeps its
 * identity, so that a later file moves or cancels what an earlier one brought.
 */
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { ApiAnswer } from '#contract/api.ts';
import { isPool, type PoolPage, pathsFor } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import type { Text } from '#web/text/text.tsx';

/** How long a draw fills in a calendar. */
const shownMs = 15 * 60_000;

type HeldDraw = ApiAnswer<'lotto.draw'>;
type At = {
  gameId: NumberGame | PoolPage;
  /** Of the site, for addresses. */
  origin: string;
  /** ISO 8601 UTC. */
  now: string;
};

export function calendarFile(draws: readonly HeldDraw[], words: Text, at: At): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Hending', product: 'Draws', language: words.locale.toUpperCase() },
  });
  for (const draw of draws) calendar.createEvent(eventOf(draw, words, at));
  // Also the last line ends.
  return `${calendar.toString()}\r\n`;
}

function eventOf(draw: HeldDraw, { t, format, locale }: Text, { gameId, origin, now }: At) {
  const game = t(`games.${gameId}.name`);
  const url = origin + pathsFor(locale).results(gameId, draw);
  const told = [
    draw.cancelled && t('results.cancelled'),
    !draw.cancelled &&
      draw.movedFrom !== undefined &&
      t('drawCalendar.moved', { from: format.onDate(draw.movedFrom) }),
    t('drawCalendar.results', { url }),
  ];
  const start = new Date(draw.drawDate);
  return {
    id: `${gameId}-${draw.draw}@hending.is`,
    sequence: draw.revision,
    stamp: new Date(now),
    start,
    end: new Date(start.getTime() + shownMs),
    summary: t(
      draw.cancelled
        ? 'drawCalendar.cancelled'
        : isPool(gameId)
          ? 'drawCalendar.firstMatch'
          : 'drawCalendar.draw',
      { game },
    ),
    description: told.filter(Boolean).join('\n'),
    url,
    status: draw.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}
