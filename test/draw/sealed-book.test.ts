import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Block,
  BookError,
  blockBytes,
  idBytes,
  newBlock,
  noSide,
  placeOf,
  viewBlock,
} from '#server/draws/seal/book.ts';
import { createLeafHasher, createPublicWriter, leafOf } from '#server/draws/seal/leaf.ts';
import { bookLines } from '#server/games/numbers/book-lines.ts';
import { encodeId } from '#server/platform/ids.ts';

const ids = ['00112233-4455-6677-8899-aabbccddeeff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
/** Microseconds since 2000. */
const sold = (Date.UTC(2026, 10, 21, 18, 39, 59) - Date.UTC(2000, 0, 1)) * 1000 + 7;

const lines = bookLines({ 8: 56 });

/** Columns that are the same in each sample. */
function fillSample(block: Block): void {
  for (const [index, id] of ids.entries()) {
    block.couponIds.set(bytesOf(id), index * idBytes);
    block.ticketIds.set(bytesOf(id), index * idBytes);
    block.soldLow[index] = sold % 2 ** 32;
    block.soldHigh[index] = Math.floor(sold / 2 ** 32);
  }
  block.stakes.set([700, 4_294_967_295]);
  block.sides.set([7, noSide]);
}

/** Two coupons: three rows with Joker, and a system of eight with the largest of everything. */
function sample() {
  const packed = newBlock(2, 4, 2);
  const { block } = packed;
  fillSample(block);
  block.systems.set([0, 8]);
  block.rowCounts.set([3, 1]);
  block.rowBits.set([0b11111, 0, 0, 0]);
  block.rowBits.set([1, 1, 0, 0], 4);
  block.rowBits.set([0, 0b11111, 0b1000_0000_0001, 0x8000_0000], 8);
  block.rowBits.set([0x8000_0000, 0xff, 0, 0], 12);
  return packed;
}

const secret = Buffer.alloc(32, 7);

test('a line is what the file says, to the microsecond and the last bit', () => {
  const { block } = sample();
  const [first, second] = ids.map(encodeId);
  expect(leafOf(block, 0, secret, lines).line).toBe(
    `coupon=${first} ticket=${first} sold=2026-11-21T18:39:59.000007Z ` +
      'rows=1-2-3-4-5_1-33_33-34-35-36-37b1-12-64 system=0 side=00007 stake=700',
  );
  expect(leafOf(block, 1, secret, lines).line).toBe(
    `coupon=${second} ticket=${second} sold=2026-11-21T18:39:59.000007Z ` +
      'rows=32-33-34-35-36-37-38-39-40 system=8 side=- stake=4294967295',
  );
});

test('every single bit of a block changes its leaves, or the block cannot be read', () => {
  const { bytes } = sample();
  const hashLeaves = createLeafHasher(secret, lines);
  const good = hashLeaves(viewBlock(new Uint8Array(bytes), 2));
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const altered = new Uint8Array(bytes);
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
    let found: Buffer | null = null;
    try {
      found = hashLeaves(viewBlock(altered, 2));
    } catch (error) {
      if (!(error instanceof BookError)) throw error;
    }
    expect(found?.equals(good) ?? false, `bit ${bit}`).toBe(false);
  }
});

test('a block of another length is not read; an id is found in its place', () => {
  const { bytes } = sample();
  expect(bytes.length).toBe(blockBytes(2, 4, 2));
  expect(() => viewBlock(new Uint8Array(bytes.subarray(0, -1)), 2)).toThrow(BookError);
  expect(() => viewBlock(new Uint8Array(4), 2)).toThrow(BookError);
  const block = viewBlock(new Uint8Array(bytes), 2);
  expect(ids.map((id) => placeOf(block, bytesOf(id)))).toEqual([0, 1]);
  expect(placeOf(block, bytesOf('10112233-4455-6677-8899-aabbccddeeff'))).toBe(-1);
});

test('one word a row is written as one word, in less room', () => {
  const { block, bytes } = newBlock(2, 2, 1);
  fillSample(block);
  block.rowCounts.set([1, 1]);
  block.rowBits.set([0b11111, 0, 0b11, 0b1]);
  expect(bytes.length).toBe(8 + 2 * (24 + 32) + 2 * 8);
  expect(leafOf(block, 1, secret, lines).line).toContain(' rows=1-2-33 system=0 side=- ');
});

test('rows of more than 1,024 bytes stand in the leaf as their hash, and are published in full', () => {
  const rows = 60;
  const { block } = newBlock(2, rows + 1, 1);
  fillSample(block);
  block.rowCounts.set([rows, 1]);
  for (let row = 0; row < rows; row += 1) block.rowBits.set([0b11111, row << 5], 2 * row);
  block.rowBits.set([0b11111, 0], 2 * rows);
  const [first, second] = [0, 1].map((index) => leafOf(block, index, secret, lines));
  const digest = createHash('sha256')
    .update(first?.rows ?? '')
    .digest('hex');
  expect(first?.rows).toMatch(/^1-2-3-4-5_1-2-3-4-5-38_/);
  expect(first?.rows?.split('_').length).toBe(rows);
  expect(first?.line).toMatch(new RegExp(` rows=sha256:${digest} system=0 side=00007 stake=700$`));
  expect(second?.rows).toBeNull();
  const published = createPublicWriter(secret, lines)(block).split('\n');
  expect(published[0]).toMatch(/^[0-9a-f]{64} rows=1-2-3-4-5_1-2-/);
  expect(published[0]).toContain(`rows=${first?.rows} system=0 side=00007 stake=700`);
  expect(published[1]).toContain('rows=1-2-3-4-5 system=0 side=- ');
});
