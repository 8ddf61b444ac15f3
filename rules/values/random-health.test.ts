import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { seededBits } from './fixtures/seeded-bits.ts';
import { blockBytes, createHealthTest, RandomFailure, testedUint32 } from './random-health.ts';

/** Even bytes that no test objects to, other ones in each block. */
function sound(seed = 1) {
  const next = seededBits(seed);
  return () => Uint8Array.from({ length: blockBytes }, () => next() >>> 24);
}
const withPut = (bytes: Uint8Array, at: number, ...put: number[]) => {
  bytes.set(put, at);
  return bytes;
};
const isHealthy = (...blocks: Uint8Array[]) => {
  const test = createHealthTest();
  return blocks.every(test);
};

test('must-hold 96: a sound source passes, the real one too', () => {
  const block = sound();
  expect(isHealthy(...Array.from({ length: 200 }, block))).toBe(true);
  const next = testedUint32((bytes) => webcrypto.getRandomValues(bytes));
  const values = Array.from({ length: 3000 }, next);
  expect(new Set(values).size).toBeGreaterThan(2990);
  for (const value of values) expect(value >= 0 && value < 2 ** 32).toBe(true);
});

test('must-hold 96: six equal bytes in a row fail, five do not, also across two blocks', () => {
  const rest = Uint8Array.from({ length: blockBytes }, (_, place) => place % 255);
  const at = (place: number, count: number) => withPut(rest.slice(), place, ...Array(count).fill(255));
  expect(isHealthy(at(1000, 5))).toBe(true);
  expect(isHealthy(at(1000, 6))).toBe(false);
  expect(isHealthy(at(blockBytes - 5, 5), at(0, 0))).toBe(true);
  expect(isHealthy(at(blockBytes - 5, 5), at(0, 1))).toBe(false);
});

test('must-hold 96: nineteen bytes of 512 that equal the first fail, eighteen do not', () => {
  const spaced = (count: number) => {
    const bytes = Uint8Array.from({ length: blockBytes }, (_, place) => place % 255);
    for (let each = 0; each < 512; each++) if (bytes[each] === 7) bytes[each] = 8;
    for (let each = 0; each < count; each++) bytes[each * 20] = 7;
    return bytes;
  };
  expect(isHealthy(spaced(18))).toBe(true);
  expect(isHealthy(spaced(19))).toBe(false);
});

test('the limits of the tests let a sound source fail once in about 2^40', () => {
  const chance = 2 ** -40;
  expect(1 + 40 / 8).toBe(6);
  const atLeast = (limit: number) => {
    let of = (1 - 1 / 256) ** 511;
    let below = 0;
    for (let count = 0; count < limit; count++) {
      below += of;
      of *= (511 - count) / (count + 1) / 255;
    }
    let tail = 0;
    for (let count = limit; count < 100; count++) {
      tail += of;
      of *= (511 - count) / (count + 1) / 255;
    }
    expect(below + tail).toBeCloseTo(1, 10);
    return tail;
  };
  // The first byte of a window counts itself: nineteen are eighteen others.
  expect(atLeast(18)).toBeLessThan(8 * chance);
  expect(atLeast(17)).toBeGreaterThan(8 * chance);
  expect(652 / Math.sqrt(blockBytes * 8 * 0.25)).toBeGreaterThan(7.1);
});

test('must-hold 96: a source that leans to ones fails although no byte repeats', () => {
  const block = sound(3);
  const leaning = block().map((byte, place) => (place % 3 === 0 ? byte | 0x11 : byte));
  expect(isHealthy(leaning)).toBe(false);
});

test('must-hold 96: nothing of a block that fails is handed out, nor of any later one', () => {
  const block = sound(5);
  const blocks = [block(), withPut(block(), 4000, 9, 9, 9, 9, 9, 9), block()];
  let asked = 0;
  const next = testedUint32((bytes) => bytes.set(blocks[asked++] ?? block()));
  const first = Array.from({ length: blockBytes / 4 }, next);
  expect(first).toEqual([...new Uint32Array((blocks[0] ?? block()).buffer)]);
  for (let turn = 0; turn < 3; turn++) expect(next).toThrow(RandomFailure);
  expect(asked).toBe(2);
});

test('must-hold 96: a source that gives nothing fails before its first value', () => {
  expect(testedUint32(() => undefined)).toThrow(RandomFailure);
});

test('must-hold 93: every word is used once, in order', () => {
  const block = sound(7);
  const given: number[] = [];
  const next = testedUint32((bytes) => {
    bytes.set(block());
    given.push(...new Uint32Array(bytes.slice().buffer));
  });
  const used = Array.from({ length: 2500 }, next);
  expect(used).toEqual(given.slice(0, used.length));
});
