import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dateOf,
  datesOfWeek,
  dayNumber,
  isDate,
  isoWeekOf,
  weekdayOf,
  weekOf,
  weeksInYear,
} from './weeks.ts';

test('a game week runs from Sunday to Saturday and is numbered by its Thursday', () => {
  expect(weekOf('2026-01-07')).toEqual({ year: 2026, week: 2 });
  expect(weekOf('2025-05-24')).toEqual({ year: 2025, week: 21 });
  // Thursday 1 January 2026: its week begins on Sunday 28 December 2025.
  expect(weekOf('2025-12-28')).toEqual({ year: 2026, week: 1 });
  expect(weekOf('2025-12-27')).toEqual({ year: 2025, week: 52 });
  // Friday 1 January 2021 belongs to week 53 of 2020; Sunday 3 January begins week 1.
  expect(weekOf('2021-01-01')).toEqual({ year: 2020, week: 53 });
  expect(weekOf('2021-01-03')).toEqual({ year: 2021, week: 1 });
});

test('an ISO week runs from Monday to Sunday: a Sunday is in the week before the game week', () => {
  expect(isoWeekOf('2025-12-28')).toEqual({ year: 2025, week: 52 });
  expect(isoWeekOf('2025-12-29')).toEqual({ year: 2026, week: 1 });
  expect(isoWeekOf('2026-01-04')).toEqual({ year: 2026, week: 1 });
  expect(isoWeekOf('2021-01-03')).toEqual({ year: 2020, week: 53 });
});

test('years have 52 or 53 weeks', () => {
  expect([2015, 2020, 2025, 2026].map(weeksInYear)).toEqual([53, 53, 52, 53]);
});

test('a week gives its seven dates, and each date gives the week', () => {
  expect(datesOfWeek({ year: 2026, week: 1 })).toEqual([
    '2025-12-28',
    '2025-12-29',
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
  ]);
  for (let year = 1986; year <= 2040; year++) {
    for (let week = 1; week <= weeksInYear(year); week++) {
      const dates = datesOfWeek({ year, week });
      expect(weekdayOf(dates[0] ?? '')).toBe('sun');
      for (const date of dates) expect(weekOf(date)).toEqual({ year, week });
    }
  }
  expect(() => datesOfWeek({ year: 2025, week: 53 })).toThrow();
});

test('on Tuesday to Saturday game week and ISO week never disagree', () => {
  fc.assert(
    fc.property(fc.integer({ min: dayNumber('1986-01-01'), max: dayNumber('2099-12-31') }), (day) => {
      const date = dateOf(day);
      if (['sun', 'mon'].includes(weekdayOf(date))) return;
      const { weekOfYear, yearOfWeek } = Temporal.PlainDate.from(date);
      expect(weekOf(date)).toEqual({ year: yearOfWeek, week: weekOfYear });
    }),
  );
});

test('dates that do not exist are refused', () => {
  for (const bad of ['2025-02-29', '2025-13-01', '2025-1-1', '', '20250101', '2025-02-30']) {
    expect(isDate(bad)).toBe(false);
    expect(() => dayNumber(bad)).toThrow();
  }
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(weekdayOf('1969-12-31')).toBe('wed');
});
