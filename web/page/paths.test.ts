import { expect, test } from 'vitest';
import { localeOf, pageUrl, pathsFor, safeCallback, translated, withSignIn } from './paths.ts';

test('Icelandic has no prefix, English has /en, the slugs are the same', () => {
  expect(pathsFor('is').play('lotto')).toBe('/lottoleikir/lotto/spila');
  expect(pathsFor('en').play('lotto')).toBe('/en/lottoleikir/lotto/spila');
  expect(pathsFor('is').home()).toBe('/');
  expect(pathsFor('en').home()).toBe('/en');
});

test('queries are spelled and what is not given is left out', () => {
  expect(pathsFor('is').results('lotto', { week: 47, year: 2026 })).toBe('/urslit/lotto?week=47&year=2026');
  expect(pathsFor('is').ticket('abc')).toBe('/minar-sidur/midar?ticketId=abc');
  expect(pathsFor('is').ticket('abc', 'def')).toBe('/minar-sidur/midar?ticketId=abc&couponId=def');
});

test('the language of an address, and the same page in the other', () => {
  expect(['/', '/en', '/en/urslit', '/english'].map(localeOf)).toEqual(['is', 'en', 'en', 'is']);
  expect(translated('/urslit/lotto', '?week=1&year=2026')).toBe('/en/urslit/lotto?week=1&year=2026');
  expect(translated('/en', '')).toBe('/');
  expect(translated('/', '')).toBe('/en');
});

test('sign-in opens over the page one is on', () => {
  expect(withSignIn('/urslit/lotto', '?week=1')).toBe('/urslit/lotto?week=1&login=true');
  expect(pathsFor('is').signIn('/minar-sidur')).toBe(
    '/?login=true&error=SessionRequired&callbackUrl=%2Fminar-sidur',
  );
});

test('must-hold 25: after sign-in only a path of this origin is followed', () => {
  const here = 'https://hending.example';
  expect(safeCallback('/minar-sidur?a=1', here)).toBe('/minar-sidur?a=1');
  expect(safeCallback('https://hending.example/urslit', here)).toBe('/urslit');
  for (const foreign of [
    'https://elsewhere.example/x',
    '//elsewhere.example',
    'javascript:alert(1)',
    '',
    null,
  ]) {
    expect(safeCallback(foreign, here)).toBeNull();
  }
});

test.each([
  ['/hjalp.data', '/hjalp'],
  ['/en.data?_routes=root', '/en'],
  ['/_.data?a=1&_routes=root', '/?a=1'],
  ['/um-okkur/_.data', '/um-okkur/'],
  ['/en/hjalp.data?a=1', '/en/hjalp?a=1'],
  ['/hjalp?a=1', '/hjalp?a=1'],
])('%s asks for the page %s', (asked, page) => {
  expect(String(pageUrl({ url: `https://h.is${asked}` }))).toBe(`https://h.is${page}`);
});
