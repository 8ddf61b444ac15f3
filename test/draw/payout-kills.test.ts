/**
 * Real processes ended with -9 while they pay the winners of a large draw. A trigger holds the batch that
 * would pay more than the test allows, so that each process dies with a batch in flight.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUrl } from '#embedded/postgres/roles.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { newInstance } from '#test/harness/instance.ts';
import { drawWinners } from '#test/harness/many-winners.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';
import { withOwner } from '#test/simulation/owner.ts';

const winners = 7_500;
const players = [901, 902, 903];

let instance: Instance;
let database: Database;
let number: number;
let drawId: number;

beforeAll(async () => {
  instance = await newInstance();
  await instance.start();
  connect();
  await settledDraw();
}, 180_000);
afterAll(async () => {
  await database?.close();
  await instance.dispose();
});

function connect(): void {
  const port = readRunFile(instance.dataDir)?.postgres?.port ?? 0;
  database = openDatabase(appUrl(port, storedSecrets(instance.dataDir).database), 'worker');
}

async function operator(...words: string[]) {
  const outcome = await runOperator(instance.env, words);
  expect(outcome.code, outcome.said).toBe(0);
  return outcome.json;
}

const rowsOf = async <T>(query: string): Promise<T[]> =>
  (await database.pool.query(query, [drawId])).rows as T[];

async function settledDraw(): Promise<void> {
  const draw = await drawWinners(instance, database.db, { coupons: winners, players });
  ({ drawId, number } = draw);
  await operator('draw', 'settle', 'lotto', String(number));
}

async function paid(): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    'SELECT count(*)::int AS n FROM coupon_payouts WHERE draw_id = $1',
  );
  return row?.n ?? 0;
}

/** Later batches wait within their transaction. */
const allow = (coupons: number) =>
  withOwner(instance, (client) => client.query('UPDATE test_allowance SET coupons = $1', [coupons]));

async function holdLaterBatches(): Promise<void> {
  await withOwner(instance, (client) =>
    client.query(`
      CREATE TABLE test_allowance AS SELECT 0 AS coupons;
      CREATE FUNCTION test_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          WHILE (SELECT count(*) FROM coupon_payouts WHERE draw_id = ${drawId})
              > (SELECT coupons FROM test_allowance) LOOP
            PERFORM pg_sleep(0.02);
          END LOOP;
          RETURN NULL;
        END $$;
      CREATE TRIGGER test_hold AFTER INSERT ON coupon_payouts EXECUTE FUNCTION test_hold()`),
  );
}

/**
 * Waits until the batches let through are committed and one more is in flight. The batch of a process that
 * was killed before may sleep on for a moment: it is no sign.
 */
async function heldAt(coupons: number): Promise<void> {
  const held = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pay_wins%' AND wait_event = 'PgSleep'`;
  await expect.poll(paid).toBe(coupons);
  const count = async () => (await database.pool.query<{ n: number }>(held)).rows[0]?.n;
  await expect.poll(count).toBeGreaterThan(0);
  expect(await paid()).toBe(coupons);
}

test('must-hold 51: operator and worker killed within the payout: each winner is paid once', async () => {
  await holdLaterBatches();
  for (const reached of [1000, 3000]) {
    await allow(reached);
    const words = ['operator/main.ts', 'draw', 'pay', 'lotto', String(number), '--as', 'sigga'];
    const child = spawn(process.execPath, words, { cwd: instance.root, env: instance.env, stdio: 'ignore' });
    const ended = once(child, 'close');
    await heldAt(reached);
    child.kill('SIGKILL');
    await ended;
    await operator('ledger', 'check');
  }
  // From here on the worker pays by itself.
  await allow(5000);
  await database.close();
  await instance.stop();
  instance.env['AUTO_DRAW'] = '1';
  await instance.start();
  connect();
  await heldAt(5000);
  await instance.kill('worker');
  await operator('ledger', 'check');
  await allow(winners);
  await expect.poll(paid).toBe(winners);

  await expect
    .poll(() => rowsOf('SELECT state FROM draws WHERE draw_id = $1'))
    .toEqual([{ state: 'closed' }]);
  const movements = await rowsOf<{ coupons: number; movements: number; amount: number; owed: number }>(`
    SELECT count(DISTINCT coupon_id)::int AS coupons, count(*)::int AS movements, sum(amount)::int AS amount,
      (SELECT sum(w.amount)::int FROM coupon_wins w WHERE w.draw_id = $1) AS owed
    FROM ledger_transfers WHERE draw_id = $1 AND kind = 'winnings' AND player_id <> 0`);
  const [{ amount = 0, owed = 0 } = {}] = movements;
  expect(movements).toEqual([{ coupons: winners, movements: winners, amount, owed }]);
  expect(amount).toBe(owed);
  await operator('ledger', 'check');
});
