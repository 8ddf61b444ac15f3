import { expect, test } from 'vitest';
import { isSlug, pageNumberOf, slugOf } from './address.ts';

test.each([
  ['/hjalp', 'hjalp'],
  ['/en/hjalp', 'hjalp'],
  ['/um-okkur/saga/', 'um-okkur/saga'],
  ['/en', null],
  ['/', null],
  ['/english', 'english'],
  ['/a//b', null],
  ['/a/../b', null],
  ['/a%2Fb', null],
  ['/..%2f..', null],
  ['/A', null],
  ['/a.b', null],
  ['/-a', null],
  ['/þú', null],
  [`/${'a'.repeat(201)}`, null],
])('%s asks for %s', (pathname, slug) => expect(slugOf(pathname)).toBe(slug));

test.each([
  [undefined, 1],
  ['1', 1],
  ['12', 12],
  ['0', null],
  ['01', null],
  ['-1', null],
  ['x', null],
  ['1.5', null],
  ['1e3', null],
  ['99999999', null],
  ['', null],
])('page %s is %s', (text, page) => expect(pageNumberOf(text)).toBe(page));

test('a slug of one part', () => {
  expect([isSlug('felogin'), isSlug('a/b'), isSlug(undefined), isSlug('__proto__')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
