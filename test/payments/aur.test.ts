/** Money by Aur: approved on a phone, credited once, whatever the phone and the network do. */
import { expect, test } from 'vitest';
import { aurCallbackPath } from '#server/payments/aur/begin.ts';
import { nextLook } from '#server/payments/aur/look.ts';
import { decodeId } from '#server/platform/ids.ts';
import { post } from '#test/harness/client.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

let phones = 8_300_000;

async function withAur(mobile?: string): Promise<TestPlayer> {
  const who = await at.player();
  phones += 1;
  await own.pool.query('UPDATE players SET mobile = NULL WHERE mobile = $1', [mobile ?? '']);
  await at.setPlayer(
    who,
    `payment_method = 'aur', mobile = '${mobile ?? phones}', mobile_confirmed_at = domain_now()`,
  );
  return who;
}

async function begin(who: TestPlayer, amount = 2_000, key?: string): Promise<string> {
  const { status, body } = await at.deposit(who, amount, key);
  expect([status, Object.keys(body)]).toEqual([200, ['aurToken']]);
  return body.aurToken ?? '';
}

const actOn = (token: string, act: 'approve' | 'cancel') => at.aurControl({ act, orderid: decodeId(token) });

test('approved on the phone it is in the balance, and every later look tells the same', async () => {
  const who = await withAur();
  const token = await begin(who, 2_000, 'key');
  expect(await at.aurStatus(who, token)).toEqual({ status: 'WAIT' });
  expect(await begin(who, 2_000, 'key')).toBe(token);
  await actOn(token, 'approve');
  await at.pass(2);
  const end = { status: 'FINISHED', transactionId: token };
  expect([await at.aurStatus(who, token), await at.aurStatus(who, token)]).toEqual([end, end]);
  expect(await at.balance(who)).toBe(2_000);
  const again = await at.deposit(who, 2_000, 'key');
  expect(again.body).toEqual({ success: true, transactionId: token });
});

test('a token is its player’s alone', async () => {
  const token = await begin(await withAur());
  const body = await at.aurStatus(await at.player(), token);
  expect(body).toMatchObject({ code: 'EC_INVALID_TRANSID' });
});

test.each([
  ['6110001', 5, 'settled', 2_000],
  ['6110002', 30, 'cancelled', 0],
  ['6110003', 400, 'cancelled', 0],
  ['6110006', 1_000, 'settled', 2_000],
])('the number %s after %d seconds: %s', async (mobile, seconds, status, balance) => {
  const who = await withAur(mobile);
  const token = await begin(who);
  await at.pass(seconds);
  expect(await at.statuses(who)).toEqual([status]);
  expect(await at.balance(who)).toBe(balance);
  expect(await at.limitUsed(who)).toEqual([balance, balance, balance]);
  expect((await at.aurStatus(who, token)).status).toBe(status === 'settled' ? 'FINISHED' : 'CANCELLED');
});

test('how it ended is told by what Aur knows: over when nothing is taken any more', async () => {
  const [declined, silent] = [await withAur('6110002'), await withAur('6110006')];
  const tokens = [await begin(declined), await begin(silent)];
  await at.pass(190);
  const ends = [await at.aurStatus(declined, tokens[0] ?? ''), await at.aurStatus(silent, tokens[1] ?? '')];
  expect(ends).toEqual([
    { status: 'CANCELLED', message: 'over' },
    { status: 'CANCELLED', message: 'timedOut' },
  ]);
});

test('one that was approved late is credited, counts again and is flagged', async () => {
  const { rows } = await own.pool.query(
    `SELECT flag FROM payments WHERE msisdn = '6110006' AND flag IS NOT NULL`,
  );
  expect(rows).toEqual([{ flag: 'late' }]);
});

test('a number that Aur does not know, and an Aur that is out of order', async () => {
  const unknown = await at.deposit(await withAur('6110004'), 2_000);
  expect(unknown).toMatchObject({
    status: 400,
    body: { code: 'EC_AUR_ERROR', details: { aurErrorId: expect.any(String) } },
  });
  const who = await withAur('6110005');
  const broken = await at.deposit(who, 2_000);
  expect([broken.status, broken.body.code]).toEqual([502, 'EC_AUR_ERROR']);
  await at.pass(300);
  expect(await at.limitUsed(who)).toEqual([0, 0, 0]);
});

test('given up by the player and approved all the same it is credited', async () => {
  const who = await withAur();
  const token = await begin(who);
  await post(at.app, '/user/account/cancel-payment', { id: token }, { cookie: who.cookie });
  expect(await at.aurStatus(who, token)).toEqual({ status: 'CANCELLED', message: 'givenUp' });
  expect(await at.limitUsed(who)).toEqual([2_000, 2_000, 2_000]);
  await actOn(token, 'approve');
  await at.pass(60);
  expect([await at.balance(who), await at.limitUsed(who)]).toEqual([2_000, [2_000, 2_000, 2_000]]);
});

test('the answer to the request is lost and the phone approves: found by its order, credited', async () => {
  const who = await withAur();
  at.between.aur = {
    begin: async (ask, request) => {
      await ask(request);
      return { outcome: 'unknown' };
    },
  };
  expect((await at.deposit(who, 2_000)).body.code).toBe('EC_AUR_ERROR');
  const { rows } = await own.pool.query('SELECT payment_id FROM payments WHERE player_id = $1', [
    who.playerId,
  ]);
  await at.aurControl({ act: 'approve', orderid: rows[0].payment_id });
  await at.pass(60);
  expect(await at.balance(who)).toBe(2_000);
});

test('a process that is gone between asking and writing: the same', async () => {
  const who = await withAur();
  at.between.aur = {
    begin: async (ask, request) => {
      await ask(request);
      throw new Error('killed');
    },
  };
  expect((await at.deposit(who, 2_000)).status).toBe(500);
  const { rows } = await own.pool.query('SELECT payment_id FROM payments WHERE player_id = $1', [
    who.playerId,
  ]);
  await at.aurControl({ act: 'approve', orderid: rows[0].payment_id });
  await at.pass(60);
  expect([await at.balance(who), await at.statuses(who)]).toEqual([2_000, ['settled']]);
});

test('looked at by fifty at once it is credited once', async () => {
  const who = await withAur();
  const token = await begin(who);
  await actOn(token, 'approve');
  await own.pool.query(`UPDATE payments SET look_at = domain_now() WHERE player_id = $1`, [who.playerId]);
  await Promise.all(Array.from({ length: 50 }, () => at.run()));
  expect(await at.balance(who)).toBe(2_000);
});

test('a call of Aur is a reason to look and is not believed', async () => {
  const who = await withAur();
  const token = await begin(who);
  await own.pool.query(
    `UPDATE payments SET look_at = domain_now() + interval '1 hour' WHERE player_id = $1`,
    [who.playerId],
  );
  const call = (body: object | string) =>
    at.app.request(`http://localhost${aurCallbackPath}`, {
      method: 'POST',
      headers: { origin: 'https://aur.example' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const told = {
    orderid: decodeId(token),
    status: 'FINISHED',
    transactionid: 'x',
    amount: 2_000,
    msisdn: '8300000',
  };
  expect((await call('ekki json')).status).toBe(204);
  expect((await call(told)).status).toBe(204);
  await at.run();
  expect(await at.balance(who)).toBe(0);
  await actOn(token, 'approve');
  await call(told);
  // About one order Aur is asked at most once a second.
  await at.pass(1);
  expect(await at.balance(who)).toBe(2_000);
});

test('an amount that is another is not credited, and a person is told', async () => {
  const who = await withAur();
  const token = await begin(who);
  at.between.aur = { state: async () => ({ status: 'FINISHED', transactionId: 'x', amount: 2_001 }) };
  await at.pass(2);
  expect(await at.balance(who)).toBe(0);
  const { rows } = await own.pool.query('SELECT flag FROM payments WHERE player_id = $1', [who.playerId]);
  expect(rows).toEqual([{ flag: 'otherAmount' }]);
  expect(await at.aurStatus(who, token)).toEqual({ status: 'CANCELLED', message: 'otherAmount' });
});

test('a locked player begins nothing; what the phone approved before is credited', async () => {
  const who = await withAur();
  const token = await begin(who);
  await at.set(who, `locked_until = domain_now() + interval '1 day'`);
  expect((await at.deposit(who, 2_000)).body.code).toBe('EC_ACTION_NOT_ALLOWED');
  await actOn(token, 'approve');
  await at.pass(10);
  expect(await at.balance(who)).toBe(2_000);
});

test('Aur is asked each second for half a minute, then slower, a quarter of an hour at most', () => {
  expect([0, 29, 30, 179, 180, 600, 80_000].map(nextLook)).toEqual([1, 1, 5, 5, 60, 200, 900]);
});
