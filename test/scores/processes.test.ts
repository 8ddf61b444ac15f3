/** The same game in the product's own processes and threads, while they are killed again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUrl, ownerUrl } from '#embedded/postgres/roles.ts';
import type { Draw } from '#server/draws/draw.ts';
import { drawById } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import { createSell } from '#server/sales/sell.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { kinds } from './kind.ts';
import { addGame, bringFigures, planAndOpen, purchaseOf } from './market.ts';
import { amountRow, matchCount, type Score } from './rules.ts';

const players = 400;

let instance: Instance;
let database: Database;

beforeAll(async () => {
  instance = await startInstance({ AUTO_DRAW: '1' }, 'test/scores/main.ts');
  const { port, passwords } = databaseOf(instance);
  await addGame(ownerUrl(port, passwords));
  database = openDatabase(appUrl(port, passwords), 'operator');
});
afterAll(async () => {
  await database?.close();
  await instance?.dispose();
});

function databaseOf({ dataDir }: Instance) {
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  return { port, passwords: storedSecrets(dataDir).database };
}

/** Each player is wrong in as many matches as the last digit says; nobody is right by chance. */
const right: Score[] = Array.from({ length: matchCount }, (_, match) => [match, 3]);
const rowOf = (player: number): Score[] =>
  right.map((score, match) => (match < player % 10 ? [15, 15] : score));
const outcome = Object.fromEntries(right.map(([home, away], match) => [match + 1, `${home}-${away}`]));

/**
 * Kills the worker as soon as it lives, `times` in all, then waits until `isDone`: each time it comes back it
 * is in the midst of something else.
 */
async function killUntil(isDone: () => Promise<boolean>, times: number): Promise<void> {
  let left = times;
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (await isDone()) return;
    if (left > 0) left -= await instance.kill('worker').then(one, none);
    await sleep(60);
  }
  throw new Error(`not done:\n${instance.output().slice(-2000)}`);
}

const one = () => 1;
/** It is dead already. */
const none = () => 0;

test('sold, sealed, settled and paid once, however often the worker is killed', async () => {
  const { db } = database;
  const draw = await openedDraw();
  const made = await transaction(db, (tx) =>
    createLoadPlayers(tx, { count: players, balance: 10_000, sessions: false }),
  );
  const sell = createSell(database.pipeline, createLog('test', 2, 'silent'));
  const purchases = made.map(({ playerId }, index) => purchaseOf(draw, playerId, [rowOf(index)]));
  await Promise.all(purchases.map(sell));

  await passed(draw.closeDate);
  await killUntil(async () => (await findSeal(db, draw.drawId)) !== null, 2);
  expect(await findSeal(db, draw.drawId)).toMatchObject({ coupons: players, rows: players });

  await passed(draw.drawDate);
  const half = Object.fromEntries(Object.entries(outcome).slice(0, 6));
  const rest = Object.fromEntries(Object.entries(outcome).slice(6));
  const { drawId } = draw;
  for (const part of [half, rest]) {
    await transaction(db, (tx) => enterResult(tx, kinds, { drawId, outcome: part, actor: 'gunna' }));
  }
  await transaction(
    db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
  const { dataDir } = instance;
  const { database: _, ...secrets } = storedSecrets(dataDir);
  const { port, passwords } = databaseOf(instance);
  const config = { databaseUrl: appUrl(port, passwords), dataDir, secrets, kinds };
  await bringFigures(db, config, draw, { 1: 9_200, 2: 5_520, 3: 40_000 });
  // An operator or the worker settles, whoever comes first, and the worker pays.
  const settled = await settleDraw(db, config, drawId);
  expect(settled.winningCoupons).toBe(3 * (players / 10));
  await killUntil(async () => ['closed', 'settled'].includes((await drawById(db, drawId)).state), 2);

  expect(await balances(purchases)).toEqual(expectedBalances());
  expect(await checkLedger(db)).toEqual({ ok: true });
}, 180_000);

/** Closes soon enough to be waited for, late enough for all to buy. */
async function openedDraw(): Promise<Draw> {
  const now = (await databaseNow(database.db)).getTime();
  return planAndOpen(database.db, 1, new Date(now + 8_000), new Date(now + 9_000));
}

async function passed(moment: Date): Promise<void> {
  while ((await databaseNow(database.db)) < moment) await sleep(20);
}

async function balances(purchases: readonly Purchase[]): Promise<number[]> {
  const ids = purchases.map(({ playerId }) => playerId);
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM wallets WHERE player_id = ANY (${ids}) ORDER BY player_id`.execute(database.db);
  return rows.map(({ balance }) => balance);
}

/** The pools of 73, 55 and 40 kr. are lifted to 9,200, 5,520 and 40,000 kr. in its tiers; 40 winners each. */
function expectedBalances(): number[] {
  const amounts = [230, 130, 1_000];
  return Array.from({ length: players }, (_, player) => 10_000 - amountRow + (amounts[player % 10] ?? 0));
}
