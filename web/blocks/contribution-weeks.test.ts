import { expect, test } from 'vitest';
import { askedContributions } from './contribution-weeks.ts';

const today = '2026-09-19'; // Saturday of week 38

test.each([
  [null, null, 2026, 37, 38],
  ['2026', null, 2026, 37, 38],
  ['2025', null, 2025, null, 52],
  ['2020', '53', 2020, 53, 53],
  ['2025', '53', 2025, 52, 52],
  ['2026', '50', 2026, 38, 38],
  ['2026', '0', 2026, 1, 38],
  ['2026', 'allar-vikur', 2026, null, 38],
  [null, 'allar-vikur', 2026, null, 38],
  ['2015', null, 2026, 37, 38],
  ['2027', 'x', 2026, 37, 38],
  ['x', '-1', 2026, 37, 38],
])('ar=%s vika=%s', (ar, vika, year, week, weeks) => {
  expect(askedContributions(ar, vika, today)).toMatchObject({ year, week, weeks });
});

test('years go from this one back to 2016', () => {
  const { years } = askedContributions(null, null, today);
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 2016, 11]);
});

test('in week 1 the last week of the year before is shown', () => {
  // 2020 had 53 weeks; week 1 of 2021 began on Monday 4 January.
  expect(askedContributions(null, null, '2021-01-05')).toMatchObject({ year: 2020, week: 53, weeks: 53 });
});

test('a Sunday belongs to the week that it ends', () => {
  expect(askedContributions(null, null, '2021-01-03')).toMatchObject({ year: 2020, week: 52, weeks: 53 });
  expect(askedContributions(null, null, '2026-09-20')).toMatchObject({ year: 2026, week: 37, weeks: 38 });
});
