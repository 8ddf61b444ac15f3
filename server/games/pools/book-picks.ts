/** Rows of a pool as the sales book holds them (`rules/pools/picks.ts`). */
import { matchCount } from '#rules/pools/games.ts';
import type { Block } from '#server/draws/seal/book.ts';

/** Bits of one outcome, all matches. */
const outcomeBits = 2 ** matchCount - 1;

/** For each outcome the matches of which the row plays it. A word has four outcomes in 52 bits. */
export function outcomesAt({ rowBits, rowHalves }: Block, row: number): number[] {
  const outcomes: number[] = [];
  for (let at = row * rowHalves; at < (row + 1) * rowHalves; at += 2) {
    const [low, high] = [rowBits[at] as number, rowBits[at + 1] as number];
    const third = (low >>> 26) | (high << 6);
    outcomes.push(...[low, low >>> 13, third, high >>> 7].map((bits) => bits & outcomeBits));
  }
  return outcomes;
}

/** Of each match the outcomes that the row plays, as bits. */
export function picksAt(block: Block, row: number): number[] {
  const outcomes = outcomesAt(block, row);
  return Array.from({ length: matchCount }, (_, match) =>
    outcomes.reduce((mask, matches, outcome) => mask | (((matches >> match) & 1) << outcome), 0),
  );
}
