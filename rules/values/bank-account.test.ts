import { expect, test } from 'vitest';
import { parseBankAccount } from './bank-account.ts';

test.each([
  ['0101-26-012345', '0101-26-012345'],
  [' 101-26-12345 ', '0101-26-012345'],
  ['0101 26 012345', '0101-26-012345'],
  ['010126012345', '0101-26-012345'],
])('%j is %j', (text, account) => {
  expect(parseBankAccount(text)).toBe(account);
});

test.each([
  '',
  '0101-26',
  '0101-26-0123456',
  '10101-26-012345',
  '10126012345',
  '0000-26-012345',
  '0101-26-000000',
  'IS14 0159 2600 7654',
  '٠١٠١-٢٦-٠١٢٣٤٥',
  '0101-26-01234a',
  '0101--26-012345',
])('%j is none', (text) => {
  expect(parseBankAccount(text)).toBeNull();
});
