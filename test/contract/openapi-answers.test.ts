/** What the product answers is what the document of the API says: status, headers and body. */
import { registerSchema, validate } from '@hyperjump/json-schema/openapi-3-1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type Call } from '#contract/call.ts';
import { testApp, wellProbe } from '#test/harness/app.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';
import { calls, document, type Operation } from './api-document.ts';

const documentUri = 'https://hending.invalid/api';
const base = 'http://localhost';
const foreign = { origin: 'https://annar.is' };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data, contentInMemory().service));
  await addDraw(data, { number: 2085 });
  // The whole document is one resource, so that references between its parts are found.
  registerSchema(document as never, documentUri, 'https://spec.openapis.org/oas/3.1/dialect/base');
});
afterAll(() => data.close());

const newCookie = async () => (await addPlayers(data, 1, 10_000))[0]?.cookie ?? '';

function judgeBody(body: unknown, ...place: string[]) {
  const fragment = ['paths', ...place].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return validate(`${documentUri}#/${fragment.join('/')}`, body as never, 'BASIC');
}

const alwaysThere = ['Cache-Control', 'ETag', 'Retry-After', 'Content-Disposition', 'Location'];

/** @returns the status, once the answer is as documented for the path `template` */
async function judge(path: string, template: string, init: RequestInit = {}, asked = app): Promise<number> {
  const answer = await asked.request(base + path, init);
  const method = (init.method ?? 'GET').toLowerCase();
  const what = `${method} ${template} ${answer.status}`;
  const operation = document.paths[template]?.[method] as Operation;
  const said = operation.responses[answer.status];
  if (!said) throw new Error(`${what} is not documented`);
  const { content = {}, headers = {} } = said;
  for (const name of alwaysThere.filter((each) => each in headers)) {
    expect(answer.headers.has(name), `${what} has ${name}`).toBe(true);
  }
  for (const name of ['Idempotent-Replay', 'Retry-After', 'ETag']) {
    if (answer.headers.has(name)) expect(headers, what).toHaveProperty(name);
  }
  const text = await answer.text();
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (text === '') expect(content, what).toEqual({});
  else expect(Object.keys(content), what).toContain(type);
  if (text !== '' && type === 'application/json') {
    const place = [template, method, 'responses', String(answer.status), 'content', type, 'schema'];
    expect(await judgeBody(JSON.parse(text), ...place), what).toEqual({ valid: true });
  }
  return answer.status;
}

test('a body that is not as documented is noticed', async () => {
  const place = (path: string, status: string) =>
    [`/api/proxy${path}`, 'get', 'responses', status, 'content', 'application/json', 'schema'] as const;
  const error = { message: '', code: 'EC_AUTH_FAIL', details: { errorId: '1' } };
  const judged = async (body: unknown) => (await judgeBody(body, ...place('/user/sessions', '401'))).valid;
  expect(await judged(error)).toBe(true);
  expect(await judged({ ...error, code: 'EC_ODD' })).toBe(false);
  expect(await judged({ ...error, details: {} })).toBe(false);
  expect((await judgeBody({ draws: [{}] }, ...place('/lotto/current-draw', '200'))).valid).toBe(false);
});

const odd = encodeURIComponent('\uFFFD'.repeat(300));
const pathOf = ({ path }: Call, value: string) =>
  basePath + path.replace('{gameId}', value === '1' ? 'lotto' : value).replace(/\{\w+\}/g, value);

test.each(calls.filter(([, { method }]) => method === 'GET'))('%s', async (_, call) => {
  const template = basePath + call.path;
  const cookie = await newCookie();
  const right = '?gameId=lotto&week=47&year=2026&slug=um-okkur&query=lo';
  const path = pathOf(call, '1');
  for (const headers of [{ cookie }, {}]) await judge(path + right, template, { headers });
  const { headers } = await app.request(base + path + right);
  const etag = headers.get('etag');
  if (etag) expect(await judge(path + right, template, { headers: { 'if-none-match': etag } })).toBe(304);
  await judge(path, template, { headers: { cookie } });
  const query = Object.keys(call.query?.shape ?? {}).map((name) => `${name}=${odd}`);
  await judge(`${pathOf(call, odd)}?${query.join('&')}`, template, { headers: { cookie } });
});

test.each(calls.filter(([, { method }]) => method === 'POST'))('%s', async (_, call) => {
  const path = pathOf(call, '1');
  const type = { 'content-type': 'application/json' };
  const tooLong = String((call.bodyBytesMax ?? 65_536) + 1);
  const send = (headers: Record<string, string>, body: string) =>
    judge(path, basePath + call.path, { method: 'POST', headers, body });
  expect(await send({ ...type, ...foreign }, '{}')).toBe(403);
  expect(await send({ ...type, 'content-length': tooLong }, '{}')).toBe(413);
  for (const body of ['', '{', '{}', '{"amount":-1,"rows":7}']) {
    await send(type, body);
    await send({ ...type, cookie: await newCookie() }, body);
  }
});

test('a purchase, once more with its key, and another with the same', async () => {
  const cookie = await newCookie();
  const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  const buy = (stake: number) =>
    judge('/api/proxy/lotto/buy', '/api/proxy/lotto/buy', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'idempotency-key': 'einn' },
      body: JSON.stringify({ ...wager, stake }),
    });
  expect([await buy(150), await buy(150), await buy(300)]).toEqual([201, 201, 400]);
  const list = '/api/proxy/user/tickets';
  expect(await judge(`${list}/1`, `${list}/{page}`, { headers: { cookie } })).toBe(200);
});

test('pages and addresses of the session', async () => {
  const auth = (path: string, template = path, init?: RequestInit) =>
    judge(`/api/auth${path}`, `/api/auth${template}`, init);
  const cookie = await newCookie();
  const said: number[] = [];
  for (const path of ['/csrf', '/providers', '/session', '/signin', '/signout', '/verify-request']) {
    said.push(await auth(path, path, { headers: { cookie } }));
  }
  for (const error of ['Configuration', 'AccessDenied', 'CredentialsSignin', 'other']) {
    said.push(await auth(`/error?error=${error}`, '/error'));
  }
  said.push(await auth('/signout?callbackUrl=javascript:1', '/signout'), await auth('/session'));
  expect(said).toEqual([200, 200, 200, 302, 200, 200, 500, 403, 302, 200, 302, 200]);
});

test.each([
  ['/signin/credentials', '/signin/{provider}', [200, 302]],
  ['/callback/credentials', '/callback/credentials', [401, 302]],
  ['/callback/elogin', '/callback/elogin', [401, 302]],
  ['/signout', '/signout', [200, 302]],
  ['/session', '/session', [400, 400]],
  ['/_log', '/_log', [200, 200]],
])('forms of the session: %s', async (path, template, statuses) => {
  const csrf = await app.request(`${base}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const [cookie = ''] = (csrf.headers.get('set-cookie') ?? '').split(';');
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    judge(`/api/auth${path}`, `/api/auth${template}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      body: new URLSearchParams({ csrfToken, json: 'true', ...fields }).toString(),
    });
  expect([await send({}), await send({ json: 'no' })]).toEqual(statuses);
  await send({ csrfToken: 'of somebody else' });
  expect(await send({}, foreign)).toBe(403);
  expect(await send({ more: 'x'.repeat(20_000) })).toBe(413);
});

test('a sign-in that goes on to no web address, and one that is tried too often', async () => {
  const path = '/api/auth/callback/credentials';
  const csrf = await app.request(`${base}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const [cookie = ''] = (csrf.headers.get('set-cookie') ?? '').split(';');
  const send = (query: string) =>
    judge(path + query, path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: new URLSearchParams({ csrfToken, json: 'true', username: 'enginn', password: 'x' }).toString(),
    });
  expect(await send('?callbackUrl=ftp:x')).toBe(400);
  const said = [await send(''), await send(''), await send(''), await send('')];
  expect(said).toEqual([401, 401, 401, 429]);
});

test('health, well and not', async () => {
  expect(await judge('/api/health', '/api/health')).toBe(200);
  expect(await judge('/api/live', '/api/live')).toBe(200);
  const { app: unwell } = testApp(data, undefined, undefined, { ...wellProbe, isWell: () => false });
  expect(await judge('/api/health', '/api/health', {}, unwell)).toBe(503);
});
