/**
 * While the database cannot work, every address that needs it answers that the product is closed.
 * Only a money call that may have been committed says that its outcome is unknown.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { aurCallbackPath } from '#server/payments/aur/begin.ts';
import { writeReturnToken } from '#server/payments/return-token.ts';
import type { Db } from '#server/platform/database.ts';
import { testApp } from '#test/harness/app.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { validRequest } from '../contract/valid-input.ts';

let data: TestDatabase;
let cookie: string;
const names = Object.keys(api) as CallName[];

beforeAll(async () => {
  data = await testDatabase();
  cookie = (await addPlayers(data, 1, 10_000))[0]?.cookie ?? '';
});
afterAll(() => data.close());

/** The product on a database whose every statement fails so; sessions are still found where `sessions`. */
function failing(failure: Error, { sessions }: { sessions: boolean }) {
  const fail = async () => {
    throw failure;
  };
  const db: Db = { isTransaction: false, keepsPlans: false, lend: fail };
  const pool = { query: fail, connect: fail } as unknown as pg.Pool;
  const client = { query: fail } as unknown as pg.Client;
  const pipeline = { connect: async () => client, close: async () => {} };
  const broken = { ...data, db, pool, pages: db, payments: db, pipeline };
  return testApp(sessions ? broken : { ...broken, sessions: pool }, contentInMemory({}).service).app;
}

const failureOf = (code: string, severity = 'ERROR') =>
  Object.assign(new Error(`made to fail with ${code}`), { code, severity });

async function send(
  app: ReturnType<typeof failing>,
  name: CallName,
): Promise<[number, string, string | null]> {
  const call: Call = api[name];
  const [request] = fc.sample(validRequest(name, call), { numRuns: 1, seed: 7 });
  const { params = {}, query = {}, body } = request ?? {};
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(params[part])));
  const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  const answer = await app.request(`http://localhost${basePath}${path}?${search.join('&')}`, {
    method: call.method,
    headers: { cookie, 'content-type': 'application/json', authorization: data.config.content.webhookSecret },
    ...(call.method === 'POST' && { body: JSON.stringify(body) ?? '' }),
  });
  const text = await answer.text();
  const { code = '' } = answer.status >= 400 ? (JSON.parse(text) as { code?: string }) : {};
  expect(text).not.toContain('made to fail');
  return [answer.status, code, answer.headers.get('retry-after')];
}

test.each([
  ['a full disk', failureOf('53100')],
  ['a machine without memory', failureOf('53200')],
  ['an I/O error', failureOf('58030')],
  ['a corrupted index', failureOf('XX002')],
  ['a full disk of our own', failureOf('ENOSPC')],
])('%s closes every call for now', async (_, failure) => {
  for (const sessions of [true, false]) {
    const app = failing(failure, { sessions });
    let closed = 0;
    for (const name of names) {
      const [status, code, wait] = await send(app, name);
      if (status < 500 || code === 'EC_INVALID_OUTPUT') continue; // decided without the database
      expect([name, status, code, Number(wait) > 0]).toEqual([name, 503, 'EC_SYSTEM_CLOSED', true]);
      closed += 1;
    }
    expect(closed).toBeGreaterThan(names.length / 3);
  }
});

test('a lost connection leaves the outcome of money calls open and closes all others', async () => {
  const app = failing(failureOf('57P01', 'FATAL'), { sessions: true });
  const openCalls = [];
  for (const name of names) {
    const { money } = api[name] as Call;
    const [status, code] = await send(app, name);
    if (status < 500 || code === 'EC_INVALID_OUTPUT' || status === 503) continue;
    expect([name, status, code]).toEqual([name, 500, 'EC_INTERNAL_ERROR']);
    expect(money).toBeDefined();
    openCalls.push(name);
  }
  expect(openCalls).toContain('lotto.buy');
});

const anyId = '00000000-0000-4000-8000-000000000000';
const purposes = { deposit: 'deposit', 'credit-card': 'creditCard', 'subscription-card': 'subscriptionCard' };

test.each(Object.entries(purposes))(
  'a return page of %s is closed and keeps its proof',
  async (path, purpose) => {
    const secret = createHmac('sha256', data.config.secrets.session).update('return').digest('base64url');
    const token = { purpose: purpose as 'deposit', id: anyId, round: 0, key: Buffer.alloc(0) };
    const app = failing(failureOf('53100'), { sessions: true });
    const answer = await app.request(`http://localhost/api/verify/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ MD: writeReturnToken(secret, token), mdStatus: '1' }),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const page = await answer.text();
    expect(page).toContain('Kerfið er lokað í augnablikinu.');
    // Nothing has ended: the window stays open for another try.
    expect(page).toContain('data-message=""');
  },
);

test('a callback and the session are closed with words', async () => {
  const app = failing(failureOf('53300'), { sessions: true });
  const answers = await Promise.all([
    app.request(`http://localhost${aurCallbackPath}`, {
      method: 'POST',
      body: JSON.stringify({ orderid: anyId, status: 'PAID' }),
    }),
    app.request('http://localhost/api/auth/session', { headers: { cookie } }),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ code: 'EC_SYSTEM_CLOSED' });
  }
});
