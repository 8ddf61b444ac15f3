/**
 * Engine A: counts from the sealed book alone, and looks at every row: those of open tickets and of systems
 * are made one by one. Shares no code with engine B beyond the words of the systems.
 */

import { matchCount, type PoolId } from '#rules/pools/games.ts';
import { leastRight, signsLeast } from '#rules/pools/results.ts';
import { systemWords } from '#rules/pools/system-words.ts';
import { openSystem, systemOfNumber } from '#rules/pools/systems.ts';
import { type Block, BookError, couponRowsMax } from '#server/draws/seal/book.ts';
import {
  type BookCount,
  type Collector,
  type CountBlock,
  type CountTask,
  countBook,
} from '#server/draws/settle/count-book.ts';
import { outcomesAt } from './book-picks.ts';

/** What engine A needs of a program beside its book. */
export type Counted = {
  game: PoolId;
  /** Of each match the place of its outcome; null while there is none, where no row is right. */
  result: readonly (number | null)[];
};

/**
 * The lines of xg are known once all rows are counted: it is counted twice, and the second time coupons are
 * kept that reached one of the three best results. The time is that of both.
 */
export async function countPool(task: CountTask, monotonicMs: () => number): Promise<BookCount> {
  const { game } = task.own as Counted;
  const count = (counterOf: (own: unknown) => CountBlock) => countBook(task, counterOf, monotonicMs);
  if (game !== 'xg') return count((own) => winnersCounter(own as Counted, signsLeast));
  const reached = new Set<number>();
  const first = await count((own) => resultsCounter(own as Counted, reached));
  if (first.outcome === 'altered') return first;
  const counted = await count((own) => winnersCounter(own as Counted, leastRight(reached)));
  if (counted.outcome === 'altered') return counted;
  return { ...counted, ms: { ...counted.ms, count: first.ms.count + counted.ms.count } };
}

/** Lines are numbers of right matches, thirteen first; those below the least win nothing. */
export function winnersCounter({ result }: Counted, least: number): CountBlock {
  return (block, collector) => {
    const rows = countingOf(block, result, least);
    return countCoupons(rows, (index) => {
      if (rows.wins)
        for (let right = least; right <= matchCount; right += 1) collectRows(rows, right, collector);
      rows.wins = false;
      collector.close(block.couponIds, index);
    });
  };
}

function collectRows({ tally }: Counting, right: number, collector: Collector): void {
  const rows = tally[right] as number;
  if (rows > 0) collector.add(matchCount - right, rows);
  tally[right] = 0;
}

/** Finds which numbers of right matches any row reached. */
export function resultsCounter({ result }: Counted, reached: Set<number>): CountBlock {
  return (block) => {
    const counting = countingOf(block, result, matchCount + 1);
    const rows = countCoupons(counting, () => undefined);
    for (let right = 0; right <= matchCount; right += 1) if ((counting.seen >> right) & 1) reached.add(right);
    return rows;
  };
}

/** Adds the rows to `wrong` by how many of the known outcomes they have wrong, none first. */
export function standingCounter({ result }: Counted, wrong: number[]): CountBlock {
  const known = result.filter((outcome) => outcome !== null).length;
  return (block) => {
    const counting = countingOf(block, result, 0);
    const rows = countCoupons(counting, () => undefined);
    for (let right = 0; right <= known; right += 1) {
      const misses = known - right;
      wrong[misses] = (wrong[misses] ?? 0) + (counting.tally[right] as number);
    }
    return rows;
  };
}

/** A block while its rows are looked at. */
type Counting = {
  readonly block: Block;
  readonly result: readonly (number | null)[];
  /** The right outcomes as halves of the words of a row. */
  readonly right: readonly number[];
  readonly least: number;
  /** Rows of the coupon at hand by their right matches, from `least` on; whether there are any. */
  readonly tally: Uint32Array;
  wins: boolean;
  /** Bit n: a row with n right was seen. */
  seen: number;
};

const countingOf = (block: Block, result: Counted['result'], least: number): Counting => ({
  ...{ block, result, right: halvesOf(result, block.rowHalves), least },
  ...{ tally: new Uint32Array(matchCount + 1), wins: false, seen: 0 },
});

/** @returns how many rows there were */
function countCoupons(counting: Counting, close: (index: number) => void): number {
  const { rowCounts, systems, coupons, rowHalves } = counting.block;
  const countSingles = rowHalves === 2 ? countSigns : countGoals;
  let rows = 0;
  for (let index = 0, first = 0; index < coupons; index += 1) {
    const end = first + (rowCounts[index] as number);
    const system = systems[index] as number;
    if (system === 0) {
      countSingles(counting, first, end);
      rows += end - first;
    } else if (system !== openSystem.number) rows += countSystem(counting, first, system);
    else for (let row = first; row < end; row += 1) rows += countOpen(counting, row);
    close(index);
    first = end;
  }
  return rows;
}

/** How many bits are set in each number of 13 bits. */
const ones = new Uint8Array(2 ** matchCount);
for (let bits = 1; bits < ones.length; bits += 1) ones[bits] = (ones[bits >> 1] as number) + (bits & 1);
const allMatches = ones.length - 1;

/** The matches of both halves of a word, whatever their outcomes. */
const matchesIn = (low: number, high: number) =>
  (low | (low >>> 13) | (low >>> 26) | (high << 6) | (high >>> 7)) & allMatches;

/** Rows of one sign a match, from the first up to the second. */
function countSigns(counting: Counting, first: number, end: number): void {
  const { rowBits } = counting.block;
  const { right, least } = counting;
  const low = right[0] as number;
  const high = right[1] as number;
  let seen = counting.seen;
  for (let at = 2 * first; at < 2 * end; at += 2) {
    const hits = ones[matchesIn((rowBits[at] as number) & low, (rowBits[at + 1] as number) & high)] as number;
    seen |= 1 << hits;
    if (hits >= least) takeRow(counting, hits);
  }
  counting.seen = seen;
}

/** Rows of one pick a match. */
function countGoals(counting: Counting, first: number, end: number): void {
  const { rowBits } = counting.block;
  const { right, least } = counting;
  const low = right[0] as number;
  const high = right[1] as number;
  const lowNext = right[2] as number;
  const highNext = right[3] as number;
  let seen = counting.seen;
  for (let at = 4 * first; at < 4 * end; at += 4) {
    const a = ((rowBits[at] as number) & low) | ((rowBits[at + 2] as number) & lowNext);
    const b = ((rowBits[at + 1] as number) & high) | ((rowBits[at + 3] as number) & highNext);
    const hits = ones[matchesIn(a, b)] as number;
    seen |= 1 << hits;
    if (hits >= least) takeRow(counting, hits);
  }
  counting.seen = seen;
}

function takeRow(counting: Counting, hits: number): void {
  counting.tally[hits] = (counting.tally[hits] as number) + 1;
  counting.wins = true;
}

/** Rows of an open panel or of a system, each as its number of right matches. */
const made = new Uint8Array(couponRowsMax);

function takeMade(counting: Counting, rows: number): number {
  const { least } = counting;
  let seen = counting.seen;
  for (let at = 0; at < rows; at += 1) {
    const hits = made[at] as number;
    seen |= 1 << hits;
    if (hits >= least) takeRow(counting, hits);
  }
  counting.seen = seen;
  return rows;
}

/** Every combination of a row. @returns how many there are */
function countOpen(counting: Counting, row: number): number {
  const outcomes = outcomesAt(counting.block, row);
  made[0] = 0;
  let rows = 1;
  for (let match = 0; match < matchCount; match += 1) {
    let played = 0;
    for (const matches of outcomes) played += (matches >> match) & 1;
    const came = counting.result[match] ?? null;
    rows = multiply(rows, played, came !== null && bitAt(outcomes[came] as number, match) === 1);
  }
  return takeMade(counting, rows);
}

/** @returns how many rows the system has */
function countSystem(counting: Counting, row: number, number: number): number {
  const { isU, masks } = systemMasks(number);
  const { first, second, single } = rightDigits(counting, row, isU);
  const rows = masks.length / 2;
  for (let at = 0; at < rows; at += 1) {
    const a = (masks[2 * at] as number) & first;
    const b = (masks[2 * at + 1] as number) & second;
    made[at] = single + (ones[(a | (a >>> 13) | b) & allMatches] as number);
  }
  return takeMade(counting, rows);
}

/** Of the covers the digits that came, as in `systemMasks`, and how many single matches are right. */
function rightDigits({ block, result }: Counting, row: number, isU: boolean) {
  const [one = 0, x = 0, two = 0] = outcomesAt(block, row);
  const base = isU ? outcomesAt(block, row + 1) : [];
  const full = one & x & two;
  const covered = (one & x) | (one & two) | (x & two);
  const found = { first: 0, second: 0, single: 0 };
  let cover = 0;
  for (const matches of [full, covered & ~full, allMatches & ~covered]) {
    for (let rest = matches; rest !== 0; rest &= rest - 1) {
      const match = 31 - Math.clz32(rest & -rest);
      const marked = bitAt(one, match) | (bitAt(x, match) << 1) | (bitAt(two, match) << 2);
      const came = result[match] ?? null;
      const isRight = came !== null && bitAt(marked, came) === 1;
      if (matches & covered) {
        const sign = isU ? bitAt(base[1] as number, match) | (bitAt(base[2] as number, match) << 1) : -1;
        if (isRight) setDigit(found, cover, digitOf(marked, sign, came));
        cover += 1;
      } else if (isRight) found.single += 1;
    }
  }
  return found;
}

const bitAt = (bits: number, place: number) => (bits >> place) & 1;

function halvesOf(result: Counted['result'], halves: number): number[] {
  const found = new Array<number>(halves).fill(0);
  result.forEach((outcome, match) => {
    if (outcome === null) return;
    const bit = matchCount * (outcome % 4) + match;
    const half = 2 * Math.floor(outcome / 4) + (bit < 32 ? 0 : 1);
    found[half] = (found[half] as number) | (1 << (bit % 32));
  });
  return found;
}

/** Goes on with each row that was made in as many ways as outcomes were played, one of them right or none. */
function multiply(rows: number, played: number, isRight: boolean): number {
  for (let copy = 1; copy < played; copy += 1) made.copyWithin(copy * rows, 0, rows);
  if (isRight) for (let at = 0; at < rows; at += 1) made[at] = (made[at] as number) + 1;
  return rows * played;
}

type SystemMasks = {
  isU: boolean;
  /** For each word two masks: the covers of digit 0 and, from bit 13 on, of digit 1; those of digit 2. */
  masks: Uint32Array;
};
const known: SystemMasks[] = [];

function systemMasks(number: number): SystemMasks {
  return known[number] ?? makeMasks(number);
}

function makeMasks(number: number): SystemMasks {
  const system = systemOfNumber(number);
  if (!system) throw new BookError(`a coupon of system ${number}, which does not exist`);
  const masks = systemWords(system.id).flatMap((word) => {
    const covers = { first: 0, second: 0 };
    for (const [cover, digit] of [...word].entries()) setDigit(covers, cover, Number(digit));
    return [covers.first, covers.second];
  });
  const found = { isU: system.type === 'U', masks: Uint32Array.from(masks) };
  known[number] = found;
  return found;
}

function setDigit(covers: { first: number; second: number }, cover: number, digit: number): void {
  if (digit === 2) covers.second |= 1 << cover;
  else covers.first |= 1 << (digit === 1 ? cover + matchCount : cover);
}

/** Which of the marked signs came, counted on from the base sign, or from the first where there is none. */
function digitOf(marked: number, base: number, came: number): number {
  const before = (sign: number) => ones[marked & ((1 << sign) - 1)] as number;
  const place = before(came) - (base < 0 ? 0 : before(base));
  return place < 0 ? place + (ones[marked] as number) : place;
}
