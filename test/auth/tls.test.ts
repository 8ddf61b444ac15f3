/** Behind a proxy that ends TLS: cookies travel over TLS alone, and pages in the open are foreign. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer, createVisitor, json, type Visitor } from '#test/harness/visitor.ts';

const proxy = '10.1.2.3';
const stranger = '203.0.113.5';
const overTls = { 'x-forwarded-proto': 'https' };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let visitor: Visitor;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp({ ...data, config: { ...data.config, trustedProxies: ['10.0.0.0/8'] } }));
  await addKnownPlayer(data);
});
afterAll(() => data.close());
beforeEach(() => {
  visitor = createVisitor(app, proxy);
});

async function signIn(headers: Record<string, string>) {
  const { csrfToken } = await json(await visitor.call('/csrf', { headers }));
  const fields = { username: 'asdis', password: 'lykilord1', csrfToken: String(csrfToken) };
  return visitor.submit('/callback/credentials', fields, { headers });
}

test('every cookie of a visitor over TLS is Secure, by its name too, and signs in', async () => {
  const answer = await signIn({ ...overTls, origin: 'https://localhost' });
  expect(answer.status).toBe(200);
  const lines = answer.headers.getSetCookie();
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^__(Secure|Host)-.*; Secure/);
  for (const name of visitor.jar.keys()) expect(name).toMatch(/^__(Secure|Host)-/);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  expect(await json(await visitor.call('/session', { headers: overTls }))).toHaveProperty('user');
  // The same cookies in the open are nobody's.
  expect(await json(await visitor.call('/session'))).toEqual({});
});

test('a stranger who says they came over TLS did not', async () => {
  visitor = createVisitor(app, stranger);
  const answer = await signIn({ ...overTls, origin: 'http://localhost' });
  expect(answer.status).toBe(200);
  for (const line of answer.headers.getSetCookie()) expect(line).not.toContain('Secure');
});

test.each([
  ['over TLS', overTls, 'https://localhost', true],
  ['over TLS, from a page in the open', overTls, 'http://localhost', false],
  ['in the open', {}, 'http://localhost', true],
  ['in the open, from a page over TLS', {}, 'https://localhost', false],
  ['from elsewhere', overTls, 'https://elsewhere.example', false],
  ['from another port', overTls, 'https://localhost:8443', false],
  ['from a frame without an origin', overTls, 'null', false],
  ['written otherwise', overTls, 'https://LOCALHOST:443', true],
])('a call %s', async (_, forwarded, origin, isOwn) => {
  const headers = { ...forwarded, origin, 'content-type': 'application/json' };
  const login = { method: 'POST', headers, body: '{}' };
  const answer = await json(await visitor.call('/api/proxy/auth/login', login));
  expect(answer['code']).toBe(isOwn ? 'EC_MISSING_FIELD' : 'EC_ACTION_NOT_ALLOWED');
  expect((await signIn(headers)).status).toBe(isOwn ? 200 : 403);
});
