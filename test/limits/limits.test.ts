/** Limits over HTTP: what holds at once, what waits, what is kept (must-hold 26–36, 44). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { limitFields, systemMaxima } from '#rules/values/limits.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { listNotices } from '#server/messages/messages.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const low = { depositLimitDay: 1000, depositLimitWeek: 2000, depositLimitMonth: 3000, stakeLimitDay: 300 };

type Limits = ApiAnswer<'limits.read'>;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number, closesInSeconds: 30 * 86_400 });
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

/** As an operator's walk of the clock does: sessions live on. */
async function pass(hours: number): Promise<void> {
  const now = await databaseNow(data.db);
  await setClock(data.db, new Date(now.getTime() + hours * 3_600_000));
  await data.pool.query(
    `UPDATE sessions SET last_used_at = domain_now(), ends_at = domain_now() + interval '12 hours',
       fresh_at = domain_now()`,
  );
}

const read = async ({ cookie }: TestPlayer) => (await get<Limits>(app, '/user/limits', cookie)).body;
const ask = (who: TestPlayer, body: unknown) =>
  post<Limits>(app, '/user/limits', body, { cookie: who.cookie });
const buy = (who: TestPlayer) => post(app, '/lotto/buy', wager, { cookie: who.cookie });

describe('what a player without own limits has', () => {
  test('the maxima of the system, nothing used, no history', async () => {
    const body = await read(await player());
    expect(body).toEqual({ ...systemMaxima, system: systemMaxima, used: unused, changes: [] });
  });

  test('what was staked today is used', async () => {
    const who = await player();
    await buy(who);
    expect((await read(who)).used.stakeLimitDay).toBe(150);
  });
});

test('of thirty changes at once by one player those answered hold, and nobody else waits', async () => {
  const [who, other] = [await player(), await player()];
  const changes = Array.from({ length: 30 }, (_, index) => ({ ...low, stakeLimitDay: 300 - index }));
  const own = Promise.all([buy(who), buy(who)]);
  const answers = await Promise.all(changes.map((change) => ask(who, change)));
  const done = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - done.length);
  expect(done.length).toBeLessThan(30);
  expect((await buy(other)).status).toBe(201);
  expect((await own).every(({ status }) => status === 201 || status === 400)).toBe(true);
  const now = await read(who);
  expect(now.stakeLimitDay).toBe(Math.min(...done.map(({ body }) => body.stakeLimitDay)));
  expect(now.changes.filter(({ field }) => field === 'stakeLimitDay')).toHaveLength(done.length);
});

const unused = Object.fromEntries(limitFields.map((field) => [field, 0]));
const zeros = { depositLimitDay: 0, depositLimitWeek: 0, depositLimitMonth: 0, stakeLimitDay: 0 };

describe('must-hold 28: lower at once', () => {
  test('the next purchase feels it', async () => {
    const who = await player();
    const { status, body } = await ask(who, low);
    expect(status).toBe(200);
    expect(body).toMatchObject(low);
    expect(body.pending).toBeUndefined();
    expect([(await buy(who)).status, (await buy(who)).status]).toEqual([201, 201]);
    const third = await buy(who);
    expect([third.status, third.body.code]).toEqual([400, 'EC_PLAYER_SALES_LIMIT']);
  });

  test('zero stops every purchase', async () => {
    const who = await player();
    await ask(who, zeros);
    expect((await buy(who)).body.code).toBe('EC_PLAYER_SALES_LIMIT');
  });
});

describe('must-hold 29, 30: a raise waits and is confirmed', () => {
  test('not before 72 hours, then by the same value, and only that', async () => {
    const who = await player();
    await ask(who, low);
    const wanted = { ...low, stakeLimitDay: 450 };
    const asked = await ask(who, wanted);
    const effectiveAt = asked.body.pending?.stakeLimitDay?.effectiveAt;
    expect(asked.body).toMatchObject({ stakeLimitDay: 300, pending: { stakeLimitDay: { value: 450 } } });

    await pass(71);
    const early = await ask(who, wanted);
    expect(early.body.stakeLimitDay).toBe(300);
    expect(early.body.pending?.stakeLimitDay?.effectiveAt).toBe(effectiveAt);

    await pass(1);
    expect((await read(who)).stakeLimitDay).toBe(300);
    const confirmed = await ask(who, wanted);
    expect(confirmed.body.stakeLimitDay).toBe(450);
    expect(confirmed.body.pending).toBeUndefined();
    expect([(await buy(who)).status, (await buy(who)).status, (await buy(who)).status]).toEqual([
      201, 201, 201,
    ]);
    expect((await buy(who)).body.code).toBe('EC_PLAYER_SALES_LIMIT');
  });

  test('a raise of the month waits for the month to end', async () => {
    const who = await player();
    await ask(who, low);
    const { body } = await ask(who, { ...low, depositLimitMonth: 4000 });
    const at = body.pending?.depositLimitMonth?.effectiveAt ?? '';
    expect(at.slice(8)).toBe('01T00:00:00.000Z');
  });

  test('it can be given up', async () => {
    const who = await player();
    await ask(who, low);
    await ask(who, { ...low, stakeLimitDay: 450 });
    const { body } = await ask(who, low);
    expect(body.pending).toBeUndefined();
    await pass(72);
    const again = await ask(who, { ...low, stakeLimitDay: 450 });
    expect(again.body).toMatchObject({ stakeLimitDay: 300, pending: { stakeLimitDay: { value: 450 } } });
  });

  test('must-hold 23: confirming asks for fresh authentication; nothing is written without', async () => {
    const who = await player();
    await ask(who, low);
    const wanted = { ...low, depositLimitDay: 500, stakeLimitDay: 450 };
    await ask(who, { ...low, stakeLimitDay: 450 });
    await pass(72);
    await data.pool.query(
      `UPDATE sessions SET fresh_at = domain_now() - interval '16 minutes' WHERE player_id = $1`,
      [who.playerId],
    );
    const refused = await ask(who, wanted);
    expect([refused.status, refused.body.code, refused.body.details?.fresh]).toEqual([
      403,
      'EC_ELOGIN_AUTH_REQUIRED',
      true,
    ]);
    expect(await read(who)).toMatchObject(low);
  });
});

describe('bad input', () => {
  test.each([
    ['a negative value', { ...low, stakeLimitDay: -1 }, 'EC_NEGATIVE_VALUE', 'stakeLimitDay'],
    ['above the system', { ...low, stakeLimitDay: 100_001 }, 'EC_VALUE_TOO_HIGH', 'stakeLimitDay'],
    ['purchases of a day above a week', { ...low, stakeLimitWeek: 299 }, 'EC_INVALID_INPUT', 'stakeLimitDay'],
    ['losses above the system', { ...low, lossLimitDay: 100_001 }, 'EC_VALUE_TOO_HIGH', 'lossLimitDay'],
    ['day above week', { ...low, depositLimitDay: 2001 }, 'EC_INVALID_INPUT', 'depositLimitDay'],
    ['week above month', { ...low, depositLimitWeek: 3001 }, 'EC_INVALID_INPUT', 'depositLimitWeek'],
    ['a fraction', { ...low, stakeLimitDay: 1.5 }, 'EC_INVALID_INPUT', 'stakeLimitDay'],
    ['a text', { ...low, stakeLimitDay: '300' }, 'EC_INVALID_INPUT', 'stakeLimitDay'],
    ['null', { ...low, stakeLimitDay: null }, 'EC_MISSING_FIELD', 'stakeLimitDay'],
    ['beyond every integer', { ...low, stakeLimitDay: 1e300 }, 'EC_INVALID_INPUT', 'stakeLimitDay'],
  ])('%s', async (_, body, code, field) => {
    const who = await player();
    const answer = await ask(who, body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(answer.body.issues?.body?.[0]?.path).toEqual([field]);
    expect((await read(who)).changes).toEqual([]);
  });

  test('a negative value is named', async () => {
    const { body } = await ask(await player(), { ...low, stakeLimitDay: -1 });
    expect(body.issues?.body).toEqual([{ path: ['stakeLimitDay'], message: 'amountNegative' }]);
  });

  test('limitOrder is named', async () => {
    const { body } = await ask(await player(), { ...low, depositLimitDay: 2001 });
    expect(body.issues?.body).toEqual([{ path: ['depositLimitDay'], message: 'limitOrder' }]);
  });

  test('all four are required', async () => {
    const { stakeLimitDay, ...three } = low;
    const { status, body } = await ask(await player(), three);
    expect([status, body.code]).toEqual([400, 'EC_MISSING_FIELD']);
  });
});

test.each(['/user/limits', '/user/lockout', '/user/time-reminder'])('%s asks for its body', async (path) => {
  const { cookie } = await player();
  const codes = await Promise.all(['', {}].map((body) => post(app, path, body, { cookie })));
  expect(codes.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    '400 EC_MISSING_BODY',
    '400 EC_MISSING_FIELD',
  ]);
});

test('must-hold 35: two tabs confirm a raise at once beside purchases', async () => {
  const who = await player();
  await ask(who, low);
  const wanted = { ...low, stakeLimitDay: 450 };
  await ask(who, wanted);
  await pass(72);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => ask(who, wanted)),
    ...Array.from({ length: 6 }, () => buy(who)),
  ]);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { changes, used } = await read(who);
  expect(changes.filter(({ field, after }) => field === 'stakeLimitDay' && after === '450')).toHaveLength(2);
  expect(used.stakeLimitDay).toBeLessThanOrEqual(450);
});

test('must-hold 16, 44: every change is kept, and the player is told what holds and what waits', async () => {
  const who = await player();
  await ask(who, low);
  await ask(who, { ...low, stakeLimitDay: 450 });
  await ask(who, low);
  const { rows } = await data.pool.query(
    `SELECT field, step, before, after, origin FROM limit_changes
     WHERE player_id = $1 AND field = 'stakeLimitDay' ORDER BY change_id`,
    [who.playerId],
  );
  expect(rows).toEqual([
    { field: 'stakeLimitDay', step: 'set', before: '100000', after: '300', origin: 'player' },
    { field: 'stakeLimitDay', step: 'requested', before: '300', after: '450', origin: 'player' },
    { field: 'stakeLimitDay', step: 'withdrawn', before: '450', after: '300', origin: 'player' },
  ]);
  const notices = await listNotices(data.db, who.playerId, { locale: 'is', siteUrl: '' });
  expect(notices.map(({ kind }) => kind)).toEqual(['limitPending', ...Array(4).fill('limitChanged')]);
  expect(notices[0]?.text).toMatch(/^Kaup á dag: nú 300\skr\., óskað eftir 450\skr\./);
  const letters = await data.pool.query('SELECT kind FROM messages WHERE player_id = $1 ORDER BY kind', [
    who.playerId,
  ]);
  expect(letters.rows.map(({ kind }) => kind)).toEqual(['limitPending', 'limitsChanged']);
});

test.each([
  ['an expired certificate', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
  ['a closed account', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
])('must-hold 15: %s changes no limit', async (_, change, code) => {
  const who = await player();
  await data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [who.playerId]);
  const answer = await ask(who, low);
  expect([answer.status, answer.body.code]).toEqual([403, code]);
  expect((await read(who)).changes).toEqual([]);
});

test('a locked player may still lower limits', async () => {
  const who = await player();
  await post(app, '/user/lockout', { days: 1 }, { cookie: who.cookie });
  expect((await ask(who, low)).status).toBe(200);
});

test('a change about one limit leaves a raise that waits alone', async () => {
  const who = await player();
  await ask(who, low);
  await ask(who, { ...low, stakeLimitDay: 450 });
  const { body } = await ask(who, { ...low, depositLimitDay: 500, fields: ['depositLimitDay'] });
  expect(body).toMatchObject({ depositLimitDay: 500, pending: { stakeLimitDay: { value: 450 } } });
});

test('letters are in the language of the page', async () => {
  const who = await player();
  const headers = { referer: 'http://localhost/en/minar-sidur/mork' };
  await post(app, '/user/limits', low, { cookie: who.cookie, headers });
  const { rows } = await data.pool.query('SELECT locale FROM messages WHERE player_id = $1', [who.playerId]);
  expect(rows).toEqual([{ locale: 'en' }]);
});
