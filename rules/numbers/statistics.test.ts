import { expect, test } from 'vitest';
import { countJoker, countNumbers, countPairs, isOneMatrix, type StatisticsDraw } from './statistics.ts';

const now = 'lotto-2025-05-18';
const before = 'lotto-2022-06-26';
const draw = (
  date: string,
  numbers: number[],
  bonus: number,
  joker: string | null = null,
): StatisticsDraw => ({
  rulesId: date < '2025-05-18' ? before : now,
  date,
  numbers,
  bonusNumbers: [bonus],
  joker,
});
const three = [
  draw('2025-06-14', [1, 2, 3, 4, 45], 6, '00912'),
  draw('2025-06-07', [1, 2, 7, 8, 9], 10),
  draw('2025-05-17', [2, 3, 4, 5, 6], 1, '10902'),
];

test('a number is counted with the day it last came up, and the draws since', () => {
  const counts = countNumbers(three, 'main');
  expect(counts).toHaveLength(45);
  expect(counts[1]).toMatchObject({ number: 2, count: 3, last: '2025-06-14', since: 0 });
  expect(counts[4]).toMatchObject({ number: 5, count: 1, last: '2025-05-17', since: 2 });
  expect(counts[9]).toMatchObject({ number: 10, count: 0, last: null, since: 3 });
});

test('a number that came into the game later is expected less often', () => {
  const counts = countNumbers(three, 'main');
  expect(counts[0]?.expected).toBeCloseTo((2 * 5) / 45 + 5 / 42, 10);
  expect(counts[44]?.expected).toBeCloseTo((2 * 5) / 45, 10);
  expect(counts[44]?.deviation).toBeCloseTo(Math.sqrt(2 * (1 / 9) * (8 / 9)), 10);
  expect([isOneMatrix(three), isOneMatrix(three.slice(0, 2))]).toEqual([false, true]);
});

test('over all numbers the expected counts add up to the balls drawn', () => {
  const sum = (drum: 'main' | 'bonus') =>
    countNumbers(three, drum).reduce((total, { expected }) => total + expected, 0);
  expect(sum('main')).toBeCloseTo(15, 10);
  expect(sum('bonus')).toBeCloseTo(3, 10);
});

test('pairs that came up together, the commonest first, then by number', () => {
  const { pairs, expected } = countPairs(three, 3);
  expect(pairs).toEqual([
    { numbers: [1, 2], count: 2 },
    { numbers: [2, 3], count: 2 },
    { numbers: [2, 4], count: 2 },
  ]);
  expect(expected).toBeCloseTo((2 * 10) / 990 + 10 / 861, 10);
});

test('joker digits by place, of the draws whose joker is known', () => {
  const { draws, digits } = countJoker(three);
  expect(draws).toBe(2);
  expect(digits[0]).toMatchObject({ digit: 0, count: 4, places: [1, 2, 0, 1, 0], expected: 1 });
  expect(digits[9]).toMatchObject({ count: 2, places: [0, 0, 2, 0, 0] });
});

test('no draws, nothing counted', () => {
  expect([countNumbers([], 'main'), countPairs([], 5).pairs, countJoker([]).draws]).toEqual([[], [], 0]);
});
