/** Where one is signed in: list, end, new devices (must-hold 16, 21, 22). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { type MessagePayload, messageJob } from '#server/messages/messages.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { nameDevice } from '#server/players/sign-in/device-name.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { waitingJobs } from '#test/harness/jobs.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { createVisitor, json, type Visitor } from '#test/harness/visitor.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let playerId = 0;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
});
afterAll(() => data.close());
beforeEach(async () => {
  await data.pool.query('DELETE FROM name_failures');
  const [made] = await addPlayers(data, 1, 0);
  playerId = made?.playerId ?? 0;
  await data.pool.query('DELETE FROM sessions');
  await data.pool.query(`UPDATE players SET username = 'p' || player_id`);
  await data.pool.query(`UPDATE players SET username = 'asdis', password_hash = $2 WHERE player_id = $1`, [
    playerId,
    await hashPassword('lykilord1'),
  ]);
});

const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/19.0 Mobile/15E148 Safari/604.1',
};

async function signIn(
  visitor: Visitor,
  agent = agents.firefox,
  referer = 'http://localhost/',
): Promise<string> {
  const form = { username: 'asdis', password: 'lykilord1' };
  const answer = await visitor.submit('/callback/credentials', form, {
    headers: { 'user-agent': agent, referer },
  });
  expect(answer.status).toBe(200);
  return `next-auth.session-token=${visitor.jar.get('next-auth.session-token')}`;
}

const list = async (cookie: string) =>
  (await get<ApiAnswer<'account.sessions'>>(app, '/user/sessions', cookie)).body.sessions;
const end = async (cookie: string, body: object | '') => {
  const answer = await post(app, '/user/sessions/end', body, { cookie });
  return [answer.status, answer.body.code];
};
const lives = async (visitor: Visitor) => Object.keys(await json(await visitor.call('/session'))).length > 0;

describe('must-hold 22: my sessions', () => {
  test('are listed with browser and system, this one first, and no token or hash of one', async () => {
    const [first, second] = [createVisitor(app), createVisitor(app)];
    const cookie = await signIn(first);
    await signIn(second, agents.phone);
    const sessions = await list(cookie);
    expect(sessions).toMatchObject([
      { isThis: true, browser: 'Firefox', system: 'Linux' },
      { isThis: false, browser: 'Safari', system: 'iPhone' },
    ]);
    const { rows } = await data.pool.query<{ hash: string }>(
      `SELECT encode(token_hash, 'hex') AS hash FROM sessions`,
    );
    for (const { hash } of rows) expect(JSON.stringify(sessions)).not.toContain(hash.slice(0, 16));
  });

  test('one is ended by its id: every call and every tab of it is signed out at once', async () => {
    const [first, second] = [createVisitor(app), createVisitor(app)];
    const cookie = await signIn(first);
    const other = await signIn(second, agents.phone);
    const [, target] = await list(cookie);
    expect(await end(cookie, { sessionId: target?.sessionId })).toEqual([204, undefined]);
    expect((await get(app, '/user/account/details', other)).status).toBe(401);
    expect([await lives(first), await lives(second)]).toEqual([true, false]);
    expect(await list(cookie)).toHaveLength(1);
  });

  test('without an id all others end', async () => {
    const visitors = [createVisitor(app), createVisitor(app), createVisitor(app)] as const;
    const cookie = await signIn(visitors[0]);
    await signIn(visitors[1]);
    await signIn(visitors[2]);
    expect(await end(cookie, '')).toEqual([204, undefined]);
    expect(await Promise.all(visitors.map(lives))).toEqual([true, false, false]);
  });

  test('ended and strangers’ sessions are not there, and cannot be ended', async () => {
    const visitor = createVisitor(app);
    const cookie = await signIn(visitor);
    const [stranger] = await addPlayers(data, 1, 0);
    const [foreign] = await list(stranger?.cookie ?? '');
    for (const sessionId of [foreign?.sessionId, '00000000-0000-4000-8000-000000000000']) {
      expect(await end(cookie, { sessionId })).toEqual([400, 'EC_NO_DATA_FOUND']);
    }
    await signIn(createVisitor(app));
    await data.pool.query(
      `UPDATE sessions SET last_used_at = last_used_at - interval '31 minutes'
       WHERE player_id = $1 AND token_hash <> sha256($2::bytea)`,
      [playerId, visitor.jar.get('next-auth.session-token')],
    );
    expect(await list(cookie)).toHaveLength(1);
  });

  test.each([['not an id'], [''], [7], ["'; DROP TABLE sessions; --"], ['x'.repeat(10_000)]])(
    'bad input %#: 400',
    async (sessionId) => {
      expect(await end(await signIn(createVisitor(app)), { sessionId })).toEqual([400, 'EC_INVALID_INPUT']);
    },
  );
});

describe('must-hold 16: a new device', () => {
  const told = async () => {
    const { rows } = await data.pool.query<{ said: string }>(
      `SELECT concat_ws(' ', channel, kind, locale) AS said FROM messages WHERE player_id = $1
       ORDER BY queued_at`,
      [playerId],
    );
    const notices = await data.pool.query('SELECT kind FROM notices WHERE player_id = $1', [playerId]);
    return [rows.map(({ said }) => said), notices.rowCount];
  };

  test('is told, the first one and a known one are not', async () => {
    const known = createVisitor(app);
    await signIn(known);
    await signIn(known);
    expect(await told()).toEqual([[], 0]);
    await signIn(createVisitor(app), agents.phone, 'http://localhost/en/lottoleikir');
    expect(await told()).toEqual([['email newDevice en'], 1]);
    await signIn(known);
    expect(await told()).toEqual([['email newDevice en'], 1]);
  });

  test('is told by text message too where there is a mobile phone, three times a day', async () => {
    await data.pool.query(`UPDATE players SET mobile = '6110011' WHERE player_id = $1`, [playerId]);
    await signIn(createVisitor(app));
    await signIn(createVisitor(app));
    expect((await told())[0]).toEqual(['email newDevice is', 'sms newDevice is']);
    for (let count = 0; count < 3; count++) await signIn(createVisitor(app));
    const said = (await told())[0] as string[];
    expect([said.length, said.filter((each) => each.startsWith('sms')).length]).toEqual([7, 3]);
    const jobs = await waitingJobs<MessagePayload>(data.adminPool, messageJob);
    const texts = jobs.map(({ payload }) => payload).filter(({ channel }) => channel === 'sms');
    expect(texts[0]).toMatchObject({ to: '6110011', values: { date: expect.any(String) } });
  });

  test('its cookie opens nothing and is bound to nobody’s session', async () => {
    const visitor = createVisitor(app);
    await signIn(visitor);
    const device = visitor.jar.get('hending-device') ?? '';
    expect(Buffer.from(device, 'base64url')).toHaveLength(32);
    expect((await get(app, '/user/account/details', `hending-device=${device}`)).status).toBe(401);
    expect((await get(app, '/user/account/details', `next-auth.session-token=${device}`)).status).toBe(401);
  });

  test('a cookie that is not ours is replaced', async () => {
    const visitor = createVisitor(app);
    visitor.jar.set('hending-device', "' OR 1=1 --");
    await signIn(visitor);
    expect(visitor.jar.get('hending-device')).toMatch(/^[\w-]{43}$/);
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 'Safari', 'Mac'],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s is called %s on %s', (agent, browser, system) => {
  expect(nameDevice(agent)).toEqual({ browser, system });
});
