/** Week navigation. 2026 has 53 weeks, 2025 has 52. */
import { expect, test } from 'vitest';
import { askedWeek, weekAfter, weekBefore, yearsDown } from './week-step.ts';

const bounds = { earliest: 1987, current: { year: 2026, week: 47 } };

test('below week 1 lies the last week of the year before', () => {
  expect(weekBefore({ year: 2026, week: 1 }, bounds)).toEqual({ year: 2025, week: 52 });
  expect(weekBefore({ year: 2027, week: 1 }, bounds)).toEqual({ year: 2026, week: 53 });
});

test('it is refused before the earliest year', () => {
  expect(weekBefore({ year: 1987, week: 1 }, bounds)).toBeNull();
});

test('past the last week lies week 1 of the next year, refused in the current year', () => {
  expect(weekAfter({ year: 2025, week: 52 }, bounds)).toEqual({ year: 2026, week: 1 });
  expect(weekAfter({ year: 2026, week: 53 }, { ...bounds, current: { year: 2026, week: 53 } })).toBeNull();
});

test('a future week of the current year is refused', () => {
  expect(weekAfter({ year: 2026, week: 46 }, bounds)).toEqual({ year: 2026, week: 47 });
  expect(weekAfter({ year: 2026, week: 47 }, bounds)).toBeNull();
  expect(askedWeek('2026', '48', bounds)).toBe('future');
  expect(askedWeek('2027', '1', bounds)).toBe('future');
});

test.each([
  [null, '1'],
  ['2026', null],
  ['2026', '0'],
  ['2025', '53'],
  ['1986', '50'],
  ['20x6', '1'],
  ['2026', '4.5'],
])('year %s and week %s are no week', (year, week) => {
  expect(askedWeek(year, week, bounds)).toBe('none');
});

test('an address that names no week asks for none', () => {
  expect(askedWeek(null, null, bounds)).toBeNull();
  expect(askedWeek('2026', '47', bounds)).toEqual({ year: 2026, week: 47 });
});

test('years are those with results, the current one and the one shown, the newest first', () => {
  const weeks = [{ year: 2025 }, { year: 2025 }, { year: 2019 }];
  const [current, shown] = [bounds.current, { year: 1990, week: 3 }];
  expect(yearsDown(weeks, current, shown)).toEqual([2026, 2025, 2019, 1990]);
});
