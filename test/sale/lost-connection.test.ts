import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, ticketCount } from '#test/harness/sale.ts';

const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

const buy = ({ cookie }: TestPlayer) =>
  post<{ id: string }>(app, '/lotto/buy', wager, { cookie, key: 'lost' });

/** The process of the database whose sale waits for a lock. */
async function waitingSale(): Promise<number | null> {
  const { rows } = await data.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%sell_batch%'`,
  );
  return rows[0]?.pid ?? null;
}

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: wager.draw });
  ({ app } = testApp(data));
});

afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

test('a key makes one ticket where the connection was lost with two batches under way', async () => {
  const buyers = await addPlayers(data, 3, 10_000);
  // Sessions that were seen are not asked for on the way.
  for (const { cookie } of buyers) await post(app, '/lotto/buy', {}, { cookie });
  const client = await data.adminPool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM draws FOR UPDATE');
  const lost = buyers.map(async (buyer, index) => {
    await new Promise((done) => setTimeout(done, 50 * index));
    return buy(buyer);
  });
  await expect.poll(waitingSale).not.toBeNull();
  await new Promise((done) => setTimeout(done, 500));
  await data.pool.query('SELECT pg_terminate_backend($1)', [await waitingSale()]);
  const faults = await Promise.all(lost.slice(0, 2));
  expect(faults.map(({ status, body }) => [status, body.code])).toEqual(
    Array(2).fill([500, 'EC_INTERNAL_ERROR']),
  );
  await client.query('ROLLBACK');
  client.release();
  await Promise.all(lost);
  const again = await Promise.all(buyers.map((buyer) => buy(buyer)));
  expect(again.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await Promise.all(buyers.map(({ playerId }) => ticketCount(data, playerId)))).toEqual([1, 1, 1]);
});
