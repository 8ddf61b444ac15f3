import { expect, test } from 'vitest';
import { encodeId } from '#server/platform/ids.ts';
import { BookError, blockBytes, idBytes, newBlock, noSide, placeOf, viewBlock } from './book.ts';
import { createLeafHasher, leafOf } from './leaf.ts';

const ids = ['00112233-4455-6677-8899-aabbccddeeff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
/** Microseconds since 2000. */
const sold = (Date.UTC(2026, 10, 21, 18, 39, 59) - Date.UTC(2000, 0, 1)) * 1000 + 7;

/** Two coupons: three rows with Joker, and a system of eight with the largest of everything. */
function sample() {
  const packed = newBlock(2, 4);
  const { block } = packed;
  for (const [index, id] of ids.entries()) {
    block.couponIds.set(bytesOf(id), index * idBytes);
    block.ticketIds.set(bytesOf(id), index * idBytes);
    block.soldLow[index] = sold % 2 ** 32;
    block.soldHigh[index] = Math.floor(sold / 2 ** 32);
  }
  block.stakes.set([700, 4_294_967_295]);
  block.sides.set([7, noSide]);
  block.systems.set([0, 8]);
  block.rowCounts.set([3, 1]);
  block.rowsLow.set([0b11111, 1, 0, 0x8000_0000]);
  block.rowsHigh.set([0, 1, 0b11111, 0xff]);
  block.secondLow.set([0, 0, 0b1000_0000_0001, 0]);
  block.secondHigh.set([0, 0, 0x8000_0000, 0]);
  return packed;
}

const secret = Buffer.alloc(32, 7);

test('a line is what the file says, to the microsecond and the last bit', () => {
  const { block } = sample();
  const [first, second] = ids.map(encodeId);
  expect(leafOf(block, 0, secret).line).toBe(
    `coupon=${first} ticket=${first} sold=2026-11-21T18:39:59.000007Z ` +
      'rows=1-2-3-4-5_1-33_33-34-35-36-37b1-12-64 system=0 side=00007 stake=700',
  );
  expect(leafOf(block, 1, secret).line).toBe(
    `coupon=${second} ticket=${second} sold=2026-11-21T18:39:59.000007Z ` +
      'rows=32-33-34-35-36-37-38-39-40 system=8 side=- stake=4294967295',
  );
});

test('every single bit of a block changes its leaves, or the block cannot be read', () => {
  const { bytes } = sample();
  const hashLeaves = createLeafHasher(secret);
  const good = hashLeaves(viewBlock(new Uint8Array(bytes)));
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const altered = new Uint8Array(bytes);
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
    let found: Buffer | null = null;
    try {
      found = hashLeaves(viewBlock(altered));
    } catch (error) {
      if (!(error instanceof BookError)) throw error;
    }
    expect(found?.equals(good) ?? false, `bit ${bit}`).toBe(false);
  }
});

test('a block of another length is not read; an id is found in its place', () => {
  const { bytes } = sample();
  expect(bytes.length).toBe(blockBytes(2, 4));
  expect(() => viewBlock(new Uint8Array(bytes.subarray(0, -1)))).toThrow(BookError);
  expect(() => viewBlock(new Uint8Array(4))).toThrow(BookError);
  const block = viewBlock(new Uint8Array(bytes));
  expect(ids.map((id) => placeOf(block, bytesOf(id)))).toEqual([0, 1]);
  expect(placeOf(block, bytesOf('10112233-4455-6677-8899-aabbccddeeff'))).toBe(-1);
});
