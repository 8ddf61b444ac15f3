import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededBits } from './fixtures/seeded-bits.ts';
import { type NextUint32, pickDistinct, randomBelow } from './random.ts';

function given(...values: number[]): NextUint32 {
  return () => values.shift() ?? 0;
}

test('must-hold 92, 93: values that would favour small numbers are thrown away', () => {
  // 2^32 = 3 * 1431655765 + 1: the single value left over must not count.
  expect(randomBelow(3, given(2 ** 32 - 1, 5))).toBe(2);
  expect(randomBelow(3, given(2 ** 32 - 2))).toBe(2);
  expect(randomBelow(2 ** 32, given(2 ** 32 - 1))).toBe(2 ** 32 - 1);
});

test('a range or a source that is none is refused', () => {
  for (const limit of [0, -1, 1.5, 2 ** 32 + 1]) expect(() => randomBelow(limit, given(0))).toThrow();
  expect(() => randomBelow(6, given(0.5))).toThrow();
  expect(() => pickDistinct(6, 5, given(0))).toThrow();
});

test('numbers are always different, in range and ascending', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
      (seed, max, wanted) => {
        const count = Math.min(max, wanted);
        const picked = pickDistinct(count, max, seededBits(seed));
        expect(picked).toHaveLength(count);
        expect(new Set(picked).size).toBe(count);
        expect(picked).toEqual([...picked].sort((a, b) => a - b));
        for (const number of picked) expect(number >= 1 && number <= max).toBe(true);
      },
    ),
  );
});

test('must-hold 94: every combination of 2 of 5 is equally likely (chi-square at 99.9%)', () => {
  const next = seededBits(20_261_121);
  const draws = 50_000;
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw++) {
    const key = pickDistinct(2, 5, next).join('-');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const expected = draws / 10;
  const chiSquare = [...counts.values()].reduce(
    (total, count) => total + (count - expected) ** 2 / expected,
    0,
  );
  expect(counts.size).toBe(10);
  expect(chiSquare).toBeLessThan(27.88);
});
