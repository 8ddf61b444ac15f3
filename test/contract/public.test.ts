import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
});
afterAll(() => data.close());

test('public reads carry an ETag and a short max-age, and answer 304', async () => {
  const first = await get(app, '/system/limits');
  expect(first.headers.get('cache-control')).toBe('public, max-age=60');
  const etag = first.headers.get('etag') ?? '';
  const again = await app.request('http://localhost/api/proxy/system/limits', {
    headers: { 'if-none-match': etag },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('must-hold 146: answers that depend on a session are not stored', async () => {
  const [player] = await addPlayers(data, 1, 0);
  const answer = await get(app, '/user/account/details', player?.cookie);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('system limits have the values of docs/rules/money.md', async () => {
  const { body } = await get(app, '/system/limits');
  expect(body).toEqual({
    deposit3ds: 0,
    depositMin: 500,
    depositMax: 200_000,
    withdrawMin: 500,
    withdrawMax: 1_000_000,
    lengjanPayoutBetMax: 10_000_000,
    lengjanStakeMax: 20_000,
    lengjanStakeMin: 200,
    eCertExpirationReminderInDays: 30,
    eCertAurExpirationInDays: 14,
  });
});

describe.each(['tickets', 'transactions', 'notices'] as const)('pages of %s', (list) => {
  const read = async (page: string) => {
    const [player] = await addPlayers(data, 1, 0);
    const { status, body } = await get<Record<string, unknown>>(app, `/user/${list}/${page}`, player?.cookie);
    return [status, body.code ?? body[list]];
  };
  test.each(['1', '0', '01', '999999999', '9999999999'])('%s is empty', async (page) => {
    expect(await read(page)).toEqual([200, []]);
  });
  test('of 400 digits is empty', async () => {
    expect(await read('9'.repeat(400))).toEqual([200, []]);
  });
  test.each(['x', '-1', '1.5', '1e3', '٣', '%20', '1%0A'])('%s is none', async (page) => {
    expect(await read(page)).toEqual([400, 'EC_INVALID_INPUT']);
  });
});

test('a draw that no game has by then has no evidence', async () => {
  for (const draw of ['999999999', '9999999999', '9'.repeat(400)]) {
    const { status } = await get(app, `/lotto/evidence/lotto/${draw}`);
    expect([draw, status]).toEqual([draw, 400]);
  }
});

test('the OpenAPI 3.1 document names the calls, and its page has its own files', async () => {
  const document = (await (await app.request('http://localhost/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/proxy/lotto/buy']?.['post']?.operationId).toBe('lotto.buy');
  const page = await (await app.request('http://localhost/api/docs')).text();
  const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    expect(file).toMatch(/^\/api\/docs\//);
    expect((await app.request(`http://localhost${file}`)).status).toBe(200);
  }
});

test('health says version and sandbox', async () => {
  const answer = await app.request('http://localhost/api/health');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: 'ok', version: 'test', sandbox: 'http://127.0.0.1:3001' },
  ]);
});
