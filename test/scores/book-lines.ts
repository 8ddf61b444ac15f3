/** Coupons of the game in the sales book: a row is written as two hexadecimal digits a match. */
import { type Block, noSide } from '#server/draws/seal/book.ts';
import type { BookLines } from '#server/draws/seal/kind-lines.ts';
import { ascii } from '#server/draws/seal/line-writer.ts';
import { matchCount, matchesInFirst, mirrored } from './rules.ts';

const digits = ascii('0123456789abcdef');
const words = { system: ascii(' system='), club: ascii(' club='), stake: ascii(' stake=') };

/** The eight bits of a match, counted from 0. */
export function codeAt({ rowBits, rowHalves }: Block, row: number, match: number): number {
  const [word, byte] = match < matchesInFirst ? [0, match] : [1, match - matchesInFirst];
  const half = rowBits[row * rowHalves + 2 * word + (byte >> 2)] as number;
  return (half >>> (8 * (byte & 3))) & 255;
}

export const bookLines = (): BookLines => ({
  rowsOf(block, index, firstRow) {
    const count = block.rowCounts[index] as number;
    if (block.systems[index] === 0) return count;
    if (block.systems[index] !== mirrored || count !== 1) return null;
    let rows = 1;
    for (let match = 0; match < matchCount; match += 1)
      if (!isEqual(codeAt(block, firstRow, match))) rows *= 2;
    return rows;
  },
  writeRow(line, block, row) {
    for (let match = 0; match < matchCount; match += 1) {
      const code = codeAt(block, row, match);
      line.byte(digits[code >> 4] as number);
      line.byte(digits[code & 15] as number);
    }
  },
  /** The side column of the book holds the number of the club. */
  writeFields(line, { systems, sides, stakes }, index) {
    line.text(words.system);
    line.whole(systems[index] as number, 1);
    if (sides[index] !== noSide) {
      line.text(words.club);
      line.whole(sides[index] as number, 1);
    }
    line.text(words.stake);
    line.whole(stakes[index] as number, 1);
  },
});

export const isEqual = (code: number) => code >> 4 === (code & 15);
export const mirrorOf = (code: number) => ((code & 15) << 4) | (code >> 4);
