/** Health says whether a sale could be written, from what is known, and asks nobody when it is asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { createLog } from '#server/platform/log.ts';
import { startWriteProbe, type WriteProbe } from '#server/platform/write-probe.ts';
import { testApp, wellProbe } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
const probes: WriteProbe[] = [];
const log = createLog('test', 2, 'silent');

beforeAll(async () => {
  data = await testDatabase();
});
afterEach(async () => {
  for (const probe of probes.splice(0)) await probe.stop();
});
afterAll(() => data.close());

function start(url = data.url) {
  const probe = startWriteProbe(url, log);
  probes.push(probe);
  return { probe, app: testApp(data, undefined, undefined, probe).app };
}

type App = ReturnType<typeof start>['app'];
const health = async (app: App) => (await app.request('http://localhost/api/health')).status;

async function becomes(app: App, status: number): Promise<void> {
  for (const until = performance.now() + 20_000; performance.now() < until; await sleep(20)) {
    if ((await health(app)) === status) return;
  }
  throw new Error(`health did not become ${status}`);
}

/** For what connects from now on; what is connected is sent away. */
async function setDatabase(setting: string): Promise<void> {
  const { port, superuserPassword } = inject('testServer');
  const client = new pg.Client({ connectionString: superuserUrl(port, superuserPassword) });
  await client.connect();
  const name = new URL(data.url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} ${setting}`);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await client.end();
}

test('503 with Retry-After until something was written, 200 from then on', async () => {
  const { app } = start();
  const first = await app.request('http://localhost/api/health');
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await first.json()).toMatchObject({ code: 'EC_SYSTEM_CLOSED' });
  await becomes(app, 200);
});

test('a database that is not there', async () => {
  const { app } = start('postgres://nobody@127.0.0.1:1/nothing');
  await sleep(50);
  expect(await health(app)).toBe(503);
  expect((await app.request('http://localhost/api/live')).status).toBe(200);
});

test.each([
  ['may only be read', 'default_transaction_read_only', 'on'],
  ['has no room on its disk', 'temp_file_limit', '0'],
])(
  'a database that %s: no health, life all the same, and health again afterwards',
  async (_, name, value) => {
    const { app } = start();
    await becomes(app, 200);
    await setDatabase(`SET ${name} = '${value}'`);
    await becomes(app, 503);
    expect((await app.request('http://localhost/api/live')).status).toBe(200);
    await setDatabase(`RESET ${name}`);
    await becomes(app, 200);
  },
);

test('what sales find is known at once, and a refusal says nothing of the database', async () => {
  const notes: string[] = [];
  const probe = { ...wellProbe, wrote: () => notes.push('wrote'), failed: () => notes.push('failed') };
  const { app } = testApp(data, undefined, undefined, probe);
  const [rich, poor] = await addPlayers(data, 2, 0);
  await data.adminPool.query('UPDATE wallets SET balance = 10000 WHERE player_id = $1', [rich?.playerId]);
  await addDraw(data, { number: 2085 });
  const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  const buy = async (cookie = '', key = '') =>
    (await post(app, '/lotto/buy', wager, { cookie, ...(key && { key }) })).body.code ?? 'sold';
  expect(await buy(rich?.cookie, 'key')).toBe('sold');
  expect(notes).toEqual(['wrote']);
  expect([await buy(rich?.cookie, 'key'), await buy(poor?.cookie)]).toEqual(['sold', 'EC_BALANCE_TOO_LOW']);
  expect(notes).toEqual(['wrote']);
  await data.adminPool.query('ALTER TABLE tickets ADD CONSTRAINT nothing_more CHECK (false) NOT VALID');
  expect(await buy(rich?.cookie)).toBe('EC_INTERNAL_ERROR');
  expect(notes).toEqual(['wrote', 'failed']);
});

test('a failed sale counts until something is written', async () => {
  const { app, probe } = start();
  await becomes(app, 200);
  probe.failed(null);
  expect(probe.isWell()).toBe(false);
  probe.wrote();
  expect(probe.isWell()).toBe(true);
  probe.failed(null);
  await becomes(app, 200);
});
