/** Engine A: reads only the sealed book. It first hashes the book again (its root must be the sealed one), then expands
 * systems and compares row by row. Shares no code with engine B beyond the tier table. Design §7; domain §11.4. */
import { readFileSync } from 'node:fs';
import { type Block, BookError, bookHead, couponsOf, viewBlock } from './book.ts';
import { createLeafHasher, createSalter, drawSecret, leafLine } from './leaf.ts';
import { buildTree, hashBytes, rootOf } from './merkle.ts';
import type { DrawnNumbers, TierTable } from './tier-table.ts';

export type EngineATask = {
  file: string;
  game: string;
  number: number;
  sealSecret: string;
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
  /** `leaves` hashes as found, so that the altered coupon can be named; null when a block is not even readable. */
  | { outcome: 'altered'; reason: string; leaves: Uint8Array | null };

export type EngineATimes = { read: number; hash: number; count: number; scan: number };

const noJoker = 0xffff_ffff;

export function engineA(task: EngineATask, monotonicMs: () => number): EngineAAnswer {
  const start = monotonicMs();
  let leaves: Uint8Array;
  let blocks: Block[];
  let read: number;
  try {
    const bytes = readFileSync(task.file);
    blocks = [...blocksOf(bytes, task)];
    read = monotonicMs();
    leaves = hashBlocks(blocks, task);
  } catch (error) {
    if (error instanceof BookError) return { outcome: 'altered', reason: error.message, leaves: null };
    throw error;
  }
  if (rootOf(buildTree(leaves)).toString('hex') !== task.merkleRoot) {
    return { outcome: 'altered', reason: 'its root is not the sealed one', leaves };
  }
  const hashed = monotonicMs();
  const counted = countBlocks(blocks, task);
  const done = monotonicMs();
  scanBytes(blocks);
  const ms = { read: read - start, hash: hashed - read, count: done - hashed, scan: monotonicMs() - done };
  return { outcome: 'counted', ...counted, ms };
}

function* blocksOf(bytes: Buffer, { game, number }: EngineATask): Generator<Block> {
  const head = bookHead(game, number);
  if (!bytes.subarray(0, head.length).equals(head)) throw new BookError('the head is of another book');
  let offset = head.length;
  while (offset < bytes.length) {
    if (offset + 4 > bytes.length) throw new BookError('the file ends within a block');
    const end = offset + 4 + bytes.readUInt32LE(offset);
    if (end > bytes.length) throw new BookError('the file ends within a block');
    // A copy, so that the columns begin where a typed array may begin.
    yield viewBlock(new Uint8Array(bytes.subarray(offset + 4, end)));
    offset = end;
  }
}

function hashBlocks(blocks: readonly Block[], task: EngineATask): Uint8Array {
  const salt = createSalter(drawSecret(task.sealSecret, task.game, task.number));
  const hashLeaf = createLeafHasher();
  const leaves = new Uint8Array(blocks.reduce((sum, block) => sum + block.coupons, 0) * hashBytes);
  let offset = 0;
  for (const block of blocks) {
    for (const coupon of couponsOf(block)) {
      leaves.set(hashLeaf(salt(coupon.couponId), leafLine(coupon)), offset);
      offset += hashBytes;
    }
  }
  return leaves;
}

type Result = { lowMain: number; highMain: number; lowBonus: number; bonusHighMain: number };

function countBlocks(blocks: readonly Block[], { table, drawn }: EngineATask) {
  const collector = createCollector(table.tiers);
  const result: Result = {
    lowMain: (drawn.main % 2 ** 32) | 0,
    highMain: Math.floor(drawn.main / 2 ** 32),
    lowBonus: (drawn.bonus % 2 ** 32) | 0,
    bonusHighMain: Math.floor(drawn.bonus / 2 ** 32),
  };
  const drawnJoker = drawn.joker === null ? null : Number(drawn.joker);
  const totals = { coupons: 0, rows: 0, stakes: 0 };
  for (const block of blocks) {
    let row = 0;
    for (let index = 0; index < block.coupons; index += 1) {
      const end = row + (block.rowCounts[index] as number);
      const system = (block.systems[index] as number) > 0;
      for (; row < end; row += 1) {
        totals.rows += system ? countSystem(block, row, table, result, collector) : 1;
        if (!system) collector.add(tierOfRow(block, row, table, result));
      }
      const joker = block.jokers[index] as number;
      if (drawnJoker !== null && joker !== noJoker) collector.joker(joker, drawnJoker);
      collector.next(block.couponIds, index * 16);
      totals.stakes += block.stakes[index] as number;
    }
    totals.coupons += block.coupons;
  }
  return { ...totals, winners: collector.winners() };
}

function tierOfRow(block: Block, row: number, table: TierTable, result: Result): number {
  const low = block.rowsLow[row] as number;
  const high = block.rowsHigh[row] as number;
  const main = ones(low & result.lowMain) + ones(high & result.highMain);
  const bonus =
    table.pool === 'main'
      ? ones(low & result.lowBonus) + ones(high & result.bonusHighMain)
      : ones((block.extras[row] as number) & result.lowBonus);
  return table.tierOfHits[main * (table.bonusMax + 1) + bonus] as number;
}

/** Each row that the system holds, one by one. Says how many. */
function countSystem(
  block: Block,
  row: number,
  table: TierTable,
  result: Result,
  collector: Collector,
): number {
  const numbers: number[] = [];
  for (let bit = 0; bit < 64; bit += 1) {
    const word = (bit < 32 ? block.rowsLow[row] : block.rowsHigh[row]) as number;
    if ((word >>> (bit & 31)) & 1) numbers.push(bit);
  }
  const isMain = (bit: number) => ((bit < 32 ? result.lowMain : result.highMain) >>> (bit & 31)) & 1;
  const isBonus = (bit: number) => ((bit < 32 ? result.lowBonus : result.bonusHighMain) >>> (bit & 31)) & 1;
  const extraHits = ones((block.extras[row] as number) & result.lowBonus);
  let rows = 0;
  const expand = (from: number, left: number, main: number, bonus: number): void => {
    if (left === 0) {
      rows += 1;
      const bonusHits = table.pool === 'main' ? bonus : extraHits;
      collector.add(table.tierOfHits[main * (table.bonusMax + 1) + bonusHits] as number);
      return;
    }
    for (let at = from; at <= numbers.length - left; at += 1) {
      const bit = numbers[at] as number;
      expand(at + 1, left - 1, main + isMain(bit), bonus + isBonus(bit));
    }
  };
  expand(0, table.pick, 0, 0);
  return rows;
}

type Collector = ReturnType<typeof createCollector>;

/** Gathers one coupon's winning rows, and keeps the coupon when there are any. */
function createCollector(tiers: number) {
  const current = new Uint16Array(tiers);
  const ids: Uint8Array[] = [];
  const rows: Uint16Array[] = [];
  const jokers: number[] = [];
  let wins = false;
  let jokerTier = 0;
  let jokerUnits = 0;
  return {
    add(tier: number): void {
      if (tier === 0) return;
      current[tier - 1] = (current[tier - 1] as number) + 1;
      wins = true;
    },
    joker(played: number, drawn: number): void {
      const front = matchingFront(played, drawn);
      const back = matchingBack(played, drawn);
      const longest = Math.max(front, back);
      if (longest < 2) return;
      jokerTier = longest === 5 ? 1 : 6 - longest;
      jokerUnits = front === 2 && back === 2 ? 2 : 1;
      wins = true;
    },
    next(couponIds: Uint8Array, offset: number): void {
      if (!wins) return;
      ids.push(couponIds.slice(offset, offset + 16));
      rows.push(current.slice());
      jokers.push(jokerTier, jokerUnits);
      current.fill(0);
      [wins, jokerTier, jokerUnits] = [false, 0, 0];
    },
    winners(): PackedWinners {
      const packedRows = new Uint16Array(rows.length * tiers);
      for (const [index, row] of rows.entries()) packedRows.set(row, index * tiers);
      return { ids: new Uint8Array(Buffer.concat(ids)), rows: packedRows, jokers: Uint8Array.from(jokers) };
    },
  };
}

/** How many digits agree from the front, of five. */
function matchingFront(a: number, b: number): number {
  for (const [length, rest] of [
    [5, 1],
    [4, 10],
    [3, 100],
    [2, 1000],
    [1, 10_000],
  ] as const) {
    if (Math.floor(a / rest) === Math.floor(b / rest)) return length;
  }
  return 0;
}

function matchingBack(a: number, b: number): number {
  for (const [length, end] of [
    [5, 100_000],
    [4, 10_000],
    [3, 1000],
    [2, 100],
    [1, 10],
  ] as const) {
    if (a % end === b % end) return length;
  }
  return 0;
}

function ones(bits32: number): number {
  let bits = bits32 - ((bits32 >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Reads every word of the rows once and does nothing with it: what counting is measured against. */
function scanBytes(blocks: readonly Block[]): number {
  let mixed = 0;
  for (const { rowsLow, rowsHigh, extras } of blocks) {
    for (let row = 0; row < rowsLow.length; row += 1) {
      mixed ^= (rowsLow[row] as number) ^ (rowsHigh[row] as number) ^ (extras[row] as number);
    }
  }
  return mixed;
}
