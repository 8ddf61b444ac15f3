import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, basisPointsOf, floorTo, isk, subtract, sum, times } from './money.ts';

test('an amount is a whole number of krónur or a fault', () => {
  expect(isk(150)).toBe(150);
  for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => isk(bad)).toThrow();
});

test('no minus zero comes out of arithmetic', () => {
  expect(Object.is(isk(-0), 0)).toBe(true);
  expect(Object.is(times(isk(-10), 0), 0)).toBe(true);
});

test('sums that leave the safe integers are faults', () => {
  const most = isk(Number.MAX_SAFE_INTEGER);
  expect(() => add(most, isk(1))).toThrow();
  expect(() => subtract(isk(-1), most)).toThrow();
  expect(() => sum([most, isk(1), isk(-1)])).toThrow();
  expect(() => times(most, 2)).toThrow();
  expect(() => sum([most, most])).toThrow();
});

test('rounding down to 10 kr. takes less than 10 kr.', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
      const floored = floorTo(isk(amount), isk(10));
      expect(floored % 10).toBe(0);
      expect(amount - floored).toBeGreaterThanOrEqual(0);
      expect(amount - floored).toBeLessThan(10);
    }),
  );
});

test('basis points are floored to whole krónur, as with exact fractions', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 11 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, points) => {
        expect(BigInt(basisPointsOf(isk(amount), points))).toBe((BigInt(amount) * BigInt(points)) / 10_000n);
      },
    ),
  );
});
