import { expect, test } from 'vitest';
import { drawDatesBetween } from '../numbers/draws.ts';
import { addDays } from '../values/weeks.ts';
import { billingDayAfter, drawsPaid, isoDay, lastDay, periodOf, weekdayOfIso } from './subscriptions.ts';

const without = (dates: readonly string[], missed: readonly string[]) =>
  dates.filter((date) => !missed.includes(date));

test.each([
  ['2026-11-21', '2026-12-07'],
  ['2026-12-06', '2026-12-07'],
  ['2026-12-07', '2027-01-04'],
  ['2027-01-31', '2027-02-01'],
])('after %s the first Monday of a month is %s', (date, billing) => {
  expect(billingDayAfter(date)).toBe(billing);
});

test('a month of five Saturdays costs four, and the fifth is free', () => {
  // From 4 January to 31 January 2027 there are four, from 1 February four, from 1 March five.
  expect(periodOf(drawDatesBetween('lotto', '2027-01-04', '2027-01-31'), ['sat'])).toMatchObject({ paid: 4 });
  const march = periodOf(drawDatesBetween('lotto', '2027-03-01', '2027-04-04'), ['sat']);
  expect(march.dates).toEqual(['2027-03-06', '2027-03-13', '2027-03-20', '2027-03-27', '2027-04-03']);
  expect(march.paid).toBe(4);
});

test('each chosen day has its own fifth draw', () => {
  const draws = drawDatesBetween('eurojackpot', '2027-03-01', '2027-04-04');
  const both = periodOf(draws, ['tue', 'fri']);
  expect([both.dates.length, both.paid]).toEqual([10, 8]);
  // One Friday was over when it was paid: five Tuesdays and four Fridays are left.
  expect(periodOf(without(draws, ['2027-03-05']), ['tue', 'fri'])).toMatchObject({ paid: 8 });
  expect(periodOf(without(draws, ['2027-03-05', '2027-03-12']), ['fri'])).toMatchObject({ paid: 3 });
});

test('at least four draws of a year are free, whatever the year', () => {
  for (let year = 2020; year < 2060; year += 1) {
    let from = billingDayAfter(`${year - 1}-12-31`);
    let free = 0;
    for (let month = 1; month <= 12; month += 1) {
      const next = billingDayAfter(from);
      const { dates, paid } = periodOf(drawDatesBetween('lotto', from, addDays(next, -1)), ['sat']);
      expect(paid).toBe(drawsPaid);
      free += dates.length - paid;
      from = next;
    }
    expect(free).toBeGreaterThanOrEqual(4);
  }
});

test('a subscription ends with what is paid, not before four weeks are over', () => {
  const start = '2026-11-21';
  expect(lastDay({ start, today: '2026-11-22', paidThrough: '2026-12-06' })).toBe('2026-12-19');
  expect(lastDay({ start, today: '2027-01-10', paidThrough: '2027-01-31' })).toBe('2027-01-31');
  expect(lastDay({ start, today: '2027-02-04', paidThrough: '2027-01-31' })).toBe('2027-02-04');
  expect(lastDay({ start, today: '2026-11-22', paidThrough: null })).toBe('2026-12-19');
});

test('weekdays have ISO numbers', () => {
  expect(['mon', 'tue', 'wed', 'fri', 'sat', 'sun'].map((day) => isoDay(day as 'mon'))).toEqual([
    1, 2, 3, 5, 6, 7,
  ]);
  expect(weekdayOfIso(6)).toBe('sat');
  expect(() => weekdayOfIso(8)).toThrow('no weekday');
});
