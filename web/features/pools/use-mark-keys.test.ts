import { expect, test } from 'vitest';
import { goals, signs } from '#rules/pools/games.ts';
import { moveOnMarks, outcomeOfKey } from './use-mark-keys.ts';

test.each([
  ['ArrowRight', 3, 1, 3, 2],
  ['ArrowRight', 3, 2, 3, 2],
  ['ArrowLeft', 3, 0, 3, 0],
  ['ArrowDown', 3, 2, 4, 2],
  ['ArrowDown', 12, 2, 12, 2],
  ['ArrowUp', 0, 1, 0, 1],
  ['Home', 5, 2, 5, 0],
  ['End', 5, 0, 5, 2],
])('%s from match %i, sign %i', (key, match, outcome, toMatch, toOutcome) => {
  expect(moveOnMarks(key, { match, outcome }, 3)).toEqual({ match: toMatch, outcome: toOutcome });
});

test('other keys do not move', () => {
  expect(moveOnMarks('a', { match: 0, outcome: 0 }, 3)).toBeNull();
});

test('a sign or a number of goals names its own mark', () => {
  expect(['1', 'x', 'X', '2', '3', 'Enter'].map((key) => outcomeOfKey(key, signs))).toEqual([
    0, 1, 1, 2, -1, -1,
  ]);
  expect(['0', '7', '8', '+'].map((key) => outcomeOfKey(key, goals))).toEqual([0, 7, -1, -1]);
});
