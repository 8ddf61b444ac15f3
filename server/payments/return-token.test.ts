import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readReturnToken, writeReturnToken } from './return-token.ts';

const secret = 'secret';
const token = {
  purpose: 'creditCard',
  id: '0190a3b2-7c41-7d52-8e63-9f74a0b1c2d3',
  round: 2,
  key: randomBytes(32),
} as const;

test('a return token holds letters and digits alone', () => {
  const text = writeReturnToken(secret, token);
  expect(text).toMatch(/^[\da-f]{1,254}$/);
  expect(readReturnToken(secret, text)).toEqual(token);
});

test('a token in base64, written before an update, is still read', () => {
  const text = Buffer.from(writeReturnToken(secret, token), 'hex').toString('base64');
  expect(readReturnToken(secret, text)).toEqual(token);
});

test.each([
  ['upper case', (text: string) => text.toUpperCase()],
  ['a letter more', (text: string) => `${text}0`],
  ['padding', (text: string) => `${text}=`],
  ['a blank', (text: string) => `${text} `],
  ['another last letter', (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')],
])('%s is no token', (_, change) => {
  expect(readReturnToken(secret, change(writeReturnToken(secret, token)))).toBeNull();
});
