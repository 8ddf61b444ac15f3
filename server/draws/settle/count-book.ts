/**
 * What every engine A does with the sealed book: it hashes the book again, for its root must be the sealed
 * one, and hands its blocks to the kind's own counting. Shares no code with engine B.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sums } from '#server/draws/kind.ts';
import { type Block, BookError, bookHead, idBytes, viewBlock } from '#server/draws/seal/book.ts';
import { createLeafHasher } from '#server/draws/seal/leaf.ts';
import { buildTree, rootOf } from '#server/draws/seal/merkle.ts';

export type CountTask = {
  file: string;
  game: string;
  number: number;
  /** Hexadecimal. */
  drawSecret: string;
  merkleRoot: string;
  /** How many lines a coupon can win in. */
  lines: number;
  /** What of the draw the kind needs beside the book. */
  own: unknown;
};

/** Winners in order of coupon id, packed: 16 bytes of id, and the units of each line. */
export type PackedWinners = { ids: Uint8Array; units: Uint16Array };

export type BookCount =
  | (Sums & { outcome: 'counted'; winners: PackedWinners; ms: CountTimes })
  /**
   * `leaves` hashes as found, so that the altered coupon can be named; null when a block is
   * not even readable.
   */
  | { outcome: 'altered'; reason: string; leaves: Uint8Array | null };

/** Milliseconds. */
export type CountTimes = { read: number; hash: number; count: number };

/** Counts one block after another: closes each coupon in the collector, and says how many rows there were. */
export type CountBlock = (block: Block, collector: Collector) => number;

export function countBook(
  task: CountTask,
  counterOf: (own: unknown) => CountBlock,
  monotonicMs: () => number,
): BookCount {
  const start = monotonicMs();
  const book = readBook(task, monotonicMs);
  if ('reason' in book) return { outcome: 'altered', ...book, leaves: null };
  const { blocks, leaves, read } = book;
  if (rootOf(buildTree(leaves)).toString('hex') !== task.merkleRoot) {
    return { outcome: 'altered', reason: 'its root is not the sealed one', leaves };
  }
  const hashed = monotonicMs();
  const collector = new Collector(task.lines);
  const countBlock = counterOf(task.own);
  const sums = { coupons: 0, rows: 0, stakes: 0 };
  for (const block of blocks) {
    sums.rows += countBlock(block, collector);
    sums.coupons += block.coupons;
    for (const stake of block.stakes) sums.stakes += stake;
  }
  const ms = { read: read - start, hash: hashed - read, count: monotonicMs() - hashed };
  return { outcome: 'counted', ...sums, winners: collector.winners(), ms };
}

/** Call from the module that a kind names as its thread. */
export function countInThread(counterOf: (own: unknown) => CountBlock): void {
  parentPort?.postMessage(countBook(workerData as CountTask, counterOf, () => performance.now()));
}

type Book = { blocks: Block[]; leaves: Buffer; read: number };

/** The blocks with the hashes of their leaves, or why they cannot be read. */
function readBook(task: CountTask, monotonicMs: () => number): Book | { reason: string } {
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

function* blocksOf(bytes: Buffer, { game, number }: CountTask): Generator<Block> {
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

/** Gathers what one coupon wins, and keeps the coupon when it wins anything. */
export class Collector {
  readonly #current: Uint16Array;
  readonly #ids: Uint8Array[] = [];
  readonly #units: Uint16Array[] = [];
  #wins = false;

  constructor(lines: number) {
    this.#current = new Uint16Array(lines);
  }

  /** @param line its place among the draw's lines, from 0 */
  add(line: number, units = 1): void {
    this.#current[line] = (this.#current[line] as number) + units;
    this.#wins = true;
  }

  close(couponIds: Uint8Array, index: number): void {
    if (!this.#wins) return;
    this.#ids.push(couponIds.slice(index * idBytes, (index + 1) * idBytes));
    this.#units.push(this.#current.slice());
    this.#current.fill(0);
    this.#wins = false;
  }

  winners(): PackedWinners {
    const lines = this.#current.length;
    const units = new Uint16Array(this.#units.length * lines);
    for (const [index, each] of this.#units.entries()) units.set(each, index * lines);
    return { ids: new Uint8Array(Buffer.concat(this.#ids)), units };
  }
}
