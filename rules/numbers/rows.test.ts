import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hitCount, numbersOf, rowMask } from './rows.ts';

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 12 });

test('bit n-1 stands for number n, up to 50', () => {
  expect(rowMask([1])).toBe(1);
  expect(rowMask([1, 3])).toBe(5);
  expect(rowMask([33])).toBe(2 ** 32);
  expect(rowMask([50])).toBe(2 ** 49);
});

test('a mask gives its numbers back, ascending', () => {
  fc.assert(
    fc.property(numbers, (chosen) => {
      expect(numbersOf(rowMask(chosen))).toEqual([...chosen].sort((a, b) => a - b));
    }),
  );
});

test('hits are the numbers that two rows share', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      expect(hitCount(rowMask(a), rowMask(b))).toBe(a.filter((number) => b.includes(number)).length);
    }),
  );
  const all = Array.from({ length: 50 }, (_, index) => index + 1);
  expect(hitCount(rowMask(all), rowMask(all))).toBe(50);
});
