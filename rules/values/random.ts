/**
 * Uniform choice from a source of 32 random bits, by rejection. The source is given: `crypto` in the server
 * and the browser, a seeded generator in tests.
 */

export type NextUint32 = () => number;

const two32 = 2 ** 32;

/**
 * A whole number from 0 up to, not including, `limit` (1 to 2^32); values that would favour some are dropped.
 */
export function randomBelow(limit: number, nextUint32: NextUint32): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > two32) throw new RangeError(`no range: ${limit}`);
  const fair = two32 - (two32 % limit);
  for (;;) {
    const value = nextUint32();
    if (!Number.isInteger(value) || value < 0 || value >= two32)
      throw new RangeError(`not 32 bits: ${value}`);
    if (value < fair) return value % limit;
  }
}

/** `count` different numbers of 1..max, ascending; every combination is equally likely (Floyd's method). */
export function pickDistinct(count: number, max: number, nextUint32: NextUint32): number[] {
  if (count > max) throw new RangeError(`cannot pick ${count} of ${max}`);
  const picked = new Set<number>();
  for (let top = max - count + 1; top <= max; top++) {
    const number = 1 + randomBelow(top, nextUint32);
    picked.add(picked.has(number) ? top : number);
  }
  return [...picked].sort((a, b) => a - b);
}
