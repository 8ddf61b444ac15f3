/** Lock-out and closing over HTTP (must-hold 21, 37, 38, 40, 44). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { closePlayer } from '#server/limits/exclusion.ts';
import { lockWallet } from '#server/limits/store.ts';
import { listNotices } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, addSession, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number });
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

async function player(): Promise<TestPlayer> {
  const [made] = await addPlayers(data, 1, 10_000);
  if (!made) throw new Error('no player');
  return made;
}

const buy = ({ cookie }: TestPlayer) => post<{ id: string }>(app, '/lotto/buy', wager, { cookie });
const lock = ({ cookie }: TestPlayer, days: unknown) => post(app, '/user/lockout', { days }, { cookie });
const close = ({ cookie }: TestPlayer) => post(app, '/user/close-account', '', { cookie });
const lockedUntil = async ({ cookie }: TestPlayer) =>
  (await get<{ lockedUntil?: string }>(app, '/user/account/details', cookie)).body.lockedUntil;

describe('must-hold 37: a lock-out', () => {
  test('stops the next purchase, leaves tickets, balance and cancelling', async () => {
    const who = await player();
    const bought = await buy(who);
    expect((await lock(who, 7)).status).toBe(204);
    const refused = await buy(who);
    expect([refused.status, refused.body.code]).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
    const tickets = await get<{ ticketCount: number }>(app, '/user/tickets/1', who.cookie);
    expect(tickets.body.ticketCount).toBe(1);
    const details = await get<{ balance: number }>(app, '/user/account/details', who.cookie);
    expect(details.body.balance).toBe(9850);
    const cancelled = await post(app, '/lotto/cancel', { ticketId: bought.body.id }, { cookie: who.cookie });
    expect(cancelled.status).toBe(200);
  });

  test('must-hold 21: ends the sessions of other devices and keeps this one', async () => {
    const who = await player();
    const other = await addSession(data, who.playerId);
    await lock(who, 1);
    expect((await get(app, '/user/account/details', other.cookie)).status).toBe(401);
    expect((await get(app, '/user/account/details', who.cookie)).status).toBe(200);
  });

  test('is never shortened; the later end wins', async () => {
    const who = await player();
    await lock(who, 30);
    const until = await lockedUntil(who);
    expect((await lock(who, 1)).status).toBe(204);
    expect(await lockedUntil(who)).toBe(until);
    await lock(who, 60);
    expect((await lockedUntil(who)) ?? '').toSatisfy((later: string) => later > (until ?? ''));
    const notices = await listNotices(data.db, who.playerId, { locale: 'is', siteUrl: '' });
    expect(notices.map(({ kind }) => kind)).toEqual(['lockout', 'lockout']);
  });

  test('may be taken with an expired certificate', async () => {
    const who = await player();
    await data.pool.query(
      'UPDATE wallets SET certificate_expires = domain_now()::date - 1 WHERE player_id = $1',
      [who.playerId],
    );
    expect((await lock(who, 1)).status).toBe(204);
  });

  test('not without days: null is the same as nothing', async () => {
    const who = await player();
    expect((await lock(who, null)).body.code).toBe('EC_MISSING_FIELD');
    expect(await lockedUntil(who)).toBeUndefined();
  });

  test.each([0, -1, 366, 1e12, 1.5, '7'])('not for %s days', async (days) => {
    const who = await player();
    const answer = await lock(who, days);
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.body?.[0]?.path).toEqual(['days']);
    expect(await lockedUntil(who)).toBeUndefined();
  });

  test('for a whole year', async () => {
    expect((await lock(await player(), 365)).status).toBe(204);
  });
});

test('a lock-out and a sale at once end well, whichever is first', async () => {
  const who = await player();
  const devices = await Promise.all(Array.from({ length: 6 }, () => addSession(data, who.playerId)));
  await data.pool.query(
    `UPDATE sessions SET last_used_at = last_used_at - interval '5 minutes' WHERE player_id = $1`,
    [who.playerId],
  );
  const answers = await Promise.all([
    lock(who, 1),
    ...devices.flatMap((device) => [buy({ ...who, ...device }), lockedUntil({ ...who, ...device })]),
  ]);
  const statuses = answers.flatMap((answer) => (typeof answer === 'object' ? [answer.status] : []));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses[0]).toBe(204);
});

describe('closing', () => {
  test('must-hold 21: ends every session; the ticket lives on and the balance stays', async () => {
    const who = await player();
    await buy(who);
    const other = await addSession(data, who.playerId);
    expect((await close(who)).status).toBe(204);
    for (const { cookie } of [who, other]) {
      expect((await get(app, '/user/account/details', cookie)).status).toBe(401);
    }
    const { rows } = await data.pool.query(
      `SELECT status, balance FROM player_coupons JOIN wallets USING (player_id) WHERE player_id = $1`,
      [who.playerId],
    );
    expect(rows).toEqual([{ status: 'pending', balance: 9850 }]);
    const letters = await data.pool.query('SELECT kind FROM messages WHERE player_id = $1', [who.playerId]);
    expect(letters.rows).toEqual([{ kind: 'accountClosed' }]);
  });

  test('twice at once closes once', async () => {
    const who = await player();
    const statuses = (await Promise.all([close(who), close(who)])).map(({ status }) => status).sort();
    expect([
      [204, 204],
      [204, 401],
      [204, 403],
    ]).toContainEqual(statuses);
    const { rows } = await data.pool.query(
      `SELECT count(*) FROM limit_changes WHERE player_id = $1 AND field = 'closedAt'`,
      [who.playerId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('while purchases wait lets not one krona through', async () => {
    const who = await player();
    const { purchases } = await transaction(data.db, async (tx) => {
      await lockWallet(tx, who.playerId);
      const waiting = Array.from({ length: 10 }, () => buy(who));
      await new Promise((done) => setTimeout(done, 200));
      await closePlayer(tx, { playerId: who.playerId, origin: 'test' });
      return { purchases: waiting };
    });
    const answers = await Promise.all(purchases);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['403 EC_ACCOUNT_CLOSED']),
    );
  });

  test.each([
    ['a closed account', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ['an expired certificate', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
  ])('%s cannot be closed', async (_, change, code) => {
    const who = await player();
    await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]);
    const answer = await close(who);
    expect([answer.status, answer.body.code]).toEqual([403, code]);
  });

  test('must-hold 40: check-activity says what is open', async () => {
    const who = await player();
    const activity = () => get(app, '/user/check-activity', who.cookie);
    expect((await activity()).body).toEqual({
      hasActiveTickets: false,
      activeTickets: 0,
      hasActiveSubscriptions: false,
      activeSubscriptions: 0,
      prepaid: 0,
    });
    await buy(who);
    await buy(who);
    expect((await activity()).body).toEqual({
      hasActiveTickets: true,
      activeTickets: 2,
      hasActiveSubscriptions: false,
      activeSubscriptions: 0,
      prepaid: 0,
    });
  });
});

describe('must-hold 42, 43: spending and the time reminder', () => {
  type Spending = { month: object; session: object; reminderMinutes: number };
  const spending = ({ cookie }: TestPlayer) => get<Spending>(app, '/user/spending', cookie);

  test('what was staked counts, what was returned does not', async () => {
    const who = await player();
    const first = await buy(who);
    await buy(who);
    await post(app, '/lotto/cancel', { ticketId: first.body.id }, { cookie: who.cookie });
    const { body } = await spending(who);
    expect(body.month).toEqual({ from: '2026-11-01T00:00:00.000Z', spent: 150, won: 0, net: -150 });
    expect(body.session).toMatchObject({ spent: 150, won: 0, net: -150 });
    expect(body.reminderMinutes).toBe(60);
  });

  test('a new session counts from its own beginning', async () => {
    const who = await player();
    await buy(who);
    const later = { ...who, ...(await addSession(data, who.playerId)) };
    expect((await spending(later)).body).toMatchObject({ month: { spent: 150 }, session: { spent: 0 } });
  });

  test.each([0, 30, 60, 120])('the reminder every %s minutes', async (minutes) => {
    const who = await player();
    const answer = await post(app, '/user/time-reminder', { minutes }, { cookie: who.cookie });
    expect(answer.status).toBe(204);
    expect((await spending(who)).body.reminderMinutes).toBe(minutes);
  });

  test.each([15, -30, '30', 1e9])('not every %s', async (minutes) => {
    const answer = await post(app, '/user/time-reminder', { minutes }, { cookie: (await player()).cookie });
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
  });
});
