/** `POST /user/password` (must-hold 8, 11, 16). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordWay } from '#server/http/auth/sign-in-ways.ts';
import { transaction } from '#server/platform/database.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { createSession } from '#server/players/sessions/sessions.ts';
import { nameDevice } from '#server/players/sign-in/device-name.ts';
import { testApp } from '#test/harness/app.ts';
import { type Answer, get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { createVisitor } from '#test/harness/visitor.ts';

const first = 'fyrsta orðið mitt';
let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let firstHash: string;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  firstHash = await hashPassword(first);
});
afterAll(() => data.close());
beforeEach(async () => {
  for (const table of ['name_failures', 'failure_levels']) await data.pool.query(`DELETE FROM ${table}`);
  await data.pool.query("UPDATE players SET username = 'f' || player_id");
  const [made] = await addPlayers(data, 1, 0);
  if (!made) throw new Error('no player');
  player = made;
  await data.pool.query("UPDATE players SET username = 'Asdis', password_hash = $2 WHERE player_id = $1", [
    player.playerId,
    firstHash,
  ]);
});

const told = ({ status, body }: Answer) => [status, body.code];
const done = [204, undefined];
const change = (
  currentPassword: string,
  password: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  post(
    app,
    '/user/password',
    { currentPassword, password, confirmPassword: password, channel: 'web', ...more },
    { cookie: player.cookie, headers },
  );
const signIn = (password: string) => createVisitor(app, '198.51.100.1').signIn({ password });
const word = (number: number) => `orð númer ${number} í röð`;

test('must-hold 11: the new one works, the old one no more, and only this session lives on', async () => {
  const other = createVisitor(app, '198.51.100.1');
  await other.signIn({ password: first });
  expect(Object.keys((await (await other.call('/session')).json()) as object)).toContain('user');
  expect(told(await change(first, word(1)))).toEqual(done);
  expect(await (await other.call('/session')).json()).toEqual({});
  expect((await get(app, '/user/account/details', player.cookie)).status).toBe(200);
  expect((await signIn(first)).status).toBe(401);
  expect((await signIn(word(1))).status).toBe(200);
});

test('must-hold 16: a letter and a notice tell of it', async () => {
  expect(told(await change(first, word(1), {}, { referer: 'http://localhost/en/minar-sidur' }))).toEqual(
    done,
  );
  const { rows } = await data.pool.query(
    `SELECT kind, channel, locale FROM messages WHERE player_id = $1
     UNION ALL SELECT kind, 'notice', '' FROM notices WHERE player_id = $1`,
    [player.playerId],
  );
  expect(rows).toEqual([
    { kind: 'passwordChanged', channel: 'email', locale: 'en' },
    { kind: 'passwordChanged', channel: 'notice', locale: '' },
  ]);
});

test('a wrong current password is EC_AUTH_FAIL and counts as a guess', async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect(told(await change(`rangt ${turn}`, word(1)))).toEqual([400, 'EC_AUTH_FAIL']);
  }
  const closed = await change(first, word(1));
  expect(told(closed)).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(1700);
  expect((await signIn(first)).status).toBe(429);
});

test('none of the last five comes again, the sixth may', async () => {
  const words = [first, ...[1, 2, 3, 4].map(word)];
  for (const [at, next] of words.slice(1).entries()) {
    expect(told(await change(words[at] ?? '', next))).toEqual(done);
  }
  for (const used of words) expect(told(await change(word(4), used))).toEqual([400, 'EC_PASSWORD_USED']);
  expect(told(await change(word(4), word(5)))).toEqual(done);
  expect(told(await change(word(5), word(1)))).toEqual([400, 'EC_PASSWORD_USED']);
  expect(told(await change(word(5), first))).toEqual(done);
  const { rows } = await data.pool.query('SELECT FROM former_passwords WHERE player_id = $1', [
    player.playerId,
  ]);
  expect(rows).toHaveLength(4);
});

test('must-hold 23: whoever has proved the password is fresh, and the security log knows', async () => {
  await data.pool.query("UPDATE sessions SET fresh_at = domain_now() - interval '1 hour'");
  await change('rangt', word(1));
  const { rows: stale } = await data.pool.query(
    "SELECT FROM sessions WHERE fresh_at > domain_now() - interval '1 minute'",
  );
  expect(stale).toHaveLength(0);
  await change(first, word(1));
  const { rows } = await data.pool.query(
    `SELECT fresh_at > domain_now() - interval '1 minute' AS fresh,
       ARRAY(SELECT kind FROM security_events e WHERE e.player_id = s.player_id ORDER BY event_id) AS kinds
     FROM sessions s WHERE player_id = $1`,
    [player.playerId],
  );
  expect(rows).toEqual([{ fresh: true, kinds: ['passwordFailed', 'passwordChanged'] }]);
});

test('two changes at once: one wins, and its password is the one that works', async () => {
  const answers = await Promise.all([change(first, word(1)), change(first, word(2))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  const winner = word(answers.findIndex(({ status }) => status === 204) + 1);
  expect((await signIn(winner)).status).toBe(200);
});

describe('must-hold 21: no sign-in with the old password outlives the change', () => {
  const proven = () => {
    const way = passwordWay({ db: data.db, secret: data.config.secrets.session });
    const form = { username: 'asdis', password: first };
    const { signal } = new AbortController();
    return way.prove({
      form,
      ip: '198.51.100.1',
      headers: new Headers(),
      device: null,
      browser: null,
      signal,
    });
  };

  test('that was checked before it and would begin after it', async () => {
    const { confirm } = await proven();
    expect(told(await change(first, word(1)))).toEqual(done);
    await expect(transaction(data.db, async (tx) => confirm?.(tx))).rejects.toThrow('EC_AUTH_FAIL');
  });

  test('that begins while it waits', async () => {
    const { confirm } = await proven();
    let changing: Promise<Answer> | undefined;
    await transaction(data.db, async (tx) => {
      await confirm?.(tx);
      changing = change(first, word(1));
      const waits = async () =>
        (
          await data.pool.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).rowCount;
      await expect.poll(waits).toBe(1);
      await createSession(tx, player.playerId, 'password', nameDevice(''));
    });
    expect(told((await changing) ?? expect.unreachable())).toEqual(done);
    const { rowCount } = await data.pool.query('SELECT FROM sessions WHERE player_id = $1', [
      player.playerId,
    ]);
    expect(rowCount).toBe(1);
  });
});

describe('must-hold 8, 140: refused by name', () => {
  test.each([
    ['a common password', 'lykilord1'],
    ['a breached password', 'superman1'],
  ])('%s is EC_PASSWORD_VALIDATION', async (_, password) => {
    expect(told(await change(first, password))).toEqual([400, 'EC_PASSWORD_VALIDATION']);
    expect((await signIn(first)).status).toBe(200);
  });

  test('the user name is EC_PASSWORD_VALIDATION, in whatever case', async () => {
    await data.pool.query("UPDATE players SET username = 'snjotittl1ng' WHERE username = 'Asdis'");
    expect(told(await change(first, 'SnjoTittl1ng'))).toEqual([400, 'EC_PASSWORD_VALIDATION']);
  });

  test.each([
    [
      'a short one',
      { password: 'a'.repeat(7), confirmPassword: 'a'.repeat(7) },
      'password',
      'passwordLength',
    ],
    [
      'a long one',
      { password: 'a'.repeat(31), confirmPassword: 'a'.repeat(31) },
      'password',
      'passwordLength',
    ],
    ['another repeated', { confirmPassword: 'annað' }, 'confirmPassword', 'passwordMatch'],
    ['no current one', { currentPassword: '' }, 'currentPassword', 'currentPasswordRequired'],
    ['a number', { currentPassword: 7 }, 'currentPassword', 'textExpected'],
  ])('%s', async (_, wrong, field, message) => {
    const answer = await change(first, word(1), wrong);
    expect(told(answer)).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.body).toEqual([{ path: [field], message }]);
  });

  test('what is missing', async () => {
    const { cookie } = player;
    const missing: Answer = await post(app, '/user/password', {}, { cookie });
    expect(told(missing)).toEqual([400, 'EC_MISSING_FIELD']);
    expect(told(await post(app, '/user/password', '', { cookie }))).toEqual([400, 'EC_MISSING_BODY']);
  });

  test('10 kB as the current one are just wrong', async () => {
    expect(told(await change('a'.repeat(10_000), word(1)))).toEqual([400, 'EC_AUTH_FAIL']);
  });

  test('control characters and half an emoji are no text', async () => {
    for (const text of ['\0\u0007', '\ud83d']) {
      expect(told(await change(text, word(1)))).toEqual([400, 'EC_INVALID_INPUT']);
      expect(told(await change(first, word(1) + text))).toEqual([400, 'EC_INVALID_INPUT']);
    }
  });
});

test.each([
  ['any characters', ' <script>🎲 ð '],
  ['thirty', '🎲'.repeat(15) + 'ö'.repeat(15)],
])('must-hold 8: %s are taken as they are and never cut off', async (_, password) => {
  expect(told(await change(first, password))).toEqual(done);
  expect((await signIn(password.slice(0, -1))).status).toBe(401);
  expect((await signIn(password)).status).toBe(200);
});

test('must-hold 15: with an expired certificate nothing is changed', async () => {
  await data.pool.query(
    'UPDATE wallets SET certificate_expires = domain_now()::date - 1 WHERE player_id = $1',
    [player.playerId],
  );
  expect(told(await change(first, word(1)))).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
  expect((await signIn(first)).status).toBe(200);
});

test('a closed account is told so', async () => {
  await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [
    player.playerId,
  ]);
  expect(told(await change(first, word(1)))).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});
