/**
 * Engine A: reads only the sealed book. It first hashes the book again (its root must be the sealed one),
 * then expands systems and compares row by row. Shares no code with engine B beyond the tier table. Design
 * §7; domain §11.4.
 */
import { readFileSync } from 'node:fs';
import {
  type Block,
  BookError,
  bookHead,
  idBytes,
  noJoker,
  two32,
  viewBlock,
} from '#server/draws/seal/book.ts';
import { createLeafHasher } from '#server/draws/seal/leaf.ts';
import { buildTree, rootOf } from '#server/draws/seal/merkle.ts';
import type { DrawnNumbers, TierTable } from './tier-table.ts';

export type EngineATask = {
  file: string;
  game: string;
  number: number;
  /** Hexadecimal. */
  drawSecret: string;
  merkleRoot: string;
  table: TierTable;
  drawn: DrawnNumbers;
};

/** Winners in order of coupon id, packed: 16 bytes of id, a count for each tier, Joker tier and units. */
export type PackedWinners = { ids: Uint8Array; rows: Uint16Array; jokers: Uint8Array };

export type EngineAAnswer =
  | {
      outcome: 'counted';
      coupons: number;
      rows: number;
      stakes: number;
      winners: PackedWinners;
      ms: EngineATimes;
    }
  /**
   * `leaves` hashes as found, so that the altered coupon can be named; null when a block is not even
   * readable.
   */
  | { outcome: 'altered'; reason: string; leaves: Uint8Array | null };

/** Milliseconds. */
export type EngineATimes = { read: number; hash: number; count: number };

export function engineA(task: EngineATask, monotonicMs: () => number): EngineAAnswer {
  const start = monotonicMs();
  const book = readBook(task, monotonicMs);
  if ('reason' in book) return { outcome: 'altered', ...book, leaves: null };
  const { blocks, leaves, read } = book;
  if (rootOf(buildTree(leaves)).toString('hex') !== task.merkleRoot) {
    return { outcome: 'altered', reason: 'its root is not the sealed one', leaves };
  }
  const hashed = monotonicMs();
  const counted = countBlocks(blocks, task);
  const ms = { read: read - start, hash: hashed - read, count: monotonicMs() - hashed };
  return { outcome: 'counted', ...counted, ms };
}

type Book = { blocks: Block[]; leaves: Buffer; read: number };

/** The blocks with the hashes of their leaves, or why they cannot be read. */
function readBook(task: EngineATask, monotonicMs: () => number): Book | { reason: string } {
  const hashLeaves = createLeafHasher(Buffer.from(task.drawSecret, 'hex'));
  try {
    const blocks = [...blocksOf(readFileSync(task.file), task)];
    const read = monotonicMs();
    return { blocks, leaves: Buffer.concat(blocks.map(hashLeaves)), read };
  } catch (error) {
    if (error instanceof BookError) return { reason: error.message };
    throw error;
  }
}

function* blocksOf(bytes: Buffer, { game, number }: EngineATask): Generator<Block> {
  const head = bookHead(game, number);
  if (!bytes.subarray(0, head.length).equals(head)) throw new BookError('the head is of another book');
  for (let offset = head.length; offset < bytes.length; ) {
    const start = offset + 4;
    const end = start <= bytes.length ? start + bytes.readUInt32LE(offset) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) throw new BookError('the file ends within a block');
    // A copy, so that the columns begin where a typed array may begin.
    yield viewBlock(new Uint8Array(bytes.subarray(start, end)));
    offset = end;
  }
}

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

function countBlocks(blocks: readonly Block[], { table, drawn }: EngineATask) {
  const collector = new Collector(table.tiers);
  const result = resultOf(drawn, table);
  const drawnJoker = drawn.joker === null ? null : Number(drawn.joker);
  const totals = { coupons: 0, rows: 0, stakes: 0 };
  for (const block of blocks) {
    const tiers = tiersOfRows(block, table, result);
    const { rowCounts, systems, jokers, stakes } = block;
    let row = 0;
    for (let index = 0; index < block.coupons; index += 1) {
      const end = row + (rowCounts[index] as number);
      if (systems[index] === 0) {
        totals.rows += end - row;
        for (; row < end; row += 1) if (tiers[row] !== 0) collector.add(tiers[row] as number);
      } else {
        for (; row < end; row += 1) totals.rows += countSystem(block, row, table, result, collector);
      }
      const joker = jokers[index] as number;
      if (joker !== noJoker && drawnJoker !== null) collector.addJoker(joker, drawnJoker);
      collector.close(block.couponIds, index);
      totals.stakes += stakes[index] as number;
    }
    totals.coupons += block.coupons;
  }
  return { ...totals, winners: collector.winners() };
}

/** The tier of each row taken as a plain one; those of systems are counted again, row by row. */
function tiersOfRows(block: Block, { tierOfHits, bonusMax, pool }: TierTable, result: Result): Uint8Array {
  const { rows, rowsLow, rowsHigh, extras } = block;
  const { low, high, bonusLow, bonusHigh, hitsMin } = result;
  const width = bonusMax + 1;
  const tiers = new Uint8Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const lowBits = rowsLow[row] as number;
    const highBits = rowsHigh[row] as number;
    const main = ones(lowBits & low) + ones(highBits & high);
    if (main < hitsMin) continue;
    const bonus =
      pool === 'main'
        ? ones(lowBits & bonusLow) + ones(highBits & bonusHigh)
        : ones((extras[row] as number) & bonusLow);
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
  const { size, main, bonus } = placesOf(block, row, result);
  const extraHits = ones((block.extras[row] as number) & result.bonusLow);
  const width = bonusMax + 1;
  let rows = 0;
  // A row is a choice of `pick` places of the system; `places` runs through every mask that has so many bits.
  for (let places = 2 ** pick - 1; places < 2 ** size; places = nextOfSameBits(places)) {
    rows += 1;
    const bonusHits = pool === 'main' ? ones(places & bonus) : extraHits;
    const tier = tierOfHits[ones(places & main) * width + bonusHits] as number;
    if (tier > 0) collector.add(tier);
  }
  return rows;
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
  add(block.rowsLow[row] as number, result.low, result.bonusLow);
  add(block.rowsHigh[row] as number, result.high, result.bonusHigh);
  return found;
}

/** The next larger number with as many bits set. */
function nextOfSameBits(bits: number): number {
  const lowest = bits & -bits;
  const carried = bits + lowest;
  return carried | (((bits ^ carried) / lowest) >>> 2);
}

/** Gathers one coupon's winning rows, and keeps the coupon when there are any. */
class Collector {
  readonly #tiers: number;
  readonly #current: Uint16Array;
  readonly #ids: Uint8Array[] = [];
  readonly #rows: Uint16Array[] = [];
  readonly #jokers: number[] = [];
  #wins = false;
  #jokerTier = 0;
  #jokerUnits = 0;

  constructor(tiers: number) {
    this.#tiers = tiers;
    this.#current = new Uint16Array(tiers);
  }

  add(tier: number): void {
    this.#current[tier - 1] = (this.#current[tier - 1] as number) + 1;
    this.#wins = true;
  }

  addJoker(played: number, drawn: number): void {
    const front = matchingFront(played, drawn);
    const back = matchingBack(played, drawn);
    const longest = Math.max(front, back);
    if (longest < 2) return;
    this.#jokerTier = longest === 5 ? 1 : 6 - longest;
    this.#jokerUnits = front === 2 && back === 2 ? 2 : 1;
    this.#wins = true;
  }

  close(couponIds: Uint8Array, index: number): void {
    if (!this.#wins) return;
    this.#ids.push(couponIds.slice(index * idBytes, (index + 1) * idBytes));
    this.#rows.push(this.#current.slice());
    this.#jokers.push(this.#jokerTier, this.#jokerUnits);
    this.#current.fill(0);
    [this.#wins, this.#jokerTier, this.#jokerUnits] = [false, 0, 0];
  }

  winners(): PackedWinners {
    const rows = new Uint16Array(this.#rows.length * this.#tiers);
    for (const [index, row] of this.#rows.entries()) rows.set(row, index * this.#tiers);
    return { ids: new Uint8Array(Buffer.concat(this.#ids)), rows, jokers: Uint8Array.from(this.#jokers) };
  }
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

function ones(bits32: number): number {
  let bits = bits32 - ((bits32 >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
