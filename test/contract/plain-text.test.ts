/** Control characters and halves of surrogate pairs are refused in every text of every call. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { type Request, validRequest } from './valid-input.ts';

const bad = [
  '\u0000',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\u001b',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009f',
  '\ud800',
  '\udfff',
];

let data: TestDatabase;
let cookie: string;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  cookie = (await addPlayers(data, 1, 10_000))[0]?.cookie ?? '';
  ({ app } = testApp(data, contentInMemory({}).service));
});
afterAll(() => data.close());

/** As an address carries it; half a pair is no UTF-8. */
const inAddress = (text: string) =>
  [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : '%ED%A0%80')).join('');

function send(call: Call, { params, query, body }: Request): Promise<Response> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(String(params[name])));
  const search = Object.entries(query).map(([name, value]) => `${name}=${inAddress(String(value))}`);
  const { webhookSecret } = data.config.content;
  const headers = { cookie, 'content-type': 'application/json', authorization: webhookSecret };
  return Promise.resolve(
    app.request(`http://localhost${basePath}${path}?${search.join('&')}`, {
      method: call.method,
      headers,
      ...(call.method === 'POST' && { body: JSON.stringify(body) ?? '' }),
    }),
  );
}

type Place = (string | number)[];

function textsIn(value: unknown, path: Place = []): Place[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withChange(value: unknown, [key, ...rest]: Place, change: (text: string) => string): unknown {
  if (key === undefined) return change(value as string);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withChange(copy[key], rest, change);
  return copy;
}

const withTexts = (Object.keys(api) as CallName[]).filter((name) => {
  const call: Call = api[name];
  return call.params || call.query || call.body;
});

test.each(withTexts)('%s refuses them wherever it takes a text', async (name) => {
  const call: Call = api[name];
  const requests = fc.sample(validRequest(name, call), { numRuns: 4, seed: 30 });
  for (const [turn, request] of requests.entries()) {
    for (const place of textsIn(request)) {
      for (const letter of bad) {
        const insert = (text: string) => [`${letter}${text}`, `${text}${letter}`][turn % 2] as string;
        const answer = await send(call, withChange(request, place, insert) as Request);
        const { code } = (await answer.json()) as { code: string };
        expect([place, letter, answer.status, code]).toEqual([place, letter, 400, 'EC_INVALID_INPUT']);
      }
    }
  }
});

test('names of fields, keys of clients, cookies and bytes that are no text are refused too', async () => {
  const answer = await post(app, '/user/limits', { 'a\u0000': 1 }, { cookie });
  expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
  const keyed = await post(app, '/lotto/buy', {}, { cookie, key: 'a\u0085' });
  expect([keyed.status, keyed.body.code]).toEqual([
    400,
    expect.stringMatching(/^EC_(INVALID_INPUT|MISSING_FIELD)$/),
  ]);
  for (const value of ['a%00', 'a%C2%85', 'a%7f']) {
    const answer = await post(app, '/user/limits', {}, { cookie: `next-auth.session-token=${value}` });
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
  }
  const headers = { cookie, 'content-type': 'application/json' };
  for (const bytes of [
    [0x7b, 0xff, 0x7d],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    const init = { method: 'POST', headers, body: new Uint8Array(bytes) };
    expect((await app.request(`http://localhost${basePath}/user/limits`, init)).status).toBe(400);
  }
});

test('a body that is nested as deep as it can be is refused like any other', async () => {
  const depth = 20_000;
  const body = `{"a":${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}}`;
  expect((await post(app, '/user/limits', body, { cookie })).status).toBe(400);
});

test.each([
  '/api/verify/deposit',
  '/api/verify/credit-card',
  '/api/auth/signin/credentials',
  '/api/auth/signout',
])('a form to %s with them is refused', async (path) => {
  for (const value of ['%00', '%1B', '%7F', '%C2%9F', '%FF']) {
    const answer = await app.request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `MD=x${value}&username=a${value}`,
    });
    if (value === '%FF') expect(answer.status).toBeLessThan(500);
    else expect([value, answer.status]).toEqual([value, 400]);
  }
});
