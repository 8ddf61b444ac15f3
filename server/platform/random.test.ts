import { expect, test } from 'vitest';
import { randomBelow } from '#rules/values/random.ts';
import { nextUint32, seededUint32 } from './random.ts';

test('the generator gives 32 bits, all of them in use and evenly', () => {
  const counts = Array.from({ length: 45 }, () => 0);
  let ones = 0;
  for (let round = 0; round < 90_000; round++) {
    const pick = randomBelow(45, nextUint32);
    counts[pick] = (counts[pick] ?? 0) + 1;
    ones += nextUint32() >>> 31;
  }
  // Chi-square with 44 degrees of freedom: above 100 happens once in 300,000 runs.
  expect(counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)).toBeLessThan(100);
  expect(Math.abs(ones - 45_000)).toBeLessThan(900);
});

test('a seed repeats itself outside production and does not exist inside', () => {
  const take = (seed: string) => Array.from({ length: 5 }, seededUint32(seed, { mode: 'embedded' }));
  expect(take('a')).toEqual(take('a'));
  expect(take('a')).not.toEqual(take('b'));
  expect(() => seededUint32('a', { mode: 'production' })).toThrow('no seeded randomness');
});
