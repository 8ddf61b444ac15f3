import { expect, test } from 'vitest';
import { drawCalendar } from './calendar.ts';
import { drawDates, drawNumber, potMultiple, rollDownDraw } from './draws.ts';
import { type GameId, gameIds, numberGames } from './games.ts';

test('check values of close and draw', () => {
  const at = (gameId: GameId, date: string) => {
    const [draw] = drawCalendar(gameId, date, 1);
    return [draw?.date, draw?.closeDate, draw?.drawDate];
  };
  const z = (date: string, close: string, draw: string) => [
    date,
    `${date}T${close}:00Z`,
    `${date}T${draw}:00Z`,
  ];
  expect(at('vikinglotto', '2026-01-07')).toEqual(z('2026-01-07', '17:00', '18:00'));
  expect(at('vikinglotto', '2026-07-01')).toEqual(z('2026-07-01', '16:00', '17:00'));
  expect(at('eurojackpot', '2026-01-06')).toEqual(z('2026-01-06', '18:00', '19:00'));
  expect(at('eurojackpot', '2026-07-03')).toEqual(z('2026-07-03', '17:00', '18:00'));
  expect(at('lotto', '2026-01-10')).toEqual(z('2026-01-10', '18:40', '18:54'));
});

test('the first draws on or after a date', () => {
  expect(drawDates('lotto', '2026-11-21', 2)).toEqual(['2026-11-21', '2026-11-28']);
  expect(drawDates('eurojackpot', '2026-11-21', 3)).toEqual(['2026-11-24', '2026-11-27', '2026-12-01']);
  expect(drawDates('lotto', '1980-01-01', 1)).toEqual(['1986-11-29']);
});

test('the number of a draw is its place in the calendar', () => {
  for (const gameId of gameIds) {
    const dates = drawDates(gameId, numberGames[gameId].firstDraw, 2_200);
    dates.forEach((date, index) => {
      expect(drawNumber(gameId, date)).toBe(index + 1);
    });
  }
  expect(() => drawNumber('lotto', '2026-11-20')).toThrow();
});

test('Tuesday draws of eurojackpot began after 25 March 2022', () => {
  expect(drawDates('eurojackpot', '2022-03-19', 3)).toEqual(['2022-03-25', '2022-03-29', '2022-04-01']);
});

test('a ticket may not reach past a planned change', () => {
  expect(rollDownDraw('lotto', '2026-11-21', null)).toBe(10);
  expect(rollDownDraw('lotto', '2026-11-21', '2026-12-05')).toBe(2);
  expect(rollDownDraw('lotto', '2026-11-28', '2026-12-05')).toBe(1);
  expect(rollDownDraw('eurojackpot', '2026-11-24', '2026-12-05')).toBe(4);
  expect(rollDownDraw('lotto', '2026-11-21', '2028-01-01')).toBe(10);
});

test('24 draws without a winner make a 25-fold pot', () => {
  expect(potMultiple(24)).toBe(25);
  expect(potMultiple(0)).toBe(1);
});
