/**
 * `bench long-coupons`: sealing and counting two draws of the game of tests with as many rows, one of coupons
 * of 10 rows and one of coupons of 20,000. A row of the long ones may cost 1.1 times as much.
 */

import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import type { BookCount, CountTask } from '#server/draws/settle/count-book.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { countTask } from '#server/draws/settle/settle.ts';
import { openWallets } from '#server/ledger/sandbox-money.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { inThread } from '#server/platform/thread.ts';
import { kinds } from '#test/scores/kind.ts';
import { addGame, planAndOpen } from '#test/scores/market.ts';
import { gameId, matchCount, rowsMax, type Score, wordsOf } from '#test/scores/rules.ts';
import { median, rounded } from './load.ts';
import { inOwnDatabase, type OwnDatabase } from './own-database.ts';
import { timed } from './settle-engines.ts';
import { type Sold, writeSales } from './settle-load.ts';

const rowsOfDraw = 2_000_000;
const players = 1000;
const rounds = 3;

type Times = { seal: number; a: number; b: number };

export async function run(): Promise<object> {
  return inOwnDatabase(kinds, async (own) => {
    await addGame(own.ownerUrl);
    const wallets = Array.from({ length: players }, (_, index) => {
      return { playerId: index + 1, certificateExpires: '2099-01-01', balance: 200_000_000 };
    });
    await transaction(own.database.db, (tx) => openWallets(tx, wallets));
    const ratios: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [short, long] = [await measure(own, 10, 2 * round), await measure(own, rowsMax, 2 * round + 1)];
      ratios.push({ seal: long.seal / short.seal, a: long.a / short.a, b: long.b / short.b });
      console.error(JSON.stringify({ short, long }));
    }
    const of = (part: keyof Times) => rounded(median(ratios.map((each) => each[part])), 2);
    return { value: of('a'), unit: 'cost of a row, long ÷ short', seal: of('seal'), a: of('a'), b: of('b') };
  });
}

async function measure(
  { database: { db }, config }: OwnDatabase,
  rows: number,
  number: number,
): Promise<Times> {
  const closeDate = new Date((await databaseNow(db)).getTime() + 3_600_000);
  const draw = await planAndOpen(db, number + 1, closeDate, new Date(closeDate.getTime() + 60_000));
  await load(db, draw, rows);
  await closeDraw(db, draw.drawId, { actor: 'bench', reason: 'bench' });
  const [sealMs, seal] = await timed(() => sealDraw(db, config, draw.drawId));
  const kind = kinds.of(gameId);
  const outcome = Object.fromEntries(Array.from({ length: matchCount }, (_, index) => [index + 1, '1-0']));
  const task = countTask(config, draw, seal, {
    winLines: kind.lines(draw).length,
    own: kind.engineA.task(draw, outcome),
  });
  const counted = await inThread<CountTask, BookCount>(kind.engineA.thread, task);
  if (counted.outcome !== 'counted') throw new Error(counted.reason);
  const [bMs] = await timed(() => countSpans(db, (tx, span) => kind.engineB(tx, draw, outcome, span)));
  return { seal: sealMs / seal.rows, a: counted.ms.count / seal.rows, b: bMs / seal.rows };
}

async function load(db: OwnDatabase['database']['db'], draw: Draw, rows: number): Promise<void> {
  const chunk = Math.max(1, 200_000 / rows);
  for (let done = 0; done < rowsOfDraw / rows; done += chunk) {
    const sold = Array.from({ length: chunk }, (_, index) => randomSale(draw, done + index, rows));
    await transaction(db, (tx) => writeSales(tx, draw, sold));
  }
}

function randomSale(draw: Draw, place: number, rows: number): Sold {
  const words = Array.from({ length: rows }, () => wordsOf(randomRow()));
  return {
    playerId: 1 + (place % players),
    stake: rows * draw.amountRow,
    masks: `{${words.map(([first]) => first).join()}}`,
    second: `{${words.map(([, second]) => second).join()}}`,
    system: 0,
    rowCount: rows,
    side: null,
  };
}

const randomRow = () => Array.from({ length: matchCount }, (): Score => [nextUint32() % 4, nextUint32() % 4]);
