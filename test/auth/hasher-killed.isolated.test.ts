/** The process that hashes passwords is killed, as a machine without memory does, while people sign in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { hasherPid } from '#test/harness/hasher.ts';
import { addPlayers } from '#test/harness/sale.ts';

vi.unmock('#server/players/passwords/password-hasher.ts');

const people = 8;
let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addPlayers(data, people, 0);
  await data.pool.query(
    `UPDATE players p SET password_hash = $1, username = 'asdis' || n
     FROM (SELECT player_id, row_number() OVER () AS n FROM players) AS q WHERE q.player_id = p.player_id`,
    [await hashPassword('lykilord1')],
  );
});
afterAll(() => data.close());

describe.runIf(process.platform === 'linux')('killed while eight sign in', () => {
  test('nobody is told of it, and each wrong password is counted once', async () => {
    const answers = Array.from({ length: people }, (_, index) =>
      post(app, '/auth/login', {
        username: `asdis${index + 1}`,
        password: index % 2 === 0 ? 'lykilord1' : 'rangt-ord',
      }),
    );
    await sleep(60);
    process.kill(hasherPid(), 'SIGKILL');
    const told = (await Promise.all(answers)).map(({ status, body }) => [status, body.code]);
    const wrong = [400, 'EC_AUTH_FAIL'];
    const right = [200, undefined];
    expect(told).toEqual([right, wrong, right, wrong, right, wrong, right, wrong]);
    const { rows } = await data.pool.query<{ failures: number }>(
      'SELECT cardinality(failed_at) AS failures FROM name_failures',
    );
    expect(rows).toEqual(Array.from({ length: people / 2 }, () => ({ failures: 1 })));
  });
});
