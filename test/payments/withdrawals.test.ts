/** Money out: held, ordered under one id, paid or given back. */
import { expect, test } from 'vitest';
import type { TestDatabase } from '#test/harness/database.ts';
import { type PaymentFixture, paymentSuite } from '#test/harness/payments.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: PaymentFixture;
paymentSuite((database, fixture) => {
  own = database;
  at = fixture;
});

let people = 100;
async function withBank(account = '0133-26-012345', balance = 10_000): Promise<TestPlayer> {
  const who = await at.player(balance);
  people += 1;
  await at.setPlayer(who, `bank_account = '${account}', national_id = '010190${people}9'`);
  await at.setPlayer(who, `bank_account_since = domain_now() - interval '24 hours'`);
  return who;
}

test('it leaves the balance at once, and is paid by the bank', async () => {
  const who = await withBank();
  expect((await at.withdraw(who, 4_000, 'key')).status).toBe(204);
  expect([await at.balance(who), await at.statuses(who)]).toEqual([6_000, ['held']]);
  const again = await at.withdraw(who, 4_000, 'key');
  expect([again.status, again.headers.get('Idempotent-Replay')]).toEqual([204, 'true']);
  expect(await at.withdraw(who, 4_001, 'key')).toMatchObject({ body: { code: 'EC_DUPLICATE_VALUE' } });
  await at.pass(60);
  expect([await at.balance(who), await at.statuses(who)]).toEqual([6_000, ['settled']]);
});

test.each([
  ['0133-26-000000', 'rejected EC_BANK_DECLINED', 10_000],
  ['0133-26-111111', 'settled', 6_000],
  ['0133-26-222222', 'settled', 6_000],
  ['0133-26-333333', 'rejected EC_BANK_DECLINED', 10_000],
])('to the account %s: %s', async (account, status, balance) => {
  const who = await withBank(account);
  expect((await at.withdraw(who, 4_000)).status).toBe(204);
  await at.pass(7_200);
  expect([await at.statuses(who), await at.balance(who)]).toEqual([[status], balance]);
});

test.each([
  [-1, 'EC_NEGATIVE_AMOUNT'],
  [0, 'EC_NOT_POSITIVE_AMOUNT'],
  [499, 'EC_VALUE_TOO_LOW'],
  [1_000_001, 'EC_PLAYER_TAKEOUT_LIMIT'],
  [10_001, 'EC_BALANCE_TOO_LOW'],
])('%d is %s', async (amount, code) => {
  const who = await withBank();
  const { status, body } = await at.withdraw(who, amount);
  expect([status, body.code, await at.balance(who)]).toEqual([400, code, 10_000]);
});

test('without a bank account, and without a fresh proof', async () => {
  const who = await at.player(10_000);
  expect((await at.withdraw(who, 500)).body.code).toBe('EC_BANK_INFO_MISSING');
  const stale = await withBank();
  await own.pool.query(`UPDATE sessions SET fresh_at = '-infinity' WHERE player_id = $1`, [stale.playerId]);
  expect(await at.withdraw(stale, 500)).toMatchObject({
    status: 403,
    body: { code: 'EC_ELOGIN_AUTH_REQUIRED', details: { fresh: true } },
  });
});

test('an account set within a day is paid nothing, and open orders keep the former one', async () => {
  const who = await withBank();
  expect((await at.withdraw(who, 500)).status).toBe(204);
  await at.setPlayer(who, `bank_account = '0133-26-999999'`);
  const { status, body } = await at.withdraw(who, 500);
  expect([status, body.code]).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
  const until = new Date(String(body.details?.until)).getTime() - at.now().getTime();
  expect(until / 3_600_000).toBeCloseTo(24, 1);
  await at.pass(60);
  const { rows } = await own.pool.query('SELECT status, bank_account FROM payments WHERE player_id = $1', [
    who.playerId,
  ]);
  expect(rows).toEqual([{ status: 'settled', bank_account: '0133-26-012345' }]);
});

test('three orders may be open, and so much in a day', async () => {
  const who = await withBank('0133-26-012345', 3_000_000);
  for (let nth = 0; nth < 3; nth += 1) expect((await at.withdraw(who, 500)).status).toBe(204);
  expect((await at.withdraw(who, 500)).body.code).toBe('EC_PLAYER_TAKEOUT_LIMIT');
  await at.pass(30);
  expect((await at.withdraw(who, 1_000_000)).status).toBe(204);
  expect((await at.withdraw(who, 998_501)).body.code).toBe('EC_PLAYER_TAKEOUT_LIMIT');
  expect((await at.withdraw(who, 998_500)).status).toBe(204);
});

test('who is locked out may take money home', async () => {
  const who = await withBank();
  await at.set(who, `locked_until = domain_now() + interval '1 day'`);
  expect((await at.withdraw(who, 500)).status).toBe(204);
});

test('withdrawn fifty times at once, the balance is never passed', async () => {
  const who = await withBank('0133-26-012345', 1_200);
  await Promise.all(Array.from({ length: 50 }, () => at.withdraw(who, 500)));
  expect(await at.balance(who)).toBe(200);
});

test('a clock of the machine that jumped back delays no question to the bank', async () => {
  const who = await withBank();
  at.between.bank = { order: async () => null };
  await at.withdraw(who, 4_000);
  await at.run();
  at.between.bank = {};
  // As if the last look had been at a clock five days ahead.
  await own.pool.query(`UPDATE payments SET look_at = look_at + interval '5 days' WHERE player_id = $1`, [
    who.playerId,
  ]);
  await at.run();
  expect(await at.statuses(who)).toEqual(['settled']);
});

test('a bank that says nothing of an order: held, flagged for a person, paid when it does', async () => {
  const who = await withBank();
  at.between.bank = { order: async () => null };
  await at.withdraw(who, 4_000);
  const flagged = async () =>
    (await own.pool.query('SELECT status, flag FROM payments WHERE player_id = $1', [who.playerId])).rows;
  await at.pass(4 * 3_600 - 60);
  expect(await flagged()).toEqual([{ status: 'held', flag: null }]);
  await at.pass(120);
  expect(await flagged()).toEqual([{ status: 'held', flag: 'stuck' }]);
  const alarms = await own.pool.query(
    `SELECT message FROM alarms WHERE kind = 'lateOrder' AND message LIKE '% player ' || $1 || ':%'`,
    [who.playerId],
  );
  expect(alarms.rows).toHaveLength(1);
  at.between.bank = {};
  await at.pass(3_700);
  expect(await flagged()).toEqual([{ status: 'settled', flag: 'stuck' }]);
  expect(await at.balance(who)).toBe(6_000);
});

test('ordered while the answer is lost or the process is gone, it is the same order again', async () => {
  for (const end of ['lost', 'killed'] as const) {
    const who = await withBank();
    let ordered = 0;
    at.between.bank = {
      order: async (ask, order) => {
        if (order.amount !== 4_000) return ask(order);
        ordered += 1;
        const state = await ask(order);
        if (ordered > 1) return state;
        if (end === 'killed') throw new Error('killed');
        return null;
      },
    };
    await at.withdraw(who, 4_000);
    await at.pass(300);
    expect(await at.statuses(who)).toEqual(['settled']);
    const day = (await at.now()).toISOString().slice(0, 10);
    const booked = (await at.outside.bank.bookings(day)) ?? [];
    const { rows } = await own.pool.query('SELECT request_id FROM payments WHERE player_id = $1', [
      who.playerId,
    ]);
    expect(booked.filter(({ requestId }) => requestId === rows[0].request_id)).toHaveLength(1);
    expect(ordered).toBe(2);
  }
});
