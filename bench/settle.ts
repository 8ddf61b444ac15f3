/** `bench settle`: a draw of five million rows from close to the last wallet paid, each part timed apart. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { APP } from '#embedded/postgres/roles.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { extendCalendar, openDraws } from '#server/draws/calendar.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { type DrawConfig, type Seal, sealDraw } from '#server/draws/seal/seal.ts';
import { firstDifference } from '#server/draws/settle/compare.ts';
import { countBook } from '#server/draws/settle/count-book.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { countTask, settleDraw } from '#server/draws/settle/settle.ts';
import { blockCounter, type Counted } from '#server/games/numbers/engine-a.ts';
import { engineB } from '#server/games/numbers/engine-b.ts';
import { tierTableOf } from '#server/games/numbers/tier-table.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { grant } from '#server/platform/grants.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrate.ts';
import { ensureSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { rounded } from './load.ts';
import { loadSales } from './settle-load.ts';
import { measurePayment } from './settle-pay.ts';

/** `bench settle 1800000` for the moonshot of ten million rows; a second number is the winners to be paid. */
const coupons = Number(process.argv[3] ?? 900_000);
const winners = Number(process.argv[4] ?? 60_000);
const players = 14_000;
const drawn = { numbers: [4, 9, 17, 30, 44], bonus: [22], joker: '31415' };

type Times = Record<string, number>;

export async function run(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-bench-'));
  chmodSync(dataDir, 0o755);
  const { database: passwords, ...secrets } = ensureSecrets(dataDir);
  const postgres = await startEmbedded({ dataDir, passwords });
  try {
    await migrate(postgres.ownerUrl, createLog('bench', 2, 'error'));
    await grant(postgres.ownerUrl, APP);
    const database = openDatabase(postgres.appUrl, 'worker');
    await asOwner(postgres.ownerUrl, "insert into installation (mode) values ('embedded')");
    const config: DrawConfig = { databaseUrl: postgres.appUrl, dataDir, secrets, kinds };
    const answer = await measure(database, config, () => asOwner(postgres.ownerUrl, 'vacuum analyze'));
    await database.close();
    return { ...answer, payment: await measurePayment(winners) };
  } finally {
    await postgres.stop();
    if (postgres.home !== dataDir) rmSync(postgres.home, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  database: Database,
  config: DrawConfig,
  analyze: () => Promise<void>,
): Promise<object> {
  const { db } = database;
  const ms: Times = {};
  await settleEarlier(database, config);
  await timed(ms, 'analyze', analyze);
  const draw = await openDraw(database);
  await timed(ms, 'load', () => loadSales(db, draw, { coupons, players }));
  await timed(ms, 'close', () => closeDraw(db, draw.drawId, { actor: 'bench', reason: 'bench' }));
  const seal = await timed(ms, 'seal', () => sealDraw(db, config, draw.drawId));
  const engines = await engineTimes(ms, database, config, draw, seal);
  const outcome = { numbers: drawn.numbers, bonusNumbers: drawn.bonus, joker: drawn.joker };
  const entered = (actor: string) => ({ drawId: draw.drawId, outcome, actor });
  await setClock(db, draw.drawDate);
  await transaction(db, (tx) => enterResult(tx, kinds, entered('first')));
  const confirmedAt = performance.now();
  await transaction(db, (tx) => confirmResult(tx, kinds, entered('second')));
  const settled = await timed(ms, 'settle', () => settleDraw(db, config, draw.drawId));
  const paid = await timed(ms, 'pay', () => payDraw(db, draw.drawId, 'bench'));
  const seconds = Math.round(performance.now() - confirmedAt) / 1000;
  const again = await payDraw(db, draw.drawId, 'bench');
  const check = await timed(ms, 'ledgerCheck', () => checkLedger(db));
  return {
    value: seconds,
    unit: 's from confirm to all wallets paid',
    rows: seal.rows,
    coupons: seal.coupons,
    players,
    winningCoupons: settled.winningCoupons,
    couponsPaid: paid.paid,
    highWaiting: paid.high,
    ms: Object.fromEntries(Object.entries(ms).map(([name, value]) => [name, Math.round(value)])),
    ...engines,
    verified: check.ok && again.paid === 0,
  };
}

/** Another draw before: the statistics are of its rows, as in life when a draw is settled and paid. */
async function settleEarlier(database: Database, config: DrawConfig): Promise<void> {
  const { db } = database;
  const draw = await openDraw(database);
  const ids = Array.from({ length: 2000 }, (_, n) => 1_000_000 + n);
  await sellWinners(db, draw, { coupons: ids.length, players: ids });
  await closeDraw(db, draw.drawId, { actor: 'bench', reason: 'bench' });
  await sealDraw(db, config, draw.drawId);
  await setClock(db, draw.drawDate);
  const { drawId } = draw;
  const { numbers, bonus } = drawnForWinners;
  const outcome = { numbers, bonusNumbers: [bonus], joker: '00000' };
  const entered = (actor: string) => ({ drawId, outcome, actor });
  await transaction(db, (tx) => enterResult(tx, kinds, entered('first')));
  await transaction(db, (tx) => confirmResult(tx, kinds, entered('second')));
  await settleDraw(db, config, drawId);
  await payDraw(db, drawId, 'bench');
}

async function openDraw({ db }: Database): Promise<Draw> {
  await transaction(db, async (tx) => {
    await extendCalendar(tx, kinds);
    await openDraws(tx);
  });
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d WHERE state = 'released' AND closed_at IS NULL`.execute(db);
  return rows[0] as Draw;
}

/**
 * Both engines alone, and what each is measured against: the bytes of the book read once, a sum over
 * the same table.
 */
async function engineTimes(
  ms: Times,
  { db }: Database,
  config: DrawConfig,
  draw: Draw,
  seal: Seal,
): Promise<object> {
  const table = tierTableOf(rulesOf(draw));
  const lines = kinds.of(draw.game).lines(draw);
  const result = { main: rowMask(drawn.numbers), bonus: rowMask(drawn.bonus), joker: drawn.joker };
  const task = countTask(config, draw, seal, { lines: lines.length, own: { table, drawn: result } });
  const counter = (own: unknown) => blockCounter(own as Counted);
  const a = await timed(ms, 'engineA', async () => countBook(task, counter, () => performance.now()));
  if (a.outcome !== 'counted') throw new Error(a.reason);
  const b = await timed(ms, 'engineB', () =>
    countSpans(db, (tx, span) => engineB(tx, draw.drawId, table, result, span)),
  );
  await timed(ms, 'sum', () => sql`SELECT sum(row_count) FROM tickets`.execute(db));
  const difference = await timed(ms, 'compare', async () => firstDifference(seal, a, b, lines));
  if (difference) throw new Error(`the engines differ: ${JSON.stringify(difference)}`);
  for (const [part, value] of Object.entries(a.ms)) ms[`engineA ${part}`] = value;
  const book = readFileSync(task.file);
  const scan = await timed(ms, 'scan', async () => scanBytes(book)).then(() => ms['scan'] ?? 1);
  return {
    bookBytes: book.length,
    peer: { name: 'plain scan of the bytes of the book, ms', value: Math.round(scan) },
    ratio: rounded(a.ms.count / scan, 2),
    rowsPerSecondA: Math.round(seal.rows / (a.ms.count / 1000)),
    ratioBToSum: rounded((ms['engineB'] ?? 0) / (ms['sum'] ?? 1), 2),
  };
}

/** Reads the book once, word by word, and does nothing with it. */
function scanBytes(book: Buffer): number {
  const words = new Uint32Array(book.buffer, book.byteOffset, book.length >> 2);
  let mixed = 0;
  for (let index = 0; index < words.length; index += 1) mixed ^= words[index] as number;
  return mixed;
}

async function timed<T>(ms: Times, name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const answer = await work();
  ms[name] = performance.now() - startedAt;
  console.error(`${name}: ${Math.round(ms[name])} ms`);
  return answer;
}

async function asOwner(url: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase(url, 'operator', { max: 1 });
  await pool.query(statement);
  await close();
}
