/**
 * Engine A: counts from the sealed book alone, and looks at every row: those of open tickets and of systems
 * are made one by one. Shares no code with engine B beyond the words of the systems.
 */

import { coversOf } from '#rules/pools/expand-system.ts';
import { matchCount, type PoolId } from '#rules/pools/games.ts';
import { outcomesIn } from '#rules/pools/picks.ts';
import { countedRights, leastRight } from '#rules/pools/results.ts';
import { systemWords } from '#rules/pools/system-words.ts';
import { openSystem, systemOfNumber } from '#rules/pools/systems.ts';
import { type Block, BookError } from '#server/draws/seal/book.ts';
import {
  type BookCount,
  type CountBlock,
  type CountTask,
  countBook,
} from '#server/draws/settle/count-book.ts';
import { picksAt } from './book-picks.ts';

/** What engine A needs of a program beside its book. */
export type Counted = {
  game: PoolId;
  /** Of each match the place of its outcome. */
  result: readonly number[];
};

/**
 * The lines of xg are known once all rows are counted: it is counted twice, and the second time coupons are
 * kept that reached one of the three best results. The time is that of both.
 */
export async function countPool(task: CountTask, monotonicMs: () => number): Promise<BookCount> {
  const { game } = task.own as Counted;
  if (game !== 'xg')
    return countBook(task, (own) => winnersCounter(own as Counted, leastOf(game)), monotonicMs);
  const totals = new Array<number>(matchCount + 1).fill(0);
  const first = await countBook(task, (own) => rightsCounter(own as Counted, totals), monotonicMs);
  if (first.outcome === 'altered') return first;
  const least = leastRight(totals.toReversed());
  const counted = await countBook(task, (own) => winnersCounter(own as Counted, least), monotonicMs);
  if (counted.outcome === 'altered') return counted;
  return { ...counted, ms: { ...counted.ms, count: first.ms.count + counted.ms.count } };
}

const leastOf = (game: PoolId) => Math.min(...countedRights(game));

/** Lines are numbers of right matches, thirteen first. */
export function winnersCounter({ result }: Counted, least: number): CountBlock {
  return (block, collector) => {
    const tally = new Uint32Array(matchCount + 1);
    return countRows(block, result, tally, (index) => {
      for (let right = least; right <= matchCount; right += 1) {
        if (tally[right] === 0) continue;
        collector.add(matchCount - right, tally[right]);
        tally[right] = 0;
      }
      collector.close(block.couponIds, index);
    });
  };
}

/** Adds up all rows by their right matches, none right first. */
export function rightsCounter({ result }: Counted, totals: number[]): CountBlock {
  return (block) => {
    const tally = new Uint32Array(matchCount + 1);
    const rows = countRows(block, result, tally, () => undefined);
    tally.forEach((found, right) => {
      totals[right] = (totals[right] as number) + found;
    });
    return rows;
  };
}

/**
 * @param tally takes the rows of a coupon by their right matches
 * @param close called after each coupon
 * @returns how many rows there were
 */
function countRows(
  block: Block,
  result: readonly number[],
  tally: Uint32Array,
  close: (index: number) => void,
): number {
  const { rowCounts, systems } = block;
  const countSingles = singlesOf(block, result);
  let rows = 0;
  for (let index = 0, first = 0; index < block.coupons; index += 1) {
    const end = first + (rowCounts[index] as number);
    const system = systems[index] as number;
    if (system === 0) {
      countSingles(first, end, tally);
      rows += end - first;
    } else if (system === openSystem.number) {
      for (let row = first; row < end; row += 1) rows += countOpen(block, row, result, tally);
    } else {
      rows += countSystem(block, first, system, result, tally);
    }
    close(index);
    first = end;
  }
  return rows;
}

/** How many bits are set in each number of 13 bits. */
const ones = new Uint8Array(2 ** matchCount);
for (let bits = 1; bits < ones.length; bits += 1) ones[bits] = (ones[bits >> 1] as number) + (bits & 1);
const allMatches = ones.length - 1;

/** The right outcomes as halves of the words of a row. */
function halvesOf(result: readonly number[], halves: number): number[] {
  const found = new Array<number>(halves).fill(0);
  result.forEach((outcome, match) => {
    const bit = matchCount * (outcome % 4) + match;
    const half = 2 * Math.floor(outcome / 4) + (bit < 32 ? 0 : 1);
    found[half] = ((found[half] as number) | (1 << (bit % 32))) >>> 0;
  });
  return found;
}

/** Counts rows of one outcome a match, from the first up to the second. */
function singlesOf({ rowBits, rowHalves }: Block, result: readonly number[]) {
  const [low = 0, high = 0, lowGoals = 0, highGoals = 0] = halvesOf(result, rowHalves);
  if (rowHalves === 2) {
    return (first: number, end: number, tally: Uint32Array) => {
      for (let at = 2 * first; at < 2 * end; at += 2) {
        const a = (rowBits[at] as number) & low;
        const b = (rowBits[at + 1] as number) & high;
        const right = ones[(a | (a >>> 13) | (a >>> 26) | (b << 6)) & allMatches] as number;
        tally[right] = (tally[right] as number) + 1;
      }
    };
  }
  return (first: number, end: number, tally: Uint32Array) => {
    for (let at = 4 * first; at < 4 * end; at += 4) {
      const a = ((rowBits[at] as number) & low) | ((rowBits[at + 2] as number) & lowGoals);
      const b = ((rowBits[at + 1] as number) & high) | ((rowBits[at + 3] as number) & highGoals);
      const matches = a | (a >>> 13) | (a >>> 26) | (b << 6) | (b >>> 7);
      const right = ones[matches & allMatches] as number;
      tally[right] = (tally[right] as number) + 1;
    }
  };
}

let made = new Uint8Array(2 ** 16);

/** Every combination of a row, each with its number of right matches. @returns how many there are */
function countOpen(block: Block, row: number, result: readonly number[], tally: Uint32Array): number {
  let rows = 1;
  made[0] = 0;
  picksAt(block, row).forEach((mask, match) => {
    const outcomes = outcomesIn(mask);
    const before = rows;
    rows *= outcomes.length;
    if (rows > made.length) made = grown(made, rows);
    for (let copy = before; copy < rows; copy += before) made.copyWithin(copy, 0, before);
    const right = outcomes.indexOf(result[match] as number);
    if (right >= 0)
      for (let at = right * before; at < (right + 1) * before; at += 1) made[at] = (made[at] as number) + 1;
  });
  for (let at = 0; at < rows; at += 1) {
    const right = made[at] as number;
    tally[right] = (tally[right] as number) + 1;
  }
  return rows;
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * length);
  larger.set(bytes);
  return larger;
}

/** For each word of a system the covers that have digit 0 and, from bit 13 on, digit 1; then digit 2. */
const masksBySystem = new Map<number, Uint32Array>();

function wordMasks(number: number, words: readonly string[]): Uint32Array {
  const known = masksBySystem.get(number);
  if (known) return known;
  const masks = new Uint32Array(2 * words.length);
  words.forEach((word, index) => {
    [...word].forEach((digit, cover) => {
      const at = 2 * index + (digit === '2' ? 1 : 0);
      masks[at] = (masks[at] as number) | (1 << (digit === '1' ? cover + matchCount : cover));
    });
  });
  masksBySystem.set(number, masks);
  return masks;
}

function countSystem(
  block: Block,
  row: number,
  number: number,
  result: readonly number[],
  tally: Uint32Array,
): number {
  const system = systemOfNumber(number);
  if (!system) throw new BookError(`a coupon of system ${number}, which does not exist`);
  const picks = picksAt(block, row);
  const base = system.type === 'U' ? picksAt(block, row + 1) : null;
  const covers = coversOf(picks);
  let single = 0;
  picks.forEach((mask, match) => {
    if (!covers.includes(match) && mask === 1 << (result[match] as number)) single += 1;
  });
  const digits = covers.map((match) =>
    digitOf(picks[match] as number, base?.[match], result[match] as number),
  );
  let [first, second] = [0, 0];
  digits.forEach((digit, cover) => {
    if (digit === 2) second |= 1 << cover;
    else if (digit >= 0) first |= 1 << (digit === 1 ? cover + matchCount : cover);
  });
  const masks = wordMasks(number, systemWords(system.id));
  for (let at = 0; at < masks.length; at += 2) {
    const a = (masks[at] as number) & first;
    const right =
      single + (ones[(a | (a >>> 13) | ((masks[at + 1] as number) & second)) & allMatches] as number);
    tally[right] = (tally[right] as number) + 1;
  }
  return system.rows;
}

/** Which sign of the match came, counted from its base sign, or from its first; -1 where it is not marked. */
function digitOf(mask: number, base: number | undefined, outcome: number): number {
  const marked = outcomesIn(mask);
  const place = marked.indexOf(outcome);
  if (place < 0) return -1;
  const from = base ? marked.indexOf(outcomesIn(base)[0] as number) : 0;
  return (place - from + marked.length) % marked.length;
}
