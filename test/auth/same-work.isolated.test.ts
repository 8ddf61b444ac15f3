/**
 * Must-hold 7: a wrong password costs the same work, whether or not anybody has the name. How long it takes
 * is measured by `bench name-timing`.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import * as hasher from '#server/players/passwords/password-hasher.ts';
import { checkPassword } from '#server/players/sign-in/sign-in.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
beforeAll(async () => {
  data = await testDatabase();
  const [one] = await addPlayers(data, 1, 0);
  await data.pool.query(`UPDATE players SET username = 'thekkt', password_hash = $1 WHERE player_id = $2`, [
    await hashPassword('lykilord1'),
    one?.playerId,
  ]);
});
afterAll(() => data.close());
afterEach(() => vi.restoreAllMocks());

/** Statements in their order, and what was hashed at what cost. */
async function workOf(username: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const derive = vi.spyOn(hasher, 'deriveKey');
  const parts = { db: data.db, secret: data.config.secrets.session };
  const from = { ip: '203.0.113.1', device: randomBytes(32).toString('base64url') };
  const refused = checkPassword(parts, { username, password: 'rangt-ord', ...from });
  await expect(refused).rejects.toThrow('EC_AUTH_FAIL');
  const statements = query.mock.calls.map(([asked]) => asked as unknown as string | pg.QueryConfig);
  const texts = statements.map((asked) => (typeof asked === 'string' ? asked : asked.text));
  const costs = derive.mock.calls.map(([{ memory, passes, parallelism, tagLength }]) => {
    return { memory, passes, parallelism, tagLength };
  });
  vi.restoreAllMocks();
  return { texts, costs };
}

test('must-hold 7: known and unknown names cost the same statements and the same hash', async () => {
  const known = await workOf('thekkt');
  const unknown = await workOf('othekkt');
  expect(known.costs).toHaveLength(1);
  expect(known.texts.length).toBeGreaterThan(3);
  expect(unknown).toEqual(known);
});
