/**
 * The sales book: all coupons of a draw in order of coupon id, packed by column in blocks of at most 4096
 * coupons. The same blocks lie in table `book_blocks` and, one after another behind a line of text, in the
 * file `DATA_DIR/books/<game>-<draw>.book`. Numbers are little-endian. A block of n coupons with m rows:
 *
 * u32 n · u32 m · u32[n] sold (low) · u32[n] sold (high) · u32[n] stake · u32[n] side ·
 * u32[m] first word (bits 1 to 32) · u32[m] (33 to 64) · u32[m] second word (1 to 32) · u32[m] (33 to 64) ·
 * 16 bytes[n] coupon id · 16 bytes[n] ticket id · u8[n] system · u8[n] rows
 *
 * A row is two words of bits; what they stand for, its kind of game knows. Side is the five digits played in
 * the game beside the rows, 2³²−1 where there are none. Sold is microseconds since 2000-01-01 UTC. Every byte
 * enters a leaf.
 */
import { endianness } from 'node:os';
import { join } from 'node:path';

export const blockCoupons = 4096;
export const idBytes = 16;
export const noSide = 0xffff_ffff;
export const two32 = 2 ** 32;

if (endianness() !== 'LE')
  throw new Error('The sales book is read in place, which needs a little-endian machine.');

/** A block seen through its columns; nothing is copied. */
export type Block = {
  coupons: number;
  rows: number;
  soldLow: Uint32Array;
  soldHigh: Uint32Array;
  stakes: Uint32Array;
  sides: Uint32Array;
  rowsLow: Uint32Array;
  rowsHigh: Uint32Array;
  secondLow: Uint32Array;
  secondHigh: Uint32Array;
  couponIds: Uint8Array;
  ticketIds: Uint8Array;
  systems: Uint8Array;
  rowCounts: Uint8Array;
};

export function blockBytes(coupons: number, rows: number): number {
  return 8 + coupons * (4 * 4 + 2 * idBytes + 2) + rows * 4 * 4;
}

/**
 * @param bytes must begin at a multiple of 4 in its buffer; throws when the length is not what the counts say
 */
export function viewBlock(bytes: Uint8Array): Block {
  const start = bytes.byteOffset;
  const [coupons = 0, rows = 0] = bytes.length < 8 ? [] : new Uint32Array(bytes.buffer, start, 2);
  if (coupons < 1 || coupons > blockCoupons || bytes.length !== blockBytes(coupons, rows)) {
    throw new BookError('a block of another length than its counts say');
  }
  const block = columnsOf(bytes, coupons, rows);
  if (sumOf(block.rowCounts) !== rows) {
    throw new BookError('a block of other rows than its coupons have');
  }
  return block;
}

function sumOf(counts: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) sum += counts[index] as number;
  return sum;
}

function columnsOf(bytes: Uint8Array, coupons: number, rows: number): Block {
  let offset = bytes.byteOffset + 8;
  const words = (count: number) => {
    const column = new Uint32Array(bytes.buffer, offset, count);
    offset += 4 * count;
    return column;
  };
  const octets = (count: number) => {
    const column = new Uint8Array(bytes.buffer, offset, count);
    offset += count;
    return column;
  };
  return {
    coupons,
    rows,
    soldLow: words(coupons),
    soldHigh: words(coupons),
    stakes: words(coupons),
    sides: words(coupons),
    rowsLow: words(rows),
    rowsHigh: words(rows),
    secondLow: words(rows),
    secondHigh: words(rows),
    couponIds: octets(idBytes * coupons),
    ticketIds: octets(idBytes * coupons),
    systems: octets(coupons),
    rowCounts: octets(coupons),
  };
}

export class BookError extends Error {}

/** An empty block of that size, to be filled through its columns. */
export function newBlock(coupons: number, rows: number): { bytes: Buffer; block: Block } {
  const bytes = Buffer.from(new ArrayBuffer(blockBytes(coupons, rows)));
  new Uint32Array(bytes.buffer, 0, 2).set([coupons, rows]);
  return { bytes, block: columnsOf(bytes, coupons, rows) };
}

/** The place of a coupon id in the block, or -1; ids ascend. */
export function placeOf(block: Block, couponId: Uint8Array): number {
  let low = 0;
  let high = block.coupons - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = Buffer.compare(
      block.couponIds.subarray(idBytes * middle, idBytes * (middle + 1)),
      couponId,
    );
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function bookPath(dataDir: string, game: string, number: number): string {
  return join(dataDir, 'books', `${game}-${number}.book`);
}

/** First line of the file, padded so that the blocks stay aligned; before each block its length as u32. */
export function bookHead(game: string, number: number): Buffer {
  const line = `sales book 1 ${game} ${number}`;
  return Buffer.from(`${line.padEnd(63)}\n`, 'latin1');
}

/** What stands before a block in the file: its length. */
export function blockHead(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return head;
}
