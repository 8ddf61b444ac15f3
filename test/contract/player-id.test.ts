/** A page that was made for one player does not act for another one: header `Player-Id`. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { type Answer, get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { rowsOfAll } from '#test/harness/rows.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const calls = (Object.entries(api) as [CallName, Call][]).filter(([, { access }]) => access === 'player');
const pathOf = ({ path }: Call) => path.replace(/\{\w+\}/g, '1');

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let anna: TestPlayer;
let bjorn: TestPlayer;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number: 2085 });
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});
beforeEach(async () => {
  [anna, bjorn] = (await addPlayers(data, 2, 1_000)) as [TestPlayer, TestPlayer];
  await data.pool.query(
    `UPDATE players SET first_name = 'Björn', last_name = 'Jónsson' WHERE player_id = $1`,
    [bjorn.playerId],
  );
});

const headersOf = (playerId: string | number) => ({ 'player-id': String(playerId) });

function send(call: Call, { cookie }: TestPlayer, playerId: string | number, body: unknown = {}) {
  const headers = headersOf(playerId);
  if (call.method === 'POST') return post(app, pathOf(call), body, { cookie, headers, key: 'lykill' });
  return withHeaders(pathOf(call), { cookie, ...headers });
}

async function withHeaders(path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await app.request(`http://localhost/api/proxy${path}`, { headers });
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}'), headers: answer.headers };
}

test('every call refuses the session of another player, and writes nothing', async () => {
  const before = await rowsOfAll(data);
  for (const [name, call] of calls) {
    const { status, body } = await send(call, bjorn, anna.playerId);
    expect([name, status, body.code]).toEqual([name, 403, 'EC_ACTION_NOT_ALLOWED']);
    expect(body.details).toMatchObject({ otherPlayer: true, signedInAs: 'Björn Jónsson' });
  }
  expect(await rowsOfAll(data)).toEqual(before);
});

test.each(calls)('%s: a malformed id is 400', async (_, call) => {
  for (const id of ['', 'anna', '-1', '1.0', '1, 2', '9'.repeat(30)]) {
    const { status, body } = await send(call, bjorn, id);
    expect([id, status, body.code]).toEqual([id, 400, 'EC_INVALID_INPUT']);
    expect(body.issues).toEqual({ headers: [{ path: ['Player-Id'], message: 'genericForm' }] });
  }
});

test('the own id and no id are the same', async () => {
  const bought = await send(api['lotto.buy'], anna, anna.playerId, wager);
  expect(bought.status).toBe(201);
  const again = await post(app, '/lotto/buy', wager, { cookie: anna.cookie, key: 'lykill' });
  expect([again.status, again.body]).toEqual([201, bought.body]);
  expect((await get(app, '/user/account/details', anna.cookie)).status).toBe(200);
});

test('a key of the other player answers nothing of theirs', async () => {
  const bought = await send(api['lotto.buy'], bjorn, bjorn.playerId, wager);
  const { status, body, headers } = await send(api['lotto.buy'], bjorn, anna.playerId, wager);
  expect(bought.status).toBe(201);
  expect([status, headers.get('idempotent-replay'), 'id' in body]).toEqual([403, null, false]);
});

test('the session of the other player is not kept alive', async () => {
  const read = async () => {
    const { rows } = await data.pool.query('SELECT last_used_at FROM sessions WHERE player_id = $1', [
      bjorn.playerId,
    ]);
    return rows;
  };
  await data.pool.query(
    `UPDATE sessions SET last_used_at = last_used_at - interval '20 minutes' WHERE player_id = $1`,
    [bjorn.playerId],
  );
  const before = await read();
  await send(api['account.details'], bjorn, anna.playerId);
  await send(api['lotto.buy'], bjorn, anna.playerId, wager);
  expect(await read()).toEqual(before);
});

test('where no session is left it is 401, whoever the page was made for', async () => {
  await send(api['account.details'], bjorn, bjorn.playerId);
  await data.pool.query('DELETE FROM sessions WHERE player_id = $1', [bjorn.playerId]);
  for (const name of ['account.details', 'account.withdraw', 'lotto.buy'] as const) {
    const { status, body } = await send(api[name], bjorn, anna.playerId, { ...wager, amount: 500 });
    expect([name, status, body.code]).toEqual([name, 401, 'EC_AUTH_FAIL']);
  }
});
