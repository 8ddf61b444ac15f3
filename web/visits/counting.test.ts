import { expect, test } from 'vitest';
import { isCounted } from './counted-pages.ts';
import { widthClass } from './counting.ts';
import { choiceCookie, readChoice } from './visit-choice.ts';

test('only an own yes counts as one', () => {
  expect(readChoice('')).toBeNull();
  expect(readChoice('a=1; hending-counting=yes')).toBe('yes');
  expect(readChoice('hending-counting=no; b=yes')).toBe('no');
  expect(readChoice('x-hending-counting=yes')).toBeNull();
  expect(readChoice('hending-counting=yesterday')).toBeNull();
  expect(readChoice(choiceCookie('no'))).toBe('no');
});

test('my pages and the pages of forms with secrets are not counted, in either language', () => {
  expect(isCounted('/')).toBe(true);
  expect(isCounted('/en/lottoleikir/lotto')).toBe(true);
  expect(isCounted('/minar-sidur-um-allt')).toBe(true);
  for (const path of ['/minar-sidur', '/minar-sidur/midar', '/reset-password/x', '/credit-card']) {
    expect(isCounted(path)).toBe(false);
    expect(isCounted(`/en${path}`)).toBe(false);
  }
});

test('a width is told by its class', () => {
  expect([320, 390, 1023, 1440, 5000].map(widthClass)).toEqual(['0+', '390+', '768+', '1440+', '1920+']);
});
