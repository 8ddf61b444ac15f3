import { expect, test } from 'vitest';
import { decimal, groupDigits, money, odds, readMoney } from './number.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['1234', 1234],
  ['1.234', 1234],
  ['1.234.567', 1_234_567],
  ['1.234 kr.', 1234],
  ['1234kr.', 1234],
  [' 1.234 ', 1234],
  ['999999999999', 999_999_999_999],
])('%j is %d kr.', (typed, amount) => {
  expect(readMoney(typed)).toBe(amount);
});

test.each([0, 5, 1234, 1_000_000, 987_654_321_000])('%d kr. as we write them are read back', (amount) => {
  expect(readMoney(money(amount))).toBe(amount);
  expect(readMoney(groupDigits(amount))).toBe(amount);
});

test.each([
  '',
  ' ',
  'kr.',
  '-1',
  '\u22121',
  '+1',
  '1,5',
  '1,000',
  '1.50',
  '1.5',
  '12.34',
  '1.2345',
  '.123',
  '1.',
  '007',
  '00',
  '01',
  '0.500',
  '000',
  '00.500',
  '1234.567',
  '1.234.56',
  '1e3',
  '0x10',
  '1_000',
  '1 000',
  '1234\n',
  '\n1234',
  '1234\t',
  '1234\nkr.',
  '١٢٣٤',
  '1234 kr. 5',
  '1234 kr.kr.',
  'kr. 1234',
  '1234 ISK',
  '1'.repeat(13),
  '9'.repeat(400),
])('%j is no amount', (typed) => {
  expect(readMoney(typed)).toBeNull();
});

test.each([
  '\ufeff1234',
  '12\u200b34',
  '1234\ufeffkr.',
  '１２３４',
  '１.２３４\u202fkr.',
  '\u202a1234\u202c',
])('%j is 1,234 kr. with marks or full-width digits', (typed) => {
  expect(readMoney(typed)).toBe(1234);
});

test('decimals have a comma in Icelandic and a point in English', () => {
  expect([8.6, 4.85, 36].map((value) => decimal('is', value))).toEqual(['8,6', '4,85', '36']);
  expect(decimal('en', 8.6)).toBe('8.6');
});

test('odds have two decimals', () => {
  expect([odds('is', 220), odds('is', 1_205), odds('en', 148)]).toEqual(['2,20', '12,05', '1.48']);
});
