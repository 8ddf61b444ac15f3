/** Closing an account cannot be undone: an open session alone is not enough, nor a form of another site. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { rowsOfAll } from '#test/harness/rows.ts';
import { addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
});
afterAll(() => data.close());

test('closing asks for a fresh proof and writes nothing before; a break does not', async () => {
  const [player] = await addPlayers(data, 1, 0);
  const cookie = player?.cookie ?? '';
  await data.pool.query("UPDATE sessions SET fresh_at = fresh_at - interval '15 minutes'");
  const before = await rowsOfAll(data);
  const refusal = await post(app, '/user/close-account', '', { cookie });
  expect([refusal.status, refusal.body.code]).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
  expect(refusal.body.details).toMatchObject({ fresh: true });
  expect(await rowsOfAll(data)).toEqual(before);
  expect((await post(app, '/user/lockout', { days: 1 }, { cookie })).status).toBe(204);
  await data.pool.query('UPDATE sessions SET fresh_at = domain_now()');
  expect((await post(app, '/user/close-account', '', { cookie })).status).toBe(204);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'what a form of another site can send closes nothing: %s',
  async (type) => {
    const [player] = await addPlayers(data, 1, 0);
    const headers = { 'content-type': type };
    const { status, body } = await post(app, '/user/close-account', '', {
      cookie: player?.cookie ?? '',
      headers,
    });
    expect([status, body.code]).toEqual([400, 'EC_INVALID_INPUT']);
  },
);
