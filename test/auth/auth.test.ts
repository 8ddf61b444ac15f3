/** The session endpoints as the browser client of next-auth 4 sees them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setClock } from '#server/platform/advance-clock.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer, createVisitor, json, type Visitor } from '#test/harness/visitor.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let visitor: Visitor;
let jar: Visitor['jar'];
let playerId: number;

const sessionCookie = 'next-auth.session-token';

const call: Visitor['call'] = (...sent) => visitor.call(...sent);
const csrf = () => visitor.csrf();
const signIn: Visitor['signIn'] = (fields) => visitor.signIn(fields);

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  playerId = await addKnownPlayer(data);
});
afterAll(() => data.close());
beforeEach(() => {
  visitor = createVisitor(app);
  ({ jar } = visitor);
});

describe('csrf', () => {
  test('gives 64 hex characters, a cookie token|hash, the same token while the cookie holds', async () => {
    const answer = await call('/csrf');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-store');
    const token = String((await json(answer))['csrfToken']);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(decodeURIComponent(jar.get('next-auth.csrf-token') ?? '')).toMatch(
      new RegExp(`^${token}\\|[0-9a-f]{64}$`),
    );
    expect(await csrf()).toBe(token);
  });

  test('a forged hash is replaced', async () => {
    jar.set('next-auth.csrf-token', encodeURIComponent(`${'a'.repeat(64)}|${'b'.repeat(64)}`));
    expect(await csrf()).not.toBe('a'.repeat(64));
  });
});

test('providers are keyed by id with absolute addresses', async () => {
  expect(await json(await call('/providers'))).toEqual({
    credentials: {
      id: 'credentials',
      name: 'Credentials',
      type: 'credentials',
      signinUrl: 'http://localhost/api/auth/signin/credentials',
      callbackUrl: 'http://localhost/api/auth/callback/credentials',
    },
    elogin: {
      id: 'elogin',
      name: 'Electronic ID',
      type: 'credentials',
      signinUrl: 'http://localhost/api/auth/signin/elogin',
      callbackUrl: 'http://localhost/api/auth/callback/elogin',
    },
  });
});

describe('signing in', () => {
  test('must-hold 17: sets an HttpOnly, SameSite=Lax cookie whose token is nowhere stored', async () => {
    const answer = await signIn({ callbackUrl: '/lottoleikir/lotto' });
    expect([answer.status, await json(answer)]).toEqual([200, { url: 'http://localhost/lottoleikir/lotto' }]);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith(sessionCookie)) ?? '';
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    const token = jar.get(sessionCookie) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await data.pool.query('SELECT 1 FROM sessions WHERE token_hash = $1', [
      createHash('sha256').update(token).digest(),
    ]);
    expect(rows).toHaveLength(1);
  });

  test('the session says who and until when, and nothing else', async () => {
    await signIn();
    const session = await json(await call('/session'));
    expect(session['user']).toEqual({
      playerId: String(playerId),
      username: 'asdis',
      firstName: 'Prufa',
      lastName: 'Prufudóttir',
    });
    expect(Object.keys(session).sort()).toEqual(['expires', 'user']);
  });

  test('the user name is trimmed and its case does not matter', async () => {
    expect((await signIn({ username: '  ASDIS ' })).status).toBe(200);
  });

  test('a new sign-in has a new token and ends the former session', async () => {
    await signIn();
    const former = jar.get(sessionCookie) ?? '';
    await signIn();
    expect(jar.get(sessionCookie)).not.toBe(former);
    jar.set(sessionCookie, former);
    expect(await json(await call('/session'))).toEqual({});
  });

  test.each([
    ['wrong password', { password: 'rangt-ord' }],
    ['unknown name', { username: 'enginn' }],
    ['nothing at all', { username: '', password: '' }],
  ])('must-hold 7: %s is 401 with the same error', async (_, fields) => {
    const answer = await signIn(fields);
    expect(answer.status).toBe(401);
    const url = new URL(String((await json(answer))['url']));
    expect([url.pathname, url.searchParams.get('error')]).toEqual(['/api/auth/error', 'EC_AUTH_FAIL']);
    expect(jar.has(sessionCookie)).toBe(false);
  });

  test('a bad CSRF token signs nobody in', async () => {
    await csrf();
    const answer = await signIn({ csrfToken: '' });
    expect([answer.status, await json(answer)]).toEqual([
      200,
      { url: 'http://localhost/api/auth/signin?csrf=true' },
    ]);
    expect(jar.has(sessionCookie)).toBe(false);
  });

  test('without the json flag every outcome is a redirect', async () => {
    const right = await signIn({ json: 'false', callbackUrl: '/urslit/lotto' });
    expect([right.status, right.headers.get('location')]).toEqual([302, 'http://localhost/urslit/lotto']);
    const wrong = await signIn({ json: '', password: 'rangt-ord' });
    expect(wrong.status).toBe(302);
    expect(wrong.headers.get('location')).toContain('/api/auth/error?error=EC_AUTH_FAIL');
  });

  test.each([
    'https://illt.example/x',
    '//illt.example',
    'http://localhost.illt.example',
    'javascript:alert(1)',
    '\\\\illt.example',
    'http://localhost@illt.example/',
    'data:text/html,x',
  ])('must-hold 25: callback %s leads home', async (callbackUrl) => {
    const { url } = await json(await signIn({ callbackUrl }));
    expect(new URL(String(url)).origin).toBe('http://localhost');
  });

  test('a closed account is told after the right password only; a lapsed one asks for e-ID', async () => {
    await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [playerId]);
    expect(String((await json(await signIn()))['url'])).toContain('error=EC_ACCOUNT_CLOSED');
    expect(String((await json(await signIn({ password: 'rangt-ord' })))['url'])).toContain(
      'error=EC_AUTH_FAIL',
    );
    await data.pool.query(
      `UPDATE wallets SET closed_at = NULL, certificate_expires = domain_now()::date - 31
       WHERE player_id = $1`,
      [playerId],
    );
    const url = new URL(String((await json(await signIn()))['url']));
    expect(url.searchParams.get('error')).toBe(`EC_ELOGIN_AUTH_REQUIRED:${playerId}`);
    await data.pool.query(
      `UPDATE wallets SET certificate_expires = domain_now()::date - 1 WHERE player_id = $1`,
      [playerId],
    );
    expect((await signIn()).status).toBe(200);
  });

  test('a foreign origin is refused', async () => {
    const headers = { origin: 'https://illt.example' };
    const answer = await visitor.submit('/callback/credentials', { username: 'asdis' }, { headers });
    expect([answer.status, (await json(answer))['code']]).toEqual([403, 'EC_ACTION_NOT_ALLOWED']);
  });
});

describe('the session ends', () => {
  test('must-hold 21: at sign-out, at once and on the server', async () => {
    await signIn();
    const token = jar.get(sessionCookie) ?? '';
    const answer = await visitor.submit('/signout', { callbackUrl: '/' });
    expect(await json(answer)).toEqual({ url: 'http://localhost/' });
    expect(jar.has(sessionCookie)).toBe(false);
    jar.set(sessionCookie, token);
    expect(await json(await call('/session'))).toEqual({});
  });

  test.each([
    ['must-hold 18: after 30 idle minutes', `last_used_at = domain_now() - interval '31 minutes'`],
    ['must-hold 19: after 12 hours whatever was done', `ends_at = domain_now() - interval '1 second'`],
  ])('%s', async (_, change) => {
    await signIn();
    await data.pool.query(`UPDATE sessions SET ${change} WHERE player_id = $1`, [playerId]);
    expect(await json(await call('/session'))).toEqual({});
    const answer = await app.request('http://localhost/api/proxy/user/account/details', {
      headers: { cookie: `${sessionCookie}=${jar.get(sessionCookie) ?? ''}` },
    });
    expect(answer.status).toBe(401);
  });

  test('reading the session does not keep it alive, a product call does', async () => {
    await signIn();
    const cookie = `${sessionCookie}=${jar.get(sessionCookie)}`;
    const idle = async () => {
      const { rows } = await data.pool.query<{ idle: boolean }>(
        `SELECT last_used_at < domain_now() - interval '5 minutes' AS idle FROM sessions WHERE player_id = $1
         ORDER BY created_at DESC LIMIT 1`,
        [playerId],
      );
      return rows[0]?.idle;
    };
    await data.pool.query(
      `UPDATE sessions SET last_used_at = domain_now() - interval '10 minutes' WHERE player_id = $1`,
      [playerId],
    );
    await call('/session');
    expect(await idle()).toBe(true);
    await app.request('http://localhost/api/proxy/user/account/details', { headers: { cookie } });
    expect(await idle()).toBe(false);
  });
});

describe('POST session', () => {
  test('answers the session with a good token and 400 {} without', async () => {
    await signIn();
    const send = (csrfToken: string) =>
      call('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ csrfToken, data: { user: { playerId: '1' } } }),
      });
    const updated = await json(await send(await csrf()));
    expect((updated['user'] as { playerId: string }).playerId).toBe(String(playerId));
    const refused = await send('x');
    expect([refused.status, await json(refused)]).toEqual([400, {}]);
  });
});

test('any other action is 400 in words', async () => {
  const answer = await call('/nothing');
  expect([answer.status, await answer.text()]).toEqual([400, 'GET on this address is not supported.']);
});

test('a clock years ahead of browsers lets people in, and their cookies live as long as ever', async () => {
  const { rows } = await data.pool.query<{ at: Date }>(`SELECT domain_now() + interval '401 days' AS at`);
  await setClock(data.db, rows[0]?.at ?? new Date(0));
  await data.pool.query('UPDATE wallets SET certificate_expires = domain_now()::date + 300');
  const lives = (answer: Response, name: string) =>
    answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';
  const answer = await signIn();
  expect(answer.status).toBe(200);
  expect(lives(answer, sessionCookie)).toContain('; Max-Age=1800;');
  expect(lives(answer, 'hending-device')).toContain(`; Max-Age=${400 * 86_400};`);
  await data.pool.query(
    `UPDATE sessions SET ends_at = domain_now() + interval '10 minutes' WHERE player_id = $1`,
    [playerId],
  );
  expect(lives(await call('/session'), sessionCookie)).toContain('; Max-Age=600;');
  expect(answer.headers.getSetCookie().join()).not.toContain('Expires=');
});
