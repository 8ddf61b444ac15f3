/**
 * Engine A: counts from the sealed book alone, expands systems and compares row by row. Shares no code with
 * engine B beyond the tier table.
 */
import { type Block, noSide, two32 } from '#server/draws/seal/book.ts';
import type { Collector, CountBlock } from '#server/draws/settle/count-book.ts';
import type { DrawnNumbers, TierTable } from './tier-table.ts';

/** What engine A needs of a draw beside its book. */
export type Counted = { table: TierTable; drawn: DrawnNumbers };

/** The result in words of 32 bits, and the fewest main hits that win anything. */
type Result = { low: number; high: number; bonusLow: number; bonusHigh: number; hitsMin: number };

function resultOf({ main, bonus }: DrawnNumbers, { tierOfHits, bonusMax }: TierTable): Result {
  return {
    low: (main % two32) | 0,
    high: Math.floor(main / two32),
    bonusLow: (bonus % two32) | 0,
    bonusHigh: Math.floor(bonus / two32),
    hitsMin: Math.floor(tierOfHits.findIndex((tier) => tier > 0) / (bonusMax + 1)),
  };
}

export function blockCounter({ table, drawn }: Counted): CountBlock {
  const result = resultOf(drawn, table);
  const drawnJoker = drawn.joker === null ? null : Number(drawn.joker);
  return (block, collector) => {
    const tiers = tiersOfRows(block, table, result);
    const { rowCounts, systems, sides } = block;
    let rows = 0;
    let row = 0;
    for (let index = 0; index < block.coupons; index += 1) {
      const end = row + (rowCounts[index] as number);
      if (systems[index] === 0) {
        rows += end - row;
        for (; row < end; row += 1) if (tiers[row] !== 0) collector.add((tiers[row] as number) - 1);
      } else {
        for (; row < end; row += 1) rows += countSystem(block, row, table, result, collector);
      }
      const joker = sides[index] as number;
      if (joker !== noSide && drawnJoker !== null) addJoker(collector, table, joker, drawnJoker);
      collector.close(block.couponIds, index);
    }
    return rows;
  };
}

/** Joker's tiers follow those of the rows. */
function addJoker(collector: Collector, table: TierTable, played: number, drawn: number): void {
  const front = matchingFront(played, drawn);
  const back = matchingBack(played, drawn);
  const tier = table.jokerTierOfRun[Math.max(front, back)] as number;
  if (tier === 0) return;
  collector.add(table.tiers + tier - 1, front === 2 && back === 2 ? 2 : 1);
}

/** The tier of each row taken as a plain one; those of systems are counted again, row by row. */
function tiersOfRows(block: Block, { tierOfHits, bonusMax, pool }: TierTable, result: Result): Uint8Array {
  const { rows, rowBits, rowHalves } = block;
  const { low, high, bonusLow, bonusHigh, hitsMin } = result;
  const width = bonusMax + 1;
  const isInMain = pool === 'main';
  const tiers = new Uint8Array(rows);
  for (let row = 0, at = 0; row < rows; row += 1, at += rowHalves) {
    const lowBits = rowBits[at] as number;
    const highBits = rowBits[at + 1] as number;
    const main = ones(lowBits & low) + ones(highBits & high);
    if (main < hitsMin) continue;
    const bonus = isInMain
      ? ones(lowBits & bonusLow) + ones(highBits & bonusHigh)
      : ones((rowBits[at + 2] as number) & bonusLow);
    tiers[row] = tierOfHits[main * width + bonus] as number;
  }
  return tiers;
}

/** Each row that the system holds, one by one. Says how many. */
function countSystem(
  block: Block,
  row: number,
  { pick, pool, bonusMax, tierOfHits }: TierTable,
  result: Result,
  collector: Collector,
): number {
  const { rowBits, rowHalves } = block;
  const { size, main, bonus } = placesOf(block, row, result);
  const extraHits = pool === 'main' ? 0 : ones((rowBits[row * rowHalves + 2] as number) & result.bonusLow);
  const width = bonusMax + 1;
  const isInMain = pool === 'main';
  const rows = placesOfRows(size, pick);
  for (let index = 0; index < rows.length; index += 1) {
    const places = rows[index] as number;
    const mainHits = onesOf16[places & main] as number;
    const bonusHits = isInMain ? (onesOf16[places & bonus] as number) : extraHits;
    const tier = tierOfHits[mainHits * width + bonusHits] as number;
    if (tier > 0) collector.add(tier - 1);
  }
  return rows.length;
}

const placesBySize = new Map<number, Uint32Array>();

/** A row is a choice of `pick` places of the system: every mask that has so many of `size` bits. */
function placesOfRows(size: number, pick: number): Uint32Array {
  const key = size * 64 + pick;
  const known = placesBySize.get(key);
  if (known) return known;
  const found: number[] = [];
  for (let places = 0; places < 2 ** size; places += 1) if (ones(places) === pick) found.push(places);
  const made = Uint32Array.from(found);
  placesBySize.set(key, made);
  return made;
}

/** The system's numbers in ascending order: how many, and the places of those that were drawn, as masks. */
function placesOf(block: Block, row: number, result: Result): { size: number; main: number; bonus: number } {
  const found = { size: 0, main: 0, bonus: 0 };
  const add = (played: number, main: number, bonus: number) => {
    for (let bits = played; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      if (main & bit) found.main |= 1 << found.size;
      if (bonus & bit) found.bonus |= 1 << found.size;
      found.size += 1;
    }
  };
  const at = row * block.rowHalves;
  add(block.rowBits[at] as number, result.low, result.bonusLow);
  add(block.rowBits[at + 1] as number, result.high, result.bonusHigh);
  return found;
}

/** Of five digits, how many agree from the front. */
function matchingFront(a: number, b: number): number {
  let digits = 5;
  for (let rest = 1; Math.floor(a / rest) !== Math.floor(b / rest); rest *= 10) digits -= 1;
  return digits;
}

function matchingBack(a: number, b: number): number {
  let digits = 5;
  for (let end = 100_000; a % end !== b % end; end /= 10) digits -= 1;
  return digits;
}

/** How many bits are set in each number of 16 bits. */
const onesOf16 = new Uint8Array(2 ** 16);
for (let bits = 1; bits < onesOf16.length; bits += 1)
  onesOf16[bits] = (onesOf16[bits >> 1] as number) + (bits & 1);

function ones(bits32: number): number {
  return (onesOf16[bits32 & 0xffff] as number) + (onesOf16[bits32 >>> 16] as number);
}
