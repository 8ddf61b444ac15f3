/** A ticket that is bought with an idempotency key is named by player and key (docs/decisions/060). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { openDatabase } from '#server/platform/database.ts';
import { decodeId, newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import { createSell } from '#server/sales/sell.ts';
import { ticketIdOfKey } from '#server/sales/ticket-id.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer, ticketCount, walletOf } from '#test/harness/sale.ts';

type App = ReturnType<typeof testApp>['app'];
type Answer = { id: string; code?: string };

let data: TestDatabase;
let app: App;
let drawId: number;
/** A second process, with connections of its own. */
let other: ReturnType<typeof openDatabase>;
let otherApp: App;

beforeAll(async () => {
  data = await testDatabase();
  ({ drawId } = await drawFixture(data).open());
  ({ app } = testApp(data));
  other = openDatabase(data.url, 'worker', { max: 5 });
  ({ app: otherApp } = testApp({ ...data, ...other }));
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await other.close();
  await data.close();
});

const lotto = { gameId: 'lotto', rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const vikinglotto = {
  gameId: 'vikinglotto',
  rows: [{ numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [1] }],
  stake: 115,
};

const buy = (from: App, { cookie }: TestPlayer, key: string, wager: object = lotto) =>
  post<Answer>(from, '/lotto/buy', wager, { cookie, key });

const player = async () => (await addPlayers(data, 1, 10_000))[0] as TestPlayer;

/** By RFC 2104, from the secret that the two keys of the table were made of. */
async function hmacId(playerId: number, key: string): Promise<string> {
  const { rows } = await data.pool.query<{ inner: Buffer; outer: Buffer }>(
    'SELECT inner_key AS inner, outer_key AS outer FROM ticket_secret',
  );
  const [{ inner, outer } = { inner: Buffer.of(), outer: Buffer.of() }] = rows;
  const secret = inner.map((byte) => byte ^ 0x36);
  expect(outer.map((byte) => byte ^ 0x5c)).toEqual(secret);
  expect(new Set(secret.subarray(0, 32)).size).toBeGreaterThan(8);
  const mac = createHmac('sha256', secret.subarray(0, 32)).update(`${playerId}:${key}`, 'utf8');
  return mac.digest('hex').slice(0, 32);
}

test('the id is the HMAC of player and key, and the ticket does not keep the key', async () => {
  const buyer = await player();
  for (const key of ['k', 'x'.repeat(255), 'Þórður "\\ {,}', '1']) {
    const { body } = await buy(app, buyer, key);
    expect(decodeId(body.id)?.replaceAll('-', '')).toBe(await hmacId(buyer.playerId, key));
    const found = await get(app, `/user/purchase?key=${encodeURIComponent(key)}`, buyer.cookie);
    expect(found.body).toEqual(body);
  }
  const { rows } = await data.pool.query(
    'SELECT count(idempotency_key) AS keys, count(input_hash) AS hashes FROM tickets WHERE player_id = $1',
    [buyer.playerId],
  );
  expect(rows).toEqual([{ keys: 0, hashes: 4 }]);
});

test('no two players or keys share an id, and another secret has other ids', () => {
  const [secret, another] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
  const framed = ['1 2', '2 2', '1 23', '12 3', '123 ', '1 :2', '1 2:2', '12 :2'];
  const ids = framed.flatMap((pair) => {
    const [player, key = ''] = pair.split(' ');
    return [secret, another].map((each) => ticketIdOfKey(each as KeyObject, Number(player), key));
  });
  expect(new Set(ids).size).toBe(2 * framed.length);
});

test('must-hold 50: two processes that sell by one key at once sell one ticket', async () => {
  const buyer = await player();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => buy(nth % 2 ? app : otherApp, buyer, 'both')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(19);
  expect(await ticketCount(data, buyer.playerId)).toBe(1);
  expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 9850, staked: 150 });
});

test('a process that starts later knows the key', async () => {
  const buyer = await player();
  const first = await buy(app, buyer, 'kept');
  const later = openDatabase(data.url, 'worker', { max: 5 });
  const again = await buy(testApp({ ...data, ...later }).app, buyer, 'kept');
  await later.close();
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('must-hold 50: a key that bought in one game is refused in another', async () => {
  const buyer = await player();
  expect((await buy(app, buyer, 'k', vikinglotto)).status).toBe(201);
  for (const process of [app, otherApp])
    expect((await buy(process, buyer, 'k')).body.code).toBe('EC_DUPLICATE_VALUE');
  const answers = await Promise.all([
    buy(app, buyer, 'both', lotto),
    buy(otherApp, buyer, 'both', vikinglotto),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(await ticketCount(data, buyer.playerId)).toBe(2);
});

test('an id that comes with a key is not used: the same key buys once whatever ids are made', async () => {
  const { playerId } = await player();
  const sell = createSell(data.pipeline, createLog('test', 2, 'silent'));
  const purchase = (): Purchase => ({
    ...{ playerId, game: 'lotto', ticketId: newId(), coupons: [{ drawId, couponId: newId() }], stake: 150 },
    ...{
      rowMasks: [31],
      secondMasks: null,
      quickPicks: 0,
      system: 0,
      rowCount: 1,
      side: null,
      channel: null,
    },
    ...{ ip: null, affiliateId: null, key: 'k', inputHash: '00', session: null },
  });
  const [first, again] = [await sell(purchase()), await sell(purchase())];
  expect(again).toEqual({ ...first, replayed: true });
  const keyless = { ...purchase(), key: null, inputHash: null };
  expect(decodeId((await sell(keyless)).id)).toBe(keyless.ticketId);
  expect(await ticketCount(data, playerId)).toBe(2);
});

test('a key that its ticket still holds is answered, refused and shared with subscriptions', async () => {
  const buyer = await player();
  const { body } = await buy(app, buyer, 'now');
  await data.adminPool.query('ALTER TABLE tickets DISABLE TRIGGER append_only');
  await data.adminPool.query("UPDATE tickets SET idempotency_key = 'before' WHERE player_id = $1", [
    buyer.playerId,
  ]);
  await data.adminPool.query('ALTER TABLE tickets ENABLE TRIGGER append_only');
  for (const process of [app, otherApp]) expect((await buy(process, buyer, 'before')).body).toEqual(body);
  expect((await buy(app, buyer, 'before', vikinglotto)).body.code).toBe('EC_DUPLICATE_VALUE');
  const weekly = { ...lotto, stake: 600, subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true };
  expect((await buy(app, buyer, 'before', weekly)).body.code).toBe('EC_DUPLICATE_VALUE');
  expect((await get(app, '/user/purchase?key=before', buyer.cookie)).body).toEqual(body);
  expect(await ticketCount(data, buyer.playerId)).toBe(1);
});

test('a process of an earlier release, which names every ticket at random, sells nothing', async () => {
  const asEarlier = "SELECT outcomes, replayed FROM sell_batch('{}', '{}')";
  await expect(data.pool.query(asEarlier)).rejects.toMatchObject({ code: '42703' });
});
