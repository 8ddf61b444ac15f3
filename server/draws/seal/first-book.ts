/**
 * Version 1 of the sales book, which is read for draws that were sealed by it. A block of n coupons, at most
 * 4096, with m rows of two words each:
 *
 * u32 n · u32 m · u32[n] sold (low) · u32[n] sold (high) · u32[n] stake · u32[n] side ·
 * u32[m] first word (bits 1 to 32) · u32[m] (33 to 64) · u32[m] second word (1 to 32) · u32[m] (33 to 64) ·
 * 16 bytes[n] coupon id · 16 bytes[n] ticket id · u8[n] system · u8[n] rows
 */
import {
  type Block,
  BookError,
  columnReader,
  idBytes,
  type RowWords,
  refuseOtherSum,
  viewBlock,
} from './book.ts';

const rowHalves = 4;

/** A block of a book of either version. @param bytes as in `viewBlock` */
export function viewAnyBlock(bytes: Uint8Array, words: RowWords): Block {
  return words === null ? viewFirstBlock(bytes) : viewBlock(bytes, words);
}

/** As a block of version 2: columns that the versions store differently are copied. */
function viewFirstBlock(bytes: Uint8Array): Block {
  const [coupons = 0, rows = 0] = bytes.length < 8 ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  if (coupons < 1 || coupons > 4096 || bytes.length !== 8 + coupons * (4 * 4 + 2 * idBytes + 2) + rows * 16)
    throw new BookError('a block of another length than its counts say');
  const column = columnReader(bytes, 8);
  const [soldLow, soldHigh, stakes, sides] = [0, 1, 2, 3].map(() => column.u32(coupons)) as Columns;
  const rowBits = interleaved(
    Array.from({ length: rowHalves }, () => column.u32(rows)),
    rows,
  );
  const [couponIds, ticketIds] = [column.u8(idBytes * coupons), column.u8(idBytes * coupons)];
  const [systems, rowCounts] = [Uint32Array.from(column.u8(coupons)), Uint32Array.from(column.u8(coupons))];
  const block = { coupons, rows, rowHalves, soldLow, soldHigh, stakes, sides, systems, rowCounts, rowBits };
  const whole = { ...block, couponIds, ticketIds };
  refuseOtherSum(whole);
  return whole;
}

type Columns = [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

function interleaved(halves: readonly Uint32Array[], rows: number): Uint32Array {
  const rowBits = new Uint32Array(rowHalves * rows);
  for (const [place, half] of halves.entries())
    for (let row = 0; row < rows; row += 1) rowBits[rowHalves * row + place] = half[row] as number;
  return rowBits;
}
