/**
 * `bench count-pool [toto | xg] [MILLIONS]`: engine A of the pools over books in memory, so many million rows
 * of which a third each are single rows, systems or panels with several outcomes, and rows of files. Its peer
 * is a warm pass that sums two words of 32 bits a row. Beside it, how all rows stand after a goal is counted
 * over the same books.
 */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type Coupon, rowCountOf } from '#rules/pools/coupon.ts';
import { goals, matchCount, type PoolId, signs } from '#rules/pools/games.ts';
import { type Picks, wordsOf } from '#rules/pools/picks.ts';
import { countedRights, leastRight } from '#rules/pools/results.ts';
import { openSystem, systems } from '#rules/pools/systems.ts';
import { type Block, blockWeight, idBytes, newBlock } from '#server/draws/seal/book.ts';
import { Collector } from '#server/draws/settle/count-book.ts';
import { resultsCounter, standingCounter, winnersCounter } from '#server/games/pools/engine-a.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { median, rounded } from './load.ts';

const passes = 5;
const rowsOfFile = 2_000;

export async function run(): Promise<object> {
  const [name = 'toto', millions = '10'] = process.argv.slice(3);
  const game: PoolId = name === 'xg' ? 'xg' : 'totoeng';
  const { blocks, rows, coupons } = booksOf(game, Number(millions) * 1_000_000);
  const result = Array.from({ length: matchCount }, () => below(outcomesOf(game)));
  const counts = Array.from({ length: passes }, () => timed(() => count(game, blocks, result)));
  const standings = Array.from({ length: passes }, () => timed(() => stand(game, blocks, result)));
  const words = new Uint32Array(2 * rows).map(() => nextUint32());
  const sums = Array.from({ length: passes + 1 }, () => timed(() => sumOf(words)).ms).slice(1);
  const countMs = median(counts.map(({ ms }) => ms));
  const peerMs = median(sums);
  return {
    value: rounded(countMs, 1),
    unit: `ms for ${rows} rows of ${coupons} coupons`,
    nsPerRow: rounded((countMs * 1e6) / rows, 2),
    peer: { name: 'sum of two words a row', value: rounded(peerMs, 1) },
    ratio: rounded(countMs / peerMs, 2),
    standingToCount: rounded(median(standings.map(({ ms }) => ms)) / countMs, 2),
    verified: [...counts, ...standings].every(({ answer }) => answer === rows),
  };
}

/** Counts as the product does: goals in two passes, since their prize lines follow from the first. */
function count(game: PoolId, blocks: readonly Block[], result: readonly number[]): number {
  const collector = new Collector(countedRights(game).length);
  const reached = new Set<number>();
  if (game === 'xg') for (const block of blocks) resultsCounter({ game, result }, reached)(block, collector);
  const least = game === 'xg' ? leastRight(reached) : 10;
  const counter = winnersCounter({ game, result }, least);
  return blocks.reduce((rows, block) => rows + counter(block, collector), 0);
}

/** With eight of the matches begun. */
function stand(game: PoolId, blocks: readonly Block[], result: readonly number[]): number {
  const known = result.map((outcome, match) => (match < 8 ? outcome : null));
  const wrong: number[] = [];
  const counter = standingCounter({ game, result: known }, wrong);
  const collector = new Collector(1);
  return blocks.reduce((rows, block) => rows + counter(block, collector), 0);
}

function sumOf(words: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < words.length; at += 1) sum = (sum + (words[at] as number)) | 0;
  return sum;
}

function timed<T>(work: () => T): { ms: number; answer: T } {
  const startedAt = performance.now();
  const answer = work();
  return { ms: performance.now() - startedAt, answer };
}

const below = (limit: number) => nextUint32() % limit;
const outcomesOf = (game: PoolId) => (game === 'xg' ? goals : signs).length;
const single = (game: PoolId): Picks =>
  Array.from({ length: matchCount }, () => 1 << below(outcomesOf(game)));

function booksOf(game: PoolId, rowsMin: number): { blocks: Block[]; rows: number; coupons: number } {
  const makers = [() => singles(game, 1 + below(10)), () => system(game), () => singles(game, rowsOfFile)];
  const blocks: Block[] = [];
  const all = { rows: 0, coupons: 0 };
  for (const make of makers) {
    const until = all.rows + rowsMin / makers.length;
    while (all.rows < until) {
      const sold: Coupon[] = [];
      for (let weight = 0; weight < blockWeight && all.rows < until; ) {
        const coupon = make();
        sold.push(coupon);
        weight += coupon.rows.length + 16;
        all.rows += rowCountOf(coupon);
      }
      all.coupons += sold.length;
      blocks.push(blockOf(game, sold));
    }
  }
  return { blocks, ...all };
}

const singles = (game: PoolId, rows: number): Coupon => ({
  system: 0,
  rows: Array.from({ length: rows }, () => single(game)),
});

/** A random system, in half of the cases an open ticket. For goals, a panel with several outcomes. */
function system(game: PoolId): Coupon {
  const chosen = systems[below(2 * systems.length)];
  const row = [...single(game)];
  if (game === 'xg' || !chosen) {
    for (let match = 0; match < 7; match += 1) row[match] = game === 'xg' ? 0b1110 : 0b11;
    return { system: openSystem.number, rows: [row] };
  }
  const base: number[] = row.map((sign, match) => (match < chosen.full + chosen.half ? sign : 0));
  const panel = row.map((sign, match) =>
    match < chosen.full ? 7 : match < chosen.full + chosen.half ? sign | (sign === 1 ? 2 : 1) : sign,
  );
  return { system: chosen.number, rows: chosen.type === 'U' ? [panel, base] : [panel] };
}

function blockOf(game: PoolId, sold: readonly Coupon[]): Block {
  const rows = sold.flatMap((coupon) => coupon.rows);
  const words = game === 'xg' ? 2 : 1;
  const { block } = newBlock(sold.length, rows.length, words);
  rows.forEach((picks, row) => {
    wordsOf(picks, outcomesOf(game)).forEach((word, place) => {
      block.rowBits[2 * (row * words + place)] = word % 2 ** 32;
      block.rowBits[2 * (row * words + place) + 1] = Math.floor(word / 2 ** 32);
    });
  });
  block.systems.set(sold.map((coupon) => coupon.system));
  block.rowCounts.set(sold.map((coupon) => coupon.rows.length));
  block.couponIds.set(randomBytes(idBytes * sold.length));
  return block;
}
