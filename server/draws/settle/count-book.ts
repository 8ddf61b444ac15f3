/**
 * What every engine A does with the sealed book: it hashes the book again, for it must be the sealed one to
 * the last byte, and hands its blocks to the kind's own counting. Shares no code with engine B.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sums } from '#server/draws/kind.ts';
import { type Block, BookError, bookHead, idBytes, type RowWords } from '#server/draws/seal/book.ts';
import { viewAnyBlock } from '#server/draws/seal/first-book.ts';
import { type LinesTask, linesOf } from '#server/draws/seal/kind-lines.ts';
import { createLeafHasher } from '#server/draws/seal/leaf.ts';

export type CountTask = {
  file: string;
  game: string;
  number: number;
  /** Hexadecimal. */
  drawSecret: string;
  bookHash: string;
  rowWords: RowWords;
  lines: LinesTask;
  /** How many lines a coupon can win in. */
  winLines: number;
  /** What of the draw the kind needs beside the book. */
  own: unknown;
};

/** Winners in order of coupon id, packed: 16 bytes of id, and the units of each line. */
export type PackedWinners = { ids: Uint8Array; units: Uint32Array };

/** As engine A finds them: each also with its place in the book, from 1. */
export type PlacedWinners = PackedWinners & { places: Uint32Array };

export type BookCount =
  | (Sums & { outcome: 'counted'; winners: PlacedWinners; ms: CountTimes })
  /** `leaves` hashes as found, so that the altered coupon can be named; null where a block cannot be read. */
  | { outcome: 'altered'; reason: string; leaves: Uint8Array | null };

/** Milliseconds. */
export type CountTimes = { read: number; hash: number; count: number };

/** Counts one block after another: closes each coupon in the collector, and says how many rows there were. */
export type CountBlock = (block: Block, collector: Collector) => number;

export async function countBook(
  task: CountTask,
  counterOf: (own: unknown) => CountBlock,
  monotonicMs: () => number,
): Promise<BookCount> {
  const start = monotonicMs();
  const bytes = readFileSync(task.file);
  const read = monotonicMs();
  if (createHash('sha256').update(bytes).digest('hex') !== task.bookHash) return altered(bytes, task);
  const hashed = monotonicMs();
  const collector = new Collector(task.winLines);
  const countBlock = counterOf(task.own);
  const sums = { coupons: 0, rows: 0, stakes: 0 };
  for (const block of blocksOf(bytes, task)) {
    sums.rows += countBlock(block, collector);
    sums.coupons += block.coupons;
    const { stakes } = block;
    for (let index = 0; index < stakes.length; index += 1) sums.stakes += stakes[index] as number;
  }
  const ms = { read: read - start, hash: hashed - read, count: monotonicMs() - hashed };
  return { outcome: 'counted', ...sums, winners: collector.winners(), ms };
}

/** Call from the module that a kind names as its thread. */
export async function countInThread(counterOf: (own: unknown) => CountBlock): Promise<void> {
  parentPort?.postMessage(await countBook(workerData as CountTask, counterOf, () => performance.now()));
}

/** What is wrong with a book that is not the sealed one. */
async function altered(bytes: Buffer, task: CountTask): Promise<BookCount> {
  const hashLeaves = createLeafHasher(Buffer.from(task.drawSecret, 'hex'), await linesOf(task.lines));
  try {
    const leaves = Buffer.concat([...blocksOf(bytes, task)].map(hashLeaves));
    return { outcome: 'altered', reason: 'it is not the book that was sealed', leaves };
  } catch (error) {
    if (error instanceof BookError) return { outcome: 'altered', reason: error.message, leaves: null };
    throw error;
  }
}

function* blocksOf(bytes: Buffer, { game, number, rowWords }: CountTask): Generator<Block> {
  const head = bookHead(game, number, rowWords);
  if (!bytes.subarray(0, head.length).equals(head)) throw new BookError('the head is of another book');
  for (let offset = head.length; offset < bytes.length; ) {
    const start = offset + 4;
    const end = start <= bytes.length ? start + bytes.readUInt32LE(offset) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) throw new BookError('the file ends within a block');
    const block = bytes.subarray(start, end);
    // Columns begin where a typed array may begin. Blocks of version 1 can have an odd length.
    yield viewAnyBlock(block.byteOffset % 4 === 0 ? block : new Uint8Array(block), rowWords);
    offset = end;
  }
}

const firstRoom = 1024;

/** Gathers what one coupon wins, and keeps the coupon when it wins anything. */
export class Collector {
  readonly #lines: number;
  /** Room is doubled when it is full; the coupon at hand stands behind the last that was kept. */
  #ids = new Uint8Array(firstRoom * idBytes);
  #units: Uint32Array;
  #places = new Uint32Array(firstRoom);
  #kept = 0;
  #closed = 0;
  #wins = false;

  constructor(lines: number) {
    this.#lines = lines;
    this.#units = new Uint32Array(firstRoom * lines);
  }

  /** @param line its place among the draw's lines, from 0 */
  add(line: number, units = 1): void {
    const place = this.#kept * this.#lines + line;
    this.#units[place] = (this.#units[place] as number) + units;
    this.#wins = true;
  }

  /** Called once for every coupon, in the order of the book. */
  close(couponIds: Uint8Array, index: number): void {
    this.#closed += 1;
    if (!this.#wins) return;
    this.#places[this.#kept] = this.#closed;
    const from = index * idBytes;
    const to = this.#kept * idBytes;
    for (let byte = 0; byte < idBytes; byte += 1) this.#ids[to + byte] = couponIds[from + byte] as number;
    this.#kept += 1;
    this.#wins = false;
    if (this.#kept * idBytes === this.#ids.length) this.#double();
  }

  #double(): void {
    const [ids, units, places] = [this.#ids, this.#units, this.#places];
    this.#ids = new Uint8Array(2 * ids.length);
    this.#ids.set(ids);
    this.#units = new Uint32Array(2 * units.length);
    this.#units.set(units);
    this.#places = new Uint32Array(2 * places.length);
    this.#places.set(places);
  }

  winners(): PlacedWinners {
    return {
      ids: this.#ids.slice(0, this.#kept * idBytes),
      units: this.#units.slice(0, this.#kept * this.#lines),
      places: this.#places.slice(0, this.#kept),
    };
  }
}
