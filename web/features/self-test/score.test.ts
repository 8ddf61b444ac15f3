import { expect, test } from 'vitest';
import { bandOf, bands, rangeOf, scoreMax, scoreOf } from './score.ts';

test('nine answers from 0 to 3 make a score of 27 at most', () => {
  expect(scoreOf([0, 0, 0, 0, 0, 0, 0, 0, 0])).toBe(0);
  expect(scoreOf([3, 3, 3, 3, 3, 3, 3, 3, 3])).toBe(scoreMax);
  expect(scoreMax).toBe(27);
});

test.each([
  [0, 'none'],
  [1, 'low'],
  [2, 'low'],
  [3, 'moderate'],
  [7, 'moderate'],
  [8, 'problem'],
  [27, 'problem'],
] as const)('a score of %d lies in %s', (score, band) => expect(bandOf(score)).toBe(band));

test('the bands are written as the index has them', () => {
  expect(bands.map(({ name }) => rangeOf(name))).toEqual(['0', '1–2', '3–7', '8–27']);
});
