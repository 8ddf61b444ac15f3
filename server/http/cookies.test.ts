import { expect, test } from 'vitest';
import { cookieIn, cookieLine } from './cookies.ts';

test.each([
  ['hending-e-login=abc', 'abc'],
  ['theme=dark; hending-e-login=abc; next-auth.session-token=def', 'abc'],
  ['theme=dark;hending-e-login=abc ;x', 'abc'],
  ['hending-e-login=first; hending-e-login=second', 'first'],
  ['hending-e-login=a%7Cb=c', 'a|b=c'],
  ['hending-e-login=100%', '100%'],
  ['hending-e-login=', ''],
  ['my-hending-e-login=abc; hending-e-logins=abc; theme=hending-e-login=abc', undefined],
  ['hending-e-login', undefined],
  ['__Host-hending-e-login=abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('in %j the cookie is %j', (line, value) => {
  expect(cookieIn(line, 'eLogin', false)).toBe(value);
});

test('over TLS only the name counts that a browser guards', () => {
  expect(cookieIn('hending-e-login=abc', 'eLogin', true)).toBeUndefined();
  expect(cookieIn('__Host-hending-e-login=abc', 'eLogin', true)).toBe('abc');
});

test('what is written is read back', () => {
  const value = 'a|b c;d"é=';
  const [pair] = cookieLine('eLogin', value, false).split(';');
  expect(cookieIn(`x=1; ${pair}`, 'eLogin', false)).toBe(value);
});
