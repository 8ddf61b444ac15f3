/**
 * The sales book: all coupons of a draw in order of coupon id, packed by column in blocks. The same blocks
 * lie in table `book_blocks` and, one after another behind a line of text, in the file
 * `DATA_DIR/books/<game>-<draw>.book`. Numbers are little-endian. The line of text states the version, which
 * is 2, and the words of a row, k. A block of n coupons with m rows:
 *
 * u32 n · u32 m · u32[n] sold (low) · u32[n] sold (high) · u32[n] stake · u32[n] side · u32[n] system ·
 * u32[n] rows · k × u64[m] rows, one after another · 16 bytes[n] coupon id · 16 bytes[n] ticket id
 *
 * A row is k words of 64 bits; what the bits stand for, its kind of game knows. Side is the five digits
 * played in the game beside the rows, or the number of the club that the coupon supports: no kind has both.
 * It is 2³²−1 where there are none. Sold is microseconds since 2000-01-01 UTC.
 * Every byte enters a leaf. Version 1 is in `first-book.ts`.
 */
import { endianness } from 'node:os';
import { join } from 'node:path';

/**
 * A coupon weighs this and its rows. The weights are added up through the whole book: each time the sum
 * passes a multiple of `blockWeight`, a new block begins.
 */
export const couponWeight = 16;
export const blockWeight = 65_536;
/** The largest coupon that is sealed. */
export const couponRowsMax = 65_536;
export const idBytes = 16;
export const noSide = 0xffff_ffff;
export const two32 = 2 ** 32;

if (endianness() !== 'LE')
  throw new Error('The sales book is read in place, which needs a little-endian machine.');

/** Words a row in a book of version 2; null for one of version 1. */
export type RowWords = number | null;

/** A block seen through its columns; nothing of version 2 is copied. */
export type Block = {
  coupons: number;
  rows: number;
  /** Halves of words in a row. */
  rowHalves: number;
  soldLow: Uint32Array;
  soldHigh: Uint32Array;
  stakes: Uint32Array;
  sides: Uint32Array;
  systems: Uint32Array;
  rowCounts: Uint32Array;
  /** Rows one after another, each as the halves of its words, the lower half first. */
  rowBits: Uint32Array;
  couponIds: Uint8Array;
  ticketIds: Uint8Array;
};

export function blockBytes(coupons: number, rows: number, words: number): number {
  return 8 + coupons * (6 * 4 + 2 * idBytes) + rows * words * 8;
}

/**
 * @param bytes must begin at a multiple of 4 in its buffer; throws when the length is not what the counts say
 */
export function viewBlock(bytes: Uint8Array, words: number): Block {
  const [coupons = 0, rows = 0] = bytes.length < 8 ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  if (coupons < 1 || bytes.length !== blockBytes(coupons, rows, words))
    throw new BookError('a block of another length than its counts say');
  const block = columnsOf(bytes, coupons, rows, words);
  refuseOtherSum(block);
  return block;
}

export function refuseOtherSum({ rowCounts, rows }: Block): void {
  let sum = 0;
  for (let index = 0; index < rowCounts.length; index += 1) sum += rowCounts[index] as number;
  if (sum !== rows) throw new BookError('a block of other rows than its coupons have');
}

function columnsOf(bytes: Uint8Array, coupons: number, rows: number, words: number): Block {
  const column = columnReader(bytes, 8);
  return {
    coupons,
    rows,
    rowHalves: 2 * words,
    soldLow: column.u32(coupons),
    soldHigh: column.u32(coupons),
    stakes: column.u32(coupons),
    sides: column.u32(coupons),
    systems: column.u32(coupons),
    rowCounts: column.u32(coupons),
    rowBits: column.u32(2 * words * rows),
    couponIds: column.u8(idBytes * coupons),
    ticketIds: column.u8(idBytes * coupons),
  };
}

/** Views of one column after another. */
export function columnReader(bytes: Uint8Array, start: number) {
  let offset = bytes.byteOffset + start;
  return {
    u32(count: number): Uint32Array {
      const column = new Uint32Array(bytes.buffer, offset, count);
      offset += 4 * count;
      return column;
    },
    u8(count: number): Uint8Array {
      const column = new Uint8Array(bytes.buffer, offset, count);
      offset += count;
      return column;
    },
  };
}

export class BookError extends Error {}

/** An empty block of that size, to be filled through its columns. */
export function newBlock(coupons: number, rows: number, words: number): { bytes: Buffer; block: Block } {
  const bytes = Buffer.from(new ArrayBuffer(blockBytes(coupons, rows, words)));
  new Uint32Array(bytes.buffer, 0, 2).set([coupons, rows]);
  return { bytes, block: columnsOf(bytes, coupons, rows, words) };
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
export function bookHead(game: string, number: number, words: RowWords): Buffer {
  const version = words === null ? 1 : 2;
  const line = `sales book ${version} ${game} ${number}${words === null ? '' : ` words=${words}`}`;
  return Buffer.from(`${line.padEnd(63)}\n`, 'latin1');
}

/** What stands before a block in the file: its length. */
export function blockHead(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return head;
}
