/** After a lost answer it is asked what the key has bought (docs/decisions/036): asking buys nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, ticketCount, walletOf } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let anna: TestPlayer;
let bui: TestPlayer;

const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number });
  [anna, bui] = (await addPlayers(data, 2, 1000)) as [TestPlayer, TestPlayer];
  ({ app } = testApp(data));
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const look = (key: string, cookie?: string) =>
  get<{ id?: string; code?: string }>(app, `/user/purchase?key=${encodeURIComponent(key)}`, cookie);

test('a key is unknown until it has bought, and stays so however often it is asked about', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await look('key of Anna', anna.cookie);
    expect([status, body.code]).toEqual([400, 'EC_NO_DATA_FOUND']);
  }
  expect(await ticketCount(data, anna.playerId)).toBe(0);
  expect(await walletOf(data, anna.playerId)).toMatchObject({ balance: 1000 });

  const { body: bought } = await post(app, '/lotto/buy', wager, { cookie: anna.cookie, key: 'key of Anna' });
  const found = await look('key of Anna', anna.cookie);
  expect([found.status, found.body]).toEqual([200, bought]);
  expect(found.headers.get('cache-control')).toBe('no-store');
  expect(await ticketCount(data, anna.playerId)).toBe(1);
});

test('a refused purchase leaves its key unknown', async () => {
  const dear = { ...wager, stake: 151 };
  await post(app, '/lotto/buy', dear, { cookie: anna.cookie, key: 'refused' });
  expect((await look('refused', anna.cookie)).body.code).toBe('EC_NO_DATA_FOUND');
});

test('nobody learns of another player’s key, and nobody asks without a session or a key', async () => {
  await post(app, '/lotto/buy', wager, { cookie: anna.cookie, key: 'shared word' });
  expect((await look('shared word', bui.cookie)).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await look('shared word')).status).toBe(401);
  expect((await look('', anna.cookie)).status).toBe(400);
  expect((await get(app, '/user/purchase', anna.cookie)).status).toBe(400);
  for (const key of ['k'.repeat(256), 'no\u0000key', '🔑'])
    expect((await look(key, anna.cookie)).body.code, key).toBe('EC_INVALID_INPUT');
});
