/** A database with a few tickets in which PostgreSQL plans as if there were a hundred million. */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { sealTask } from '#server/draws/seal/seal.ts';
import { sealBook } from '#server/draws/seal/seal-book.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { tables } from '#server/regulator/records.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { type Columns, columnStatistics } from './book.ts';
import { growTables } from './grow.ts';
import type { Statement } from './plan.ts';
import { recordStatements } from './record.ts';

/**
 * Statements that may read a large part of a table. They would scan the lengthened files, so that they were
 * recorded before and are only explained.
 */
type Recorded = { seal: Statement[]; check: Statement[]; regulator: Record<string, Statement[]> };

type GrownBook = {
  at: ReturnType<typeof drawFixture>;
  /** Connections that send their plans as notices, with the time limits of calls. */
  grown: Database;
  own: TestDatabase;
  recorded: Recorded;
  /** Settled and not paid; confirmed and not settled; on sale. */
  draws: { settled: Draw; confirmed: Draw; onSale: Draw };
  /** The planner expects 20,000 tickets of this player. */
  player: TestPlayer;
};

/** One database for all tests of the file. */
export function grownBook(): GrownBook {
  const book = {} as GrownBook;
  beforeAll(async () => {
    const own = await testDatabase();
    Object.assign(book, { own, at: drawFixture(own) });
    Object.assign(book, await prepareDraws(book));
    const columns = columnStatistics(await databaseNow(own.db), book.player.playerId);
    await growDatabase(own, columns);
    book.grown = openDatabase(own.url, 'web');
  });
  afterAll(async () => {
    await book.grown?.close();
    await book.own?.close();
  });
  return book;
}

async function prepareDraws({
  own,
  at,
}: GrownBook): Promise<Pick<GrownBook, 'draws' | 'recorded' | 'player'>> {
  const players = await addPlayers(own, 100, 100_000);
  const ids = players.map(({ playerId }) => playerId);
  const settled = await at.open();
  const seal = await confirmResult({ own, at }, settled, ids);
  await at.settle(settled.drawId);
  const confirmed = await at.onSale();
  await confirmResult({ own, at }, confirmed, ids);
  const check = await recordStatements(async () => expect(await checkLedger(own.db)).toEqual({ ok: true }));
  const regulator = await exportDay(own);
  return {
    draws: { settled, confirmed, onSale: await at.onSale() },
    recorded: { seal, check, regulator },
    player: players[0] as TestPlayer,
  };
}

/** Sells tickets, closes and seals the draw, and confirms its result. @returns the statements of sealing */
async function confirmResult(
  { own, at }: Pick<GrownBook, 'own' | 'at'>,
  draw: Draw,
  players: readonly number[],
): Promise<Statement[]> {
  await sellWinners(own.db, draw, { coupons: 500, players });
  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  // In this thread, where statements can be recorded.
  const statements = await recordStatements(() => sealBook(sealTask(draw, own.config)));
  await at.result(draw.drawId, drawnForWinners.numbers, drawnForWinners.bonus);
  return statements;
}

/** Statements by the name of the exported file. */
async function exportDay({ db }: TestDatabase): Promise<Record<string, Statement[]>> {
  const period = { from: new Date('2026-11-21'), end: new Date('2026-11-22') };
  const files: Record<string, Statement[]> = {};
  for (const { file, read } of tables)
    files[file] = await recordStatements(() => transaction(db, (tx) => read(tx, period)));
  return files;
}

async function growDatabase({ url }: TestDatabase, columns: Columns): Promise<void> {
  const { port, superuserPassword } = inject('testServer');
  const name = new URL(url).pathname.slice(1);
  const superuser = new pg.Client({ connectionString: superuserUrl(port, superuserPassword, name) });
  await superuser.connect();
  try {
    await growTables(superuser, columns);
    for (const setting of planNotices) await superuser.query(`ALTER DATABASE ${name} SET ${setting}`);
  } finally {
    await superuser.end();
  }
}

/** Settings for connections made later. */
const planNotices = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_nested_statements = on',
  'auto_explain.log_format = json',
  'auto_explain.log_level = notice',
];
