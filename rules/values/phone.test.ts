import { expect, test } from 'vitest';
import { isMobile, parsePhone } from './phone.ts';

test.each([
  ['6110011', '6110011'],
  ['611 0011', '6110011'],
  ['611-0011', '6110011'],
  [' 611 0011 ', '6110011'],
  ['+354 611 0011', '6110011'],
  ['003546110011', '6110011'],
  ['3546110011', '6110011'],
  ['+46701234567', '+46701234567'],
  ['0046701234567', '+46701234567'],
])('%s is the number %s', (typed, phone) => {
  expect(parsePhone(typed)).toBe(phone);
});

test.each([
  '',
  '611001',
  '6.110.011',
  '6,110011',
  '+',
  '+354611001x',
  'sími',
  '٦١١٠٠١١',
  '611\u202e0011',
  '1234567890123456',
  '6110011                ',
  "6110011'; --",
])('%j is none', (typed) => {
  expect(parsePhone(typed)).toBeNull();
});

test('only numbers that begin with 6, 7 or 8 can have a SIM', () => {
  expect(['6110011', '7110011', '8110011', '5110011', '+46701234567'].map(isMobile)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
