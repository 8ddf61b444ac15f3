/**
 * What next-auth 4's interface says and `auth.test.ts` has not: status, headers,
 * cookies and body of each endpoint.
 */
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAddressFinder, createVisitorFinder } from '#server/http/address.ts';
import { callInside } from '#server/http/inside-call.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer, createVisitor, json, type Visitor } from '#test/harness/visitor.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let visitor: Visitor;

const origin = 'http://localhost';
const base = `${origin}/api/auth`;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addKnownPlayer(data);
});
afterAll(() => data.close());
beforeEach(() => {
  visitor = createVisitor(app);
});

const urlOf = async (answer: Response) => String((await json(answer))['url']);
const post = (body: string, contentType: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': contentType },
});

describe('GET session', () => {
  test('is {} without one, with headers that keep it out of every cache', async () => {
    const answer = await visitor.call('/session');
    expect([answer.status, await json(answer)]).toEqual([200, {}]);
    const headers = ['cache-control', 'pragma', 'expires'].map((name) => answer.headers.get(name));
    expect(headers).toEqual(['private, no-cache, no-store', 'no-cache', '0']);
  });

  test('sets the cookie again until it ends, in one piece, and clears one that is unusable', async () => {
    await visitor.signIn();
    const answer = await visitor.call('/session');
    const lines = answer.headers.getSetCookie();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toBe(
      `next-auth.session-token=${visitor.jar.get('next-auth.session-token')}; Max-Age=1800; Path=/; ` +
        'HttpOnly; SameSite=Lax',
    );
    visitor.jar.set('next-auth.session-token', 'made-up');
    await visitor.call('/session');
    expect(visitor.jar.has('next-auth.session-token')).toBe(false);
  });
});

describe('POST session', () => {
  const update = async (body: object) =>
    visitor.call('/session', post(JSON.stringify(body), 'application/json'));

  test('re-reads the session and lets nothing be set, without cache headers of its own', async () => {
    await visitor.signIn();
    const before = await json(await visitor.call('/session'));
    const csrfToken = await visitor.csrf();
    const answer = await update({ csrfToken, data: { user: { playerId: '1' }, expires: '2099-01-01' } });
    expect(await json(answer)).toEqual(before);
    expect(answer.headers.get('pragma')).toBeNull();
  });

  test('is {} for who is signed out', async () => {
    const answer = await update({ csrfToken: await visitor.csrf(), data: {} });
    expect([answer.status, await json(answer)]).toEqual([200, {}]);
  });

  test.each([{}, { csrfToken: 'a'.repeat(64) }, { csrfToken: 7 }, []])('%j is 400 {}', async (body) => {
    const answer = await update(body);
    expect([answer.status, await json(answer)]).toEqual([400, {}]);
  });

  test('what is no JSON is 400 {}', async () => {
    const answer = await visitor.call('/session', post('{', 'application/json'));
    expect([answer.status, await json(answer)]).toEqual([400, {}]);
  });
});

describe('GET signin', () => {
  const signInPage = (callbackUrl: string, error?: string) =>
    `${origin}/?${new URLSearchParams({ login: 'true', callbackUrl, ...(error && { error }) })}`;

  test.each([
    ['', signInPage(origin)],
    ['?callbackUrl=/minar-sidur', signInPage(`${origin}/minar-sidur`)],
    ['?error=SessionRequired&callbackUrl=/a', signInPage(`${origin}/a`, 'SessionRequired')],
    ['?csrf=true', signInPage(origin)],
    ['?callbackUrl=https%3A%2F%2Fillt.example', signInPage(origin)],
  ])('%s leads to the page with the dialog', async (query, location) => {
    const answer = await visitor.call(`/signin${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
  });

  test('remembers where the visitor was going', async () => {
    await visitor.call('/signin?callbackUrl=/urslit/lotto');
    expect(await urlOf(await visitor.signIn())).toBe(`${origin}/urslit/lotto`);
  });
});

describe('POST signin', () => {
  test.each([
    ['/signin/credentials', {}, `${base}/signin`],
    ['/signin/credentials', { csrfToken: 'x' }, `${base}/signin?csrf=true`],
    ['/signin/google', {}, `${base}/signin?csrf=true`],
    ['/signin/toString', {}, `${base}/signin?csrf=true`],
    ['/signin', {}, `${base}/signin?csrf=true`],
  ])('%s %j', async (path, fields: Record<string, string>, url) => {
    const answer = await visitor.submit(path, fields);
    expect([answer.status, await urlOf(answer)]).toEqual([200, url]);
    const plain = await visitor.submit(path, { ...fields, json: 'TRUE' });
    expect([plain.status, plain.headers.get('location')]).toEqual([302, url]);
  });
});

describe('signout', () => {
  test('GET asks on a page whose form signs out without script', async () => {
    await visitor.signIn();
    const answer = await visitor.call('/signout?callbackUrl=/en/results');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(page).toContain('<html lang="en">');
    const csrfToken = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? '';
    const left = await visitor.submit('/signout', { csrfToken, json: '' });
    expect([left.status, left.headers.get('location')]).toEqual([302, `${origin}/en/results`]);
    expect(await json(await visitor.call('/session'))).toEqual({});
  });

  test('a bad CSRF token signs nobody out', async () => {
    await visitor.signIn();
    expect(await urlOf(await visitor.submit('/signout', { csrfToken: 'x' }))).toBe(
      `${base}/signout?csrf=true`,
    );
    expect(await json(await visitor.call('/session'))).toHaveProperty('user');
  });
});

describe('GET error', () => {
  const atSignIn = [
    'Signin',
    'OAuthSignin',
    'OAuthCallback',
    'OAuthCreateAccount',
    'EmailCreateAccount',
    'Callback',
    'OAuthAccountNotLinked',
    'EmailSignin',
    'CredentialsSignin',
    'SessionRequired',
    'default',
    'EC_AUTH_FAIL',
    'EC_ELOGIN_AUTH_REQUIRED:100001',
  ];
  test.each(atSignIn)('%s is shown where one signs in', async (error) => {
    const answer = await visitor.call(`/error?error=${encodeURIComponent(error)}`);
    const location = `${base}/signin?error=${encodeURIComponent(error)}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
  });

  test.each([
    ['?error=Configuration', 500, 'Innskráning er biluð'],
    ['?error=AccessDenied', 403, 'Þú hefur ekki aðgang'],
    ['?error=Verification', 403, 'Tengillinn er útrunninn'],
    ['?error=Default', 200, 'Innskráning tókst ekki'],
    ['?error=<script>', 200, 'Innskráning tókst ekki'],
    ['', 200, 'Innskráning tókst ekki'],
  ])('%s is a page of its own with %i', async (query, status, text) => {
    const answer = await visitor.call(`/error${query}`);
    const page = await answer.text();
    expect(answer.status).toBe(status);
    expect(page).toContain(text);
    expect(page).not.toContain('<script');
  });
});

test('GET verify-request is a page', async () => {
  const answer = await visitor.call('/verify-request');
  expect([answer.status, (await answer.text()).includes('Tengillinn er á leiðinni')]).toEqual([200, true]);
});

test.each([
  ['GET', '/callback/credentials'],
  ['GET', '/callback/google'],
  ['POST', '/callback/google'],
  ['GET', '/signin/credentials/x'],
  ['POST', '/providers'],
  ['POST', '/error'],
  ['GET', '/_log'],
  ['PUT', '/session'],
  ['DELETE', '/signout'],
])('%s %s is 400 in words', async (method, path) => {
  const answer = await visitor.call(path, { method });
  const words = `${method} on this address is not supported.`;
  expect([answer.status, await answer.text()]).toEqual([400, words]);
});

test('a form over 16 kB is 413', async () => {
  const answer = await visitor.signIn({ username: 'x'.repeat(17_000) });
  expect([answer.status, (await json(answer))['code']]).toEqual([413, 'EC_INVALID_INPUT']);
});

describe('callback URL', () => {
  test.each([
    ['/urslit?a=1#b', `${origin}/urslit?a=1#b`],
    [`${origin}/x`, `${origin}/x`],
    ['', origin],
    ['https://localhost/x', origin],
    ['http://localhost:81/x', origin],
    ['http://localhost.illt.example/', origin],
    ['http://illt.example@localhost/', origin],
    ['http://localhost@illt.example/', origin],
    ['//illt.example', origin],
    ['/\\illt.example', origin],
    ['\\\\illt.example', origin],
    ['/\t/illt.example', origin],
    ['/./\\/illt.example', origin],
    ['/a/..//illt.example', origin],
    [`${origin}//illt.example`, origin],
    ['javascript:alert(1)', origin],
    [' javascript:alert(1)', origin],
    ['data:text/html,x', origin],
    ['http://[', origin],
    [`/${'a'.repeat(3000)}`, origin],
    [`/${'í'.repeat(1000)}`, origin],
  ])('must-hold 25: %s', async (asked, url) => {
    expect(await urlOf(await visitor.submit('/signout', { callbackUrl: asked }))).toBe(url);
    const kept = decodeURIComponent(visitor.jar.get('next-auth.callback-url') ?? '');
    expect(kept).toBe(url);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://localhost/', 'nothing'])(
    'InvalidCallbackUrl: %s in the query leads no page on, and no form',
    async (asked) => {
      const query = `?callbackUrl=${encodeURIComponent(asked)}`;
      for (const action of ['signin', 'signout', 'error', 'verify-request']) {
        const answer = await visitor.call(`/${action}${query}`);
        const location = `${base}/error?error=Configuration`;
        expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
      }
      const answer = await visitor.submit(`/signout${query}`);
      const body = { name: 'InvalidCallbackUrl', message: 'The callback URL is not valid.' };
      expect([answer.status, await json(answer)]).toEqual([400, body]);
    },
  );

  test('a cookie that was tampered with leads home', async () => {
    visitor.jar.set('next-auth.callback-url', encodeURIComponent('https://illt.example/'));
    expect(await urlOf(await visitor.signIn())).toBe(origin);
  });
});

describe('cookies on https', () => {
  const https = { headers: { 'x-forwarded-proto': 'https' } };
  const proxy = '192.0.2.1';
  let behind: ReturnType<typeof testApp>['app'];
  beforeAll(() => {
    behind = testApp({ ...data, config: { ...data.config, trustedProxies: [proxy] } }).app;
  });
  const signIn = async (who: Visitor) => {
    const csrfToken = String((await json(await who.call('/csrf', https)))['csrfToken']);
    const fields = { username: 'asdis', password: 'lykilord1', csrfToken };
    return who.submit('/callback/credentials', fields, https);
  };

  test('must-hold 17: __Secure- and __Host- names, Secure, and addresses on https', async () => {
    const who = createVisitor(behind, proxy);
    const [line = ''] = (await who.call('/csrf', https)).headers.getSetCookie();
    expect(line).toMatch(/^__Host-next-auth\.csrf-token=\w+%7C\w+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const answer = await signIn(who);
    expect(await urlOf(answer)).toBe('https://localhost');
    expect([...who.jar.keys()].sort()).toEqual([
      '__Host-hending-device',
      '__Host-next-auth.csrf-token',
      '__Secure-next-auth.callback-url',
      '__Secure-next-auth.session-token',
    ]);
    for (const set of answer.headers.getSetCookie()) expect(set).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  });

  test('a page that is rendered for such a visitor calls in the visitor’s name', async () => {
    const who = createVisitor(behind, proxy);
    await signIn(who);
    const page = new Hono();
    page.use(createAddressFinder(createVisitorFinder([proxy])));
    page.get('/api/page', (context) => callInside(behind, '/api/auth/session', {}, context));
    const cookie = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const from = (ip: string) => ({ incoming: { socket: { remoteAddress: ip } } });
    const told = async (ip: string) => {
      const headers = { ...https.headers, host: 'localhost', cookie };
      return json(await page.request(`${origin}/api/page`, { headers }, from(ip)));
    };
    expect(await told(proxy)).toMatchObject({ user: { username: 'asdis' } });
    expect(await told('203.0.113.1')).toEqual({});
  });

  test.each(['', '203.0.113.1'])('whoever is no trusted proxy (%j) cannot claim it', async (ip) => {
    const who = createVisitor(behind, ip);
    const answer = await signIn(who);
    expect(await urlOf(answer)).toBe(origin);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    for (const name of who.jar.keys()) expect(name).not.toMatch(/^__/);
    for (const set of answer.headers.getSetCookie()) expect(set).not.toContain('Secure');
  });
});
