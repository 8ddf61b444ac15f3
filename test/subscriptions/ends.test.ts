/** How subscriptions stop and pause. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { sql } from '#server/platform/sql.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { monthly, subscriptionBooksHold, subscriptionFixture } from '#test/harness/subscriptions.ts';

type Limits = ApiAnswer<'limits.read'>;

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
/** A Wednesday; two Saturdays are left before Monday 1 March. */
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-17T12:00:00Z');
});
afterAll(() => own.close());
afterEach(() => subscriptionBooksHold(own));

const call = <T>(who: { cookie: string }, path: string, body?: object) =>
  body ? post<T>(at.app, path, body, who) : get<T>(at.app, path, who.cookie);

test('must-hold 36: it is refused where limits, a lock, the balance or the terms forbid it', async () => {
  const poor = await at.player(299);
  expect(await at.subscribe(poor)).toMatchObject({ status: 400, body: { code: 'EC_CREDITCARD_MISSING' } });
  const careful = await at.player(5_000);
  await own.pool.query('UPDATE wallets SET stake_limit_day = 599 WHERE player_id = $1', [careful.playerId]);
  expect(await at.subscribe(careful)).toMatchObject({ body: { code: 'EC_PLAYER_SALES_LIMIT' } });
  await own.pool.query('UPDATE wallets SET stake_limit_day = 600 WHERE player_id = $1', [careful.playerId]);
  for (const [wager, code] of [
    [{ stake: 150 }, 'EC_INVALID_AMOUNT'],
    [{ acceptedSubscriptionTerms: false }, 'EC_INVALID_INPUT'],
    [{ subscriptionDrawDays: ['wed'] }, 'EC_INVALID_INPUT'],
    [{ drawCount: 2 }, 'EC_INVALID_COMBINATION'],
  ] as const) {
    expect(await at.subscribe(careful, wager)).toMatchObject({ status: 400, body: { code } });
  }
  await call(careful, '/user/lockout', { days: 1 });
  expect(await at.subscribe(careful)).toMatchObject({ status: 403, body: { code: 'EC_ACTION_NOT_ALLOWED' } });
  expect(await at.money(careful)).toBe(5_000);
  const gone = { cookie: careful.cookie.replace(/.$/, 'x'), playerId: careful.playerId };
  expect(await at.subscribe(gone)).toMatchObject({ status: 401, body: { code: 'EC_AUTH_FAIL' } });
});

test('loss limits hold for it, and what it gives back is lost no more', async () => {
  const who = await at.player(5_000);
  const limit = (amount: number) =>
    own.pool.query('UPDATE wallets SET loss_limit_month = $2 WHERE player_id = $1', [who.playerId, amount]);
  await limit(599);
  expect(await at.subscribe(who)).toMatchObject({
    body: { code: 'EC_PLAYER_SALES_LIMIT', details: { limit: 'lossLimitMonth' } },
  });
  await limit(600);
  expect(await at.subscribe(who)).toMatchObject({ status: 201 });
  const lost = async () => (await call<Limits>(who, '/user/limits')).body.used.lossLimitMonth;
  expect(await lost()).toBe(300);
  await call(who, '/user/lockout', { days: 1 });
  expect([await lost(), await at.money(who)]).toEqual([300, 4_700]);
  await call(who, '/user/lockout', { days: 20 });
  expect([await lost(), await at.money(who)]).toEqual([0, 5_000]);
});

test('an ended session is not told what its key has bought', async () => {
  const who = await at.player(5_000);
  expect(await at.subscribe(who, {}, 'kept')).toMatchObject({ status: 201 });
  await own.pool.query('DELETE FROM sessions WHERE player_id = $1', [who.playerId]);
  expect(await at.subscribe(who, {}, 'kept')).toMatchObject({ status: 401, body: { code: 'EC_AUTH_FAIL' } });
});

test('one key buys one thing, a ticket or a subscription', async () => {
  const who = await at.player(5_000);
  const { body } = await at.subscribe(who, {}, 'first');
  const again = await at.subscribe(who, {}, 'first');
  expect(again).toMatchObject({ status: 201, body });
  expect(again.headers.get('idempotent-replay')).toBe('true');
  const ticket = { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 };
  const options = { cookie: who.cookie, key: 'first' };
  expect((await post(at.app, '/lotto/buy', ticket, options)).body.code).toBe('EC_DUPLICATE_VALUE');
  expect(
    await at.subscribe(who, { stake: monthly + 4 * 250, joker: [0, 1, 2, 3, 4] }, 'first'),
  ).toMatchObject({
    body: { code: 'EC_DUPLICATE_VALUE' },
  });
  await post(at.app, '/lotto/buy', ticket, { ...options, key: 'second' });
  expect((await at.subscribe(who, {}, 'second')).body.code).toBe('EC_DUPLICATE_VALUE');
  expect((await call(who, '/user/purchase?key=first')).body).toEqual(body);
  expect((await call(who, '/user/purchase?key=second')).body).toMatchObject({ type: 'ticket' });
  expect(await at.money(who)).toBe(5_000 - 300 - 150);
});

test('two at once by one key are one, and keep the session alive', async () => {
  const who = await at.player(5_000);
  const idle = "UPDATE sessions SET last_used_at = last_used_at - interval '9 minutes' WHERE player_id = $1";
  await own.pool.query(idle, [who.playerId]);
  const both = await Promise.all([at.subscribe(who, {}, 'twice'), at.subscribe(who, {}, 'twice')]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  expect(await at.money(who)).toBe(4_700);
  const idleFor = sql`SELECT max(domain_now() - last_used_at) < interval '1 minute' FROM sessions
    WHERE player_id = ${who.playerId}`;
  expect(await at.value<boolean>(idleFor)).toBe(true);
});

test('another player’s is not there', async () => {
  const [mine, theirs] = [await at.player(5_000), await at.player(0)];
  const { id } = (await at.subscribe(mine)).body;
  const missing = { status: 400, body: { code: 'EC_NO_DATA_FOUND' } };
  expect(await call(theirs, `/user/subscriptions/detail/${id}`)).toMatchObject(missing);
  expect(await call(theirs, '/user/subscriptions/detail/x')).toMatchObject(missing);
  expect(await at.cancel(theirs, id, 'endOfPeriod')).toMatchObject(missing);
  expect((await call(theirs, '/user/subscriptions')).body).toEqual({ subscriptions: [] });
  // The list tells its numbers and sums as its own page does.
  const { charges, tickets, cancel, ...listed } = await at.detail(mine, id);
  expect(listed).toMatchObject({ id, gameId: 'lotto', rows: { length: 1 }, sums: { draws: 0, won: 0 } });
  expect((await call(mine, '/user/subscriptions')).body).toEqual({ subscriptions: [listed] });
});

test('cancelled after a week it plays the four weeks out, and pays for no more', async () => {
  const who = await at.player(5_000);
  const { id } = (await at.subscribe(who)).body;
  expect(await call(who, '/user/check-activity')).toMatchObject({ body: { hasActiveSubscriptions: true } });
  expect(await at.cancel(who, id, 'immediate')).toMatchObject({ body: { code: 'EC_CANCEL_NOT_ALLOWED' } });
  // Of the period that begins on 1 March, the Saturdays 6 and 13 lie in the term: two draws at 150 kr.
  const charge = { at: '2027-03-01T08:00:00.000Z', amount: 300, drawDates: ['2027-03-06', '2027-03-13'] };
  expect((await at.detail(who, id)).cancel).toEqual([
    { cancelType: 'endOfPeriod', endDate: '2027-03-17', charge, lastDraw: '2027-03-13' },
  ]);
  expect(await at.cancel(who, id, 'endOfPeriod')).toMatchObject({
    status: 200,
    body: { subscriptionId: id, endDate: '2027-03-17', stake: 150, cancelType: 'endOfPeriod' },
  });
  expect(await at.cancel(who, id, 'endOfPeriod')).toMatchObject({ body: { code: 'EC_NO_CHANGE' } });
  expect(await at.detail(who, id)).toMatchObject({
    status: 'cancelled',
    cancel: [],
    nextCharge: { amount: 300 },
  });
  const told = sql`SELECT detail->'charge' AS charge FROM subscription_events
    WHERE player_id = ${who.playerId} AND kind = 'cancelled'`;
  expect(await at.value(told)).toEqual(charge);
});

test('what is left of a cancelled one after its last draw returns to the balance', async () => {
  const other = await testDatabase();
  const there = await subscriptionFixture(other, '2027-03-01T12:00:00Z');
  const who = await there.player(5_000);
  const { id } = (await there.subscribe(who)).body;
  await there.cancel(who, id, 'endOfPeriod');
  await there.passTo('2027-03-27T18:30:00Z');
  const draw = await there.onSale();
  expect(await there.detail(who, id)).toMatchObject({ prepaid: 0, endDate: '2027-04-04' });
  await cancelDraw(other.db, draw.drawId, { actor: 'gunna', reason: 'broken' });
  expect(await there.detail(who, id)).toMatchObject({ prepaid: 150, drawDates: ['2027-04-03'] });
  await there.passTo('2027-04-04T12:00:00Z');
  expect(await there.detail(who, id)).toMatchObject({ prepaid: 0, drawDates: [], tickets: { length: 5 } });
  expect(await there.money(who)).toBe(5_000 - 450);
  const open = await get(there.app, '/user/check-activity', who.cookie);
  expect(open.body).toMatchObject({ activeTickets: 4, hasActiveSubscriptions: false, prepaid: 0 });
  await subscriptionBooksHold(other);
  await other.close();
});

test('what waits for its first charge ends at once', async () => {
  const other = await testDatabase();
  const sunday = await subscriptionFixture(other, '2027-02-28T12:00:00Z');
  const who = await sunday.player(5_000);
  const { id } = (await sunday.subscribe(who)).body;
  expect(await sunday.detail(who, id)).toMatchObject({ status: 'pending', firstCharge: 0, prepaid: 0 });
  const second = (await sunday.subscribe(who)).body.id;
  expect(await sunday.subscribe(await sunday.player(0))).toMatchObject({
    status: 400,
    body: { code: 'EC_CREDITCARD_MISSING' },
  });
  expect(await sunday.cancel(who, id, 'immediate')).toMatchObject({
    body: { endDate: '2027-02-28', cancelType: 'immediate' },
  });
  await sunday.passTo('2027-03-01T09:00:00Z');
  expect(await sunday.detail(who, second)).toMatchObject({ status: 'active', prepaid: 600 });
  expect(await sunday.money(who)).toBe(4_400);
  await subscriptionBooksHold(other);
  await other.close();
});

test('must-hold 37: in a lock there is no coupon and no charge, and what was paid returns', async () => {
  const who = await at.player(5_000);
  const { id } = (await at.subscribe(who)).body;
  await at.passTo('2027-02-19T12:00:00Z');
  await call(who, '/user/lockout', { days: 3 });
  expect(await at.money(who)).toBe(4_850);
  expect(await at.detail(who, id)).toMatchObject({
    status: 'active',
    drawDates: ['2027-02-27'],
    prepaid: 150,
    pausedUntil: expect.stringMatching(/^2027-02-22T12:00/),
  });
  await at.passTo('2027-02-26T12:00:00Z');
  expect((await at.detail(who, id)).tickets).toEqual([]);
  await call(who, '/user/lockout', { days: 9 });
  expect(await at.money(who)).toBe(5_000);
  await at.passTo('2027-03-07T13:00:00Z');
  // The first Saturday of March was inside the lock: four are left, and none is free.
  expect(await at.detail(who, id)).toMatchObject({ prepaid: 600, tickets: [], drawDates: { length: 4 } });
  expect(await at.money(who)).toBe(4_400);
  // Both draws that were paid first came back, and what is paid is ahead.
  const { sums, charges } = await at.detail(who, id);
  expect(sums).toEqual({ draws: 0, paid: 600, won: 0 });
  expect(charges.map(({ outcome, amount }) => [outcome, amount])).toEqual([
    ['paid', 600],
    ['locked', 600],
    ['returned', 150],
    ['returned', 150],
    ['paid', 300],
  ]);
  expect(await at.events(who)).toEqual([
    'started 300',
    'charged 300',
    'paused 150',
    'chargeAhead 600',
    'paused 150',
    'locked 600 EC_ACTION_NOT_ALLOWED',
    // The lock moved the charge, and a moved one is told ahead as well.
    'chargeAhead 600',
    'charged 600',
  ]);
});

test('the stake of a cancelled draw comes to the balance of who has closed the account', async () => {
  const other = await testDatabase();
  const there = await subscriptionFixture(other, '2027-03-01T12:00:00Z');
  const who = await there.player(5_000);
  await there.subscribe(who);
  await there.passTo('2027-03-06T18:20:00Z');
  const { drawId } = await there.onSale();
  expect((await post(there.app, '/user/close-account', {}, who)).status).toBe(204);
  expect(await there.money(who)).toBe(4_850);
  await cancelDraw(other.db, drawId, { actor: 'gunna', reason: 'broken' });
  expect(await there.money(who)).toBe(5_000);
  await subscriptionBooksHold(other);
  await other.close();
});

test('must-hold 40: closing ends it, and what is left is in the balance', async () => {
  const who = await at.player(5_000);
  await at.subscribe(who);
  const paid = 5_000 - (await at.money(who));
  expect(paid).toBe(4 * 150);
  expect((await call(who, '/user/close-account', {})).status).toBe(204);
  expect(await at.money(who)).toBe(5_000);
  expect(await at.events(who)).toEqual(['started 600', 'charged 600', 'terminated 600 accountClosed']);
  await at.passTo('2027-03-14T12:00:00Z');
  const { rows } = await own.pool.query('SELECT FROM tickets WHERE player_id = $1', [who.playerId]);
  expect(rows).toEqual([]);
});
