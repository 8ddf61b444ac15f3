/** Guessing passwords, through `POST /auth/login` and the session endpoint (must-hold 5, 6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { type Answer, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { createVisitor, json } from '#test/harness/visitor.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let playerId: string;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  const [made] = await addPlayers(data, 1, 0);
  playerId = String(made?.playerId);
  await data.pool.query(
    `UPDATE players SET username = 'Asdis', password_hash = $2, national_id = '0101700019'
     WHERE player_id = $1`,
    [playerId, await hashPassword('lykilord1')],
  );
});
afterAll(() => data.close());
beforeEach(async () => {
  await data.pool.query('DELETE FROM name_failures');
  await data.pool.query('DELETE FROM failure_levels');
});

/** Connections come from `ip`. */
const from = (ip: string) => ({
  request: (path: string, init?: RequestInit) =>
    app.request(path, init, { incoming: { socket: { remoteAddress: ip } } }),
});
const login = (username: string, password: string, ip = '203.0.113.1'): Promise<Answer> =>
  post(from(ip), '/auth/login', { username, password });
const told = ({ status, body }: Answer) => [status, body.code];
const wrong = [400, 'EC_AUTH_FAIL'];
const tooMany = [429, 'EC_ACTION_NOT_ALLOWED'];
/** All that was counted happened so much earlier. */
const later = async (span: string) => {
  await data.pool.query(
    `UPDATE name_failures SET last_at = last_at - $1::interval,
       failed_at = ARRAY(SELECT t - $1::interval FROM unnest(failed_at) AS t ORDER BY t)`,
    [span],
  );
  await data.pool.query('UPDATE failure_levels SET last_at = last_at - $1::interval', [span]);
};
const levels = async () => {
  const { rows } = await data.pool.query<{ level: number }>(
    'SELECT level FROM failure_levels ORDER BY level',
  );
  return rows.map((row) => row.level);
};

describe('POST /auth/login', () => {
  test('says whose the name and password are and makes no session', async () => {
    const answer = await login(' ASDIS ', 'lykilord1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        playerId,
        username: 'Asdis',
        nationalId: '0101700019',
        firstName: 'Prufa',
        lastName: 'Prufudóttir',
        isValid: true,
      },
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('takes claims of the client and believes none', async () => {
    const claims = { ip: '198.51.100.1', channel: 'web', info: { a: 1 } };
    const sent = { username: 'asdis', password: 'lykilord1', ...claims };
    expect((await post(app, '/auth/login', sent)).status).toBe(200);
  });

  test.each([
    ['nothing', '', [400, 'EC_MISSING_BODY']],
    ['no password', { username: 'asdis' }, [400, 'EC_MISSING_FIELD']],
    ['a number', { username: 7, password: 'x' }, [400, 'EC_INVALID_INPUT']],
    ['10 kB', { username: 'a'.repeat(10_000), password: 'b'.repeat(10_000) }, [400, 'EC_INVALID_INPUT']],
    [
      'control characters',
      { username: 'as\0dis\u0007', password: '\0'.repeat(6) },
      [400, 'EC_INVALID_INPUT'],
    ],
    ['half an emoji', { username: 'asdis\ud83d', password: '🙂'.repeat(6) }, [400, 'EC_INVALID_INPUT']],
    ['right-to-left marks', { username: '\u202easdis', password: '🙂'.repeat(6) }, wrong],
    ['a fragment of SQL', { username: "' OR 1=1 --", password: "' OR 1=1 --" }, wrong],
  ])('%s is refused by name', async (_, body, answer) => {
    expect(told(await post(app, '/auth/login', body))).toEqual(answer);
  });

  test.each([
    ['no name', ' ', 'lykilord1', 'username', 'usernameRequired'],
    ['13 letters', 'asdisasdisasd', 'lykilord1', 'username', 'usernameLengthMax'],
    ['no password', 'asdis', '', 'password', 'passwordRequired'],
    ['5 letters', 'asdis', 'lykil', 'password', 'passwordLengthShort'],
    ['5 characters of two halves', 'asdis', '🙂'.repeat(5), 'password', 'passwordLengthShort'],
    ['31 letters', 'asdis', 'a'.repeat(31), 'password', 'passwordLengthShort'],
  ])('%s is an issue and no guess', async (_, username, password, field, message) => {
    const { status, body } = await login(username, password);
    expect([status, body.code, body.issues]).toEqual([
      400,
      'EC_INVALID_INPUT',
      { body: [{ path: [field], message }] },
    ]);
    expect((await data.pool.query('SELECT FROM name_failures')).rows).toEqual([]);
  });

  test('12 letters around blanks and 6 as a person counts them are looked up', async () => {
    expect(told(await login(' asdisasdisas ', '🙂'.repeat(6)))).toEqual(wrong);
    expect(told(await login('asdis', 'a'.repeat(30)))).toEqual(wrong);
  });

  test('a wrong name or password is told as that, not as a missing session', async () => {
    const [known, unknown] = [await login('asdis', 'rangt-ord'), await login('enginn', 'rangt-ord')];
    expect(known.body.message).toBe('The user name or the password is not correct.');
    expect(unknown.body.message).toBe(known.body.message);
  });

  test('an account that needs electronic ID is 502 with playerId beside the code', async () => {
    await data.pool.query('UPDATE wallets SET certificate_expires = domain_now()::date - 31');
    const answer = await login('asdis', 'lykilord1');
    expect([...told(answer), answer.body.playerId]).toEqual([502, 'EC_ELOGIN_AUTH_REQUIRED', playerId]);
    expect((await login('asdis', 'rangt-ord')).body.playerId).toBeUndefined();
    await data.pool.query('UPDATE wallets SET certificate_expires = domain_now()::date + 300');
  });

  test('a closed account is told after the right password only', async () => {
    await data.pool.query('UPDATE wallets SET closed_at = domain_now()');
    expect(told(await login('asdis', 'lykilord1'))).toEqual([400, 'EC_ACCOUNT_CLOSED']);
    expect(told(await login('asdis', 'rangt-ord'))).toEqual(wrong);
    await data.pool.query('UPDATE wallets SET closed_at = NULL');
  });
});

describe('must-hold 5: three failures in a row', () => {
  test.each(['asdis', 'enginn'])('close the name %s for 30 minutes, whatever comes then', async (name) => {
    const failures = [];
    for (let turn = 0; turn < 3; turn++) failures.push(told(await login(name, `rangt${turn}`)));
    expect(failures).toEqual([wrong, wrong, wrong]);
    const closed = await login(name.toUpperCase(), 'lykilord1', '198.51.100.9');
    expect(told(closed)).toEqual(tooMany);
    const seconds = Number(closed.headers.get('retry-after'));
    expect([seconds > 1790, seconds <= 1800]).toEqual([true, true]);
    await later('29 minutes');
    expect(told(await login(name, 'lykilord1'))).toEqual(tooMany);
    await later('1 minute');
    const open = name === 'asdis' ? [200, undefined] : wrong;
    expect(told(await login(name, 'lykilord1'))).toEqual(open);
  });

  test('stay apart from other names', async () => {
    for (let turn = 0; turn < 3; turn++) await login('enginn', 'rangt-ord');
    expect((await login('asdis', 'lykilord1')).status).toBe(200);
  });

  test('are forgotten by the right password', async () => {
    for (let turn = 0; turn < 4; turn++) {
      expect(told(await login('asdis', 'rangt-ord'))).toEqual(wrong);
      expect(told(await login('asdis', 'rangt-ord'))).toEqual(wrong);
      expect((await login('asdis', 'lykilord1')).status).toBe(200);
    }
  });

  test('count only within 30 minutes', async () => {
    for (let turn = 0; turn < 6; turn++) {
      expect(told(await login('asdis', 'rangt-ord'))).toEqual(wrong);
      await later('16 minutes');
    }
  });

  test('tell three guesses of thirty made at once, and no more', async () => {
    const guesses = Array.from({ length: 30 }, (_, turn) => login('asdis', `rangt${turn}`));
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    expect(answers.filter((status) => status === 400)).toHaveLength(3);
    expect(answers.filter((status) => status === 429)).toHaveLength(27);
  });

  test('answer next-auth 4 with an address, 429 and Retry-After', async () => {
    const visitor = createVisitor(app);
    for (let turn = 0; turn < 3; turn++) {
      expect((await visitor.signIn({ password: 'rangt-ord' })).status).toBe(401);
    }
    const answer = await visitor.signIn();
    const { url } = await json(answer);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 1790]).toEqual([429, true]);
    expect(url).toBe('http://localhost/api/auth/error?error=EC_ACTION_NOT_ALLOWED');
    const plain = await visitor.signIn({ json: '' });
    expect([plain.status, plain.headers.get('location')]).toEqual([302, url]);
  });
});

describe('must-hold 6: one guess over many names', () => {
  test('slows the network down, twice as long after each failure, and no other network', async () => {
    const ip = (turn: number) => `203.0.113.${turn + 1}`;
    for (let turn = 0; turn < 21; turn++) {
      expect(told(await login(`nafn${turn}`, 'sumar2026', ip(turn)))).toEqual(wrong);
    }
    const waits: number[] = [];
    for (let turn = 21; turn < 25; turn++) {
      const refused = await login(`nafn${turn}`, 'sumar2026', ip(turn));
      expect(told(refused)).toEqual(tooMany);
      const wait = Number(refused.headers.get('retry-after'));
      waits.push(wait);
      await later(`${wait} seconds`);
      expect(told(await login(`nafn${turn}`, 'sumar2026', ip(turn)))).toEqual(wrong);
    }
    for (const [index, wait] of waits.slice(1).entries()) {
      expect(wait / (waits[index] ?? 0)).toBeGreaterThan(1.3);
    }
    expect((await login('asdis', 'lykilord1', '198.51.100.1')).status).toBe(200);
  });

  test('waits a quarter of an hour at most and forgets a failure a minute', async () => {
    await login('enginn', 'rangt-ord');
    await data.pool.query('UPDATE failure_levels SET level = 1000');
    const refused = await login('annar', 'rangt-ord');
    expect(refused.headers.get('retry-after')).toBe('900');
    await data.pool.query('UPDATE failure_levels SET level = 22');
    await later('22 minutes');
    await login('enginn', 'rangt-ord');
    expect(Math.max(...(await levels()))).toBeLessThan(1.5);
  });

  test('from many networks holds everybody up a little, and shuts nobody out', async () => {
    for (let turn = 0; turn < 3; turn++) await login(`nafn${turn}`, 'rangt-ord', `10.0.${turn}.1`);
    const reached = await levels();
    expect(reached.slice(0, 3).map(Math.round)).toEqual([1, 1, 1]);
    // Everybody's level forgets a failure a second, also while this is tried.
    expect(reached.length).toBe(4);
    expect(reached[3]).toBeGreaterThan(1);
    expect(reached[3]).toBeLessThanOrEqual(3);
    await data.pool.query(
      'UPDATE failure_levels SET level = 151 WHERE level = (SELECT max(level) FROM failure_levels)',
    );
    const began = performance.now();
    expect((await login('asdis', 'lykilord1', '198.51.100.1')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(400);
    const { rows } = await data.pool.query(
      `SELECT everybody_held(level_key, last_at) AS held FROM failure_levels WHERE level > 100`,
    );
    expect(rows).toEqual([{ held: 0.51 }]);
  });
});

test('no name and no address is written down', async () => {
  await login('asdis', 'rangt-ord', '203.0.113.77');
  const { rows } = await data.pool.query<{ key: string }>(
    `SELECT encode(name_key, 'escape') || f::text AS key FROM name_failures f
     UNION ALL SELECT encode(level_key, 'escape') || l::text FROM failure_levels l`,
  );
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.key).join('')).not.toMatch(/asdis|203\.0/i);
});

test('what counts for nothing is deleted', async () => {
  for (let turn = 0; turn < 5; turn++) await login(`nafn${turn}`, 'rangt-ord', `10.0.${turn}.1`);
  await later('2 days');
  await login('enginn', 'rangt-ord');
  const { rows } = await data.pool.query('SELECT FROM name_failures');
  expect([rows.length, (await levels()).length]).toEqual([1, 2]);
});
