/** Coupons of a number lottery in the sales book. */
import { type Block, noSide } from '#server/draws/seal/book.ts';
import type { BookLines } from '#server/draws/seal/kind-lines.ts';
import { ascii, type LineWriter } from '#server/draws/seal/line-writer.ts';

/** Rows of a system by its size. */
export type SystemRows = Readonly<Record<number, number>>;

const [dash, letterB] = [0x2d, 0x62];
const words = { system: ascii(' system='), side: ascii(' side='), stake: ascii(' stake=') };

/**
 * Rows are the bits of their words, counted from 1, with `b` before the second word; `side=-` where nothing
 * is played beside them; the stake is the coupon's, in whole krónur.
 */
export function bookLines(systemRows: SystemRows): BookLines {
  return {
    rowsOf({ systems, rowCounts }, index) {
      const system = systems[index] as number;
      if (system === 0) return rowCounts[index] as number;
      return rowCounts[index] === 1 ? (systemRows[system] ?? null) : null;
    },
    writeRow,
    writeFields(line, { systems, sides, stakes }, index) {
      line.text(words.system);
      line.whole(systems[index] as number, 1);
      line.text(words.side);
      if (sides[index] === noSide) line.byte(dash);
      else line.whole(sides[index] as number, 5);
      line.text(words.stake);
      line.whole(stakes[index] as number, 1);
    },
  };
}

function writeRow(line: LineWriter, { rowBits, rowHalves }: Block, row: number): void {
  const at = row * rowHalves;
  writeNumbers(line, rowBits[at] as number, rowBits[at + 1] as number);
  if (rowHalves === 2) return;
  const [low, high] = [rowBits[at + 2] as number, rowBits[at + 3] as number];
  if (low === 0 && high === 0) return;
  line.byte(letterB);
  writeNumbers(line, low, high);
}

/** Numbers of a word of 64 bits, joined by dashes. */
function writeNumbers(line: LineWriter, low: number, high: number): void {
  for (let bits = low, follows = false; bits !== 0; bits &= bits - 1, follows = true)
    writeNumber(line, bits, 1, follows);
  for (let bits = high, follows = low !== 0; bits !== 0; bits &= bits - 1, follows = true)
    writeNumber(line, bits, 33, follows);
}

/** The number of the lowest bit; `from` is that of the first. */
function writeNumber(line: LineWriter, bits: number, from: number, follows: boolean): void {
  if (follows) line.byte(dash);
  line.whole(from + 31 - Math.clz32(bits & -bits), 1);
}
