/** Whatever is asked of the database is answered within its time, or given up with the truth. */
import { once } from 'node:events';
import net from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { BoundedClient, bounds, newClient, openPool, type Work } from '#server/platform/database-bounds.ts';
import { isConnectionLost, isUnavailable } from '#server/platform/database-failures.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, ticketCount, walletOf } from '#test/harness/sale.ts';
import { type StallingProxy, stallingProxy } from '#test/harness/stalling-proxy.ts';

const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const limits = { depositLimitDay: 0, depositLimitWeek: 0, depositLimitMonth: 0, stakeLimitDay: 0 };

let data: TestDatabase;
let proxy: StallingProxy;
let web: Database;
let app: ReturnType<typeof testApp>['app'];
let holder: pg.PoolClient;
let drawId: number;

beforeAll(async () => {
  data = await testDatabase();
  drawId = await addDraw(data, { number });
  proxy = await stallingProxy(data.url);
  web = openDatabase(proxy.url, 'web');
  ({ app } = testApp({ ...data, ...web }));
  holder = await data.adminPool.connect();
});
afterEach(async () => {
  proxy.resume();
  await holder.query('ROLLBACK');
});
afterAll(async () => {
  holder.release();
  await web.close();
  await proxy.close();
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

async function player(): Promise<TestPlayer> {
  const [made] = await addPlayers(data, 1, 10_000);
  if (!made) throw new Error('no player');
  return made;
}

const buy = ({ cookie }: TestPlayer, key: string) =>
  post<{ id: string }>(app, '/lotto/buy', wager, { cookie, key });

async function hold(text: string, value: unknown): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(text, [value]);
}

const settingNames = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
async function settingsOf(asked: pg.Pool | pg.Client): Promise<number[]> {
  const { rows } = await asked.query<{ setting: string }>(
    `SELECT setting FROM unnest($1::text[]) WITH ORDINALITY u(name, n) JOIN pg_settings USING (name)
     ORDER BY n`,
    [settingNames],
  );
  return rows.map(({ setting }) => Number(setting) / 1000);
}
const bounded = (work: Work) => [bounds[work].statement, bounds[work].lock, bounds[work].idle];

test.each(Object.keys(bounds) as Work[])('a connection for %s has its bounds', async (work) => {
  const client = newClient(data.url, work);
  await client.connect();
  expect(await settingsOf(client)).toEqual(bounded(work));
  await client.end();
  const pool = openPool(data.url, work);
  expect(await settingsOf(pool)).toEqual(bounded(work));
  await pool.end();
  const { connect, statement, lock, silence } = bounds[work];
  // PostgreSQL speaks first, where it can.
  expect(Math.max(connect, statement, lock)).toBeLessThanOrEqual(statement + 5);
  expect(silence).toBeGreaterThan(statement);
});

test('a process has a way for each work', async () => {
  expect(await settingsOf(web.pool)).toEqual(bounded('web'));
  expect(await settingsOf(web.sessions)).toEqual(bounded('sessions'));
  expect(await settingsOf(await web.pipeline.connect())).toEqual(bounded('sale'));
});

test('a statement that takes too long is ended, and its connection serves on', async () => {
  const pool = openPool(data.url, 'web', { max: 1, statement_timeout: 50 });
  const error = await pool.query('SELECT pg_sleep(60)').catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a connection that hears nothing is given up; one that was asked nothing stays', async () => {
  const client = new BoundedClient({ connectionString: proxy.url, silenceMs: 300 });
  const lost: Error[] = [];
  client.on('error', (error) => lost.push(error));
  await client.connect();
  await client.query('SELECT 1');
  await new Promise((done) => setTimeout(done, 600));
  expect(lost).toEqual([]);
  await client.query('SELECT 1');
  proxy.stall();
  const error = await client.query('SELECT 2').catch((thrown: unknown) => thrown);
  proxy.resume();
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  expect([isConnectionLost(error), isUnavailable(error)]).toEqual([true, false]);
  expect(lost).toEqual([error]);
});

test('a server that welcomes and leaves with the same packet is a lost connection and no crash', async () => {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
  const words = [
    message('R', Buffer.alloc(4)),
    message('Z', Buffer.from('I')),
    message('E', Buffer.from(fields)),
  ];
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat(words)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const pool = openPool(`postgres://nobody@127.0.0.1:${port}/none`, 'web');
  const error = await pool.query('SELECT 1').catch((thrown: unknown) => thrown);
  expect(isUnavailable(error) || isConnectionLost(error)).toBe(true);
  await pool.end();
  server.close();
});

test('a transaction that lost its connection before the end has done nothing', async () => {
  const cut = transaction(web.db, async (tx) => {
    await sql`SELECT FROM installation`.execute(tx);
    const ended = await data.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(ended.rowCount).toBe(1);
    await sql`SELECT FROM installation`.execute(tx);
  });
  expect(isUnavailable(await cut.catch((thrown: unknown) => thrown))).toBe(true);
});

test('what waits too long for a wallet is told that nothing was done', async () => {
  const owner = await player();
  const { body } = await buy(owner, 'keypt');
  await hold('SELECT FROM wallets WHERE player_id = $1 FOR UPDATE', owner.playerId);
  const answers = await Promise.all([
    post(app, '/user/limits', limits, owner),
    post(app, '/user/lockout', { days: 1 }, owner),
    post(app, '/lotto/cancel', { ticketId: body.id }, { cookie: owner.cookie, key: 'aftur' }),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.body.code]).toEqual([503, 'EC_SYSTEM_CLOSED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await holder.query('ROLLBACK');
  expect(await walletOf(data, owner.playerId)).toEqual({ balance: 9850, staked: 150 });
  const again = await post(
    app,
    '/lotto/cancel',
    { ticketId: body.id },
    { cookie: owner.cookie, key: 'aftur' },
  );
  expect(again.status).toBe(200);
});

test('a draw that stays locked is answered: nothing was bought', async () => {
  const buyer = await player();
  await hold('SELECT FROM draws WHERE draw_id = $1 FOR UPDATE', drawId);
  const { status, body, headers } = await buy(buyer, 'k');
  expect([status, body.code]).toEqual([503, 'EC_SYSTEM_CLOSED']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await holder.query('ROLLBACK');
  expect(await ticketCount(data, buyer.playerId)).toBe(0);
  expect((await buy(buyer, 'k')).status).toBe(201);
});

test('while PostgreSQL stands still every call is answered, and the key buys once', async () => {
  const [asked, late] = [await player(), await player()];
  await buy(asked, 'known');
  proxy.stall();
  const [unknown, ...others] = await Promise.all([
    buy(asked, 'stands'),
    // Nobody has seen this session yet: it is asked for first.
    buy(late, 'late'),
    get(app, '/user/account/details', asked.cookie),
    post(app, '/user/limits', limits, late),
  ]);
  expect([unknown.status, unknown.body.code]).toEqual([500, 'EC_INTERNAL_ERROR']);
  for (const { status, body, headers } of others) {
    expect([status, body.code]).toEqual([503, 'EC_SYSTEM_CLOSED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  proxy.resume();
  expect((await buy(asked, 'stands')).status).toBe(201);
  expect((await buy(late, 'late')).status).toBe(201);
  expect([await ticketCount(data, asked.playerId), await ticketCount(data, late.playerId)]).toEqual([2, 1]);
});
