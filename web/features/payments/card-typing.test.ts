import { expect, test } from 'vitest';
import { isCardNumber, luhnDigit } from '#rules/values/card-number.ts';
import { caretIn, expiryChoices, grouped } from './card-typing.ts';
import { expiryState, shownExpiry } from './expiry.ts';

test.each([
  ['4', '4'],
  ['40000', '4000 0'],
  ['4000000200000000', '4000 0002 0000 0000'],
  ['4000-0002 0000\t0000', '4000 0002 0000 0000'],
  ['  4000 0002 0000 0000 ', '4000 0002 0000 0000'],
  ['4000 0002 0000 0000 99', '4000 0002 0000 0000'],
  ['abc', ''],
])('%j is shown as %j', (typed, shown) => {
  expect(grouped(typed)).toBe(shown);
});

test('the caret stays behind the digit that was typed', () => {
  // Typed at the end, in the middle of a group, and where a group begins.
  expect(caretIn('40000', 5)).toBe(6);
  expect(caretIn('40900 0002', 3)).toBe(3);
  expect(caretIn('4000 90002', 6)).toBe(6);
  expect(caretIn('4000', 0)).toBe(0);
});

test('months and sixteen years from the current one', () => {
  const { months, years } = expiryChoices('2026-12-31T23:59:00Z', 16);
  expect(months).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
  expect([years.length, years[0], years.at(-1)]).toEqual([16, '2026', '2041']);
});

test('a card is good to the end of its month, and its end is told a month before', () => {
  expect(shownExpiry('0428')).toBe('04/28');
  expect(expiryState('0428', '2028-03-31')).toBe('good');
  expect(expiryState('0428', '2028-04-01')).toBe('soon');
  expect(expiryState('0428', '2028-04-30')).toBe('soon');
  expect(expiryState('0428', '2028-05-01')).toBe('ended');
  expect(expiryState('1227', '2027-12-02')).toBe('soon');
  expect(expiryState('1227', '2028-01-01')).toBe('ended');
});

test('the check digit makes a number one', () => {
  for (const start of ['400000020000000', '400000010000000', '510000020000000'])
    expect(isCardNumber(start + luhnDigit(start))).toBe(true);
  expect(luhnDigit('400000020000000')).toBe('0');
  expect(luhnDigit('400000010000000')).toBe('1');
});
