/**
 * Both engines alone, and what each is measured against: one pass over the words of the book, a sum over the
 * same table.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Draw } from '#server/draws/draw.ts';
import type { LiveCount, Outcome } from '#server/draws/kind.ts';
import type { DrawConfig, Seal } from '#server/draws/seal/seal.ts';
import { firstDifference } from '#server/draws/settle/compare.ts';
import { countBook } from '#server/draws/settle/count-book.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { countTask } from '#server/draws/settle/settle.ts';
import { blockCounter, type Counted } from '#server/games/numbers/engine-a.ts';
import { kinds } from '#server/games/registry.ts';
import type { Database } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { median, rounded } from './load.ts';

export type EngineFigures = { figures: object; b: LiveCount };

const passes = 5;

export async function engineTimes(
  { db }: Database,
  config: DrawConfig,
  draw: Draw,
  seal: Seal,
  outcome: Outcome,
): Promise<EngineFigures> {
  const kind = kinds.of(draw.game);
  const lines = kind.lines(draw);
  const task = countTask(config, draw, seal, {
    winLines: lines.length,
    own: kind.engineA.task(draw, outcome),
  });
  const counter = (own: unknown) => blockCounter(own as Counted);
  const counts: Awaited<ReturnType<typeof countBook>>[] = [];
  for (let pass = 0; pass < passes; pass += 1)
    counts.push(await countBook(task, counter, () => performance.now()));
  const [a] = counts;
  if (a?.outcome !== 'counted') throw new Error(a?.reason);
  const countMs = counts.map((each) => (each.outcome === 'counted' ? each.ms.count : Number.NaN));
  const words = wordsOf(readFileSync(task.file));
  const passMs = Array.from({ length: passes }, () => timedSync(() => sumWords(words)));
  const [bMs, b] = await timed(() => countSpans(db, (tx, span) => kind.engineB(tx, draw, outcome, span)));
  const [sumMs] = await timed(() => sql`SELECT sum(row_count) FROM tickets`.execute(db));
  const difference = firstDifference(seal, a, b, lines);
  if (difference) throw new Error(`the engines differ: ${JSON.stringify(difference)}`);
  const figures = {
    bookBytes: words.byteLength,
    countAMs: countMs.map(Math.round),
    wordPassMs: passMs.map((each) => rounded(each, 1)),
    ratioA: rounded(median(countMs) / median(passMs), 2),
    engineBMs: Math.round(bMs),
    ratioBToSum: rounded(bMs / sumMs, 1),
    readMs: Math.round(a.ms.read),
    hashMs: Math.round(a.ms.hash),
  };
  return { figures, b };
}

const wordsOf = (book: Buffer) => new BigUint64Array(book.buffer, book.byteOffset, book.length >> 3);

function sumWords(words: BigUint64Array): bigint {
  let sum = 0n;
  for (let index = 0; index < words.length; index += 1)
    sum = BigInt.asUintN(64, sum + (words[index] as bigint));
  return sum;
}

function timedSync(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, answer: T]> {
  const startedAt = performance.now();
  const answer = await work();
  return [performance.now() - startedAt, answer];
}
