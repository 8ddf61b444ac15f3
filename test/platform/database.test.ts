import { afterAll, beforeAll, expect, test } from 'vitest';
import { retrying, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const value = async (expression: string) =>
  (await own.pool.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value;

test.each([
  ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ["'{1,null,1125899906842624}'::int8[]", [1, null, 2 ** 50]],
  ["'2026-03-01'::date", '2026-03-01'],
  ["'{2026-03-01}'::date[]", ['2026-03-01']],
  ["'2026-03-01T12:00:00Z'::timestamptz", new Date('2026-03-01T12:00:00Z')],
  ['1.50::numeric', '1.50'],
  [`'{"a":[1]}'::jsonb`, { a: [1] }],
])('%s is read as what it is', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected);
});

test('a bigint that a number cannot hold is refused, never rounded', async () => {
  await expect(value('9007199254740992::int8')).rejects.toThrow('does not fit a safe integer');
});

test('a transaction is all or nothing, and none lies inside another', async () => {
  const failing = transaction(own.db, async (tx) => {
    await sql`INSERT INTO operator_log (actor, command, outcome) VALUES ('a', 'c', 'o')`.execute(tx);
    await transaction(tx, async () => {});
  });
  await expect(failing).rejects.toThrow('A transaction inside a transaction');
  expect((await sql`SELECT FROM operator_log`.execute(own.db)).rows).toEqual([]);
});

test('a serialisation failure is tried again, anything else is not', async () => {
  let attempts = 0;
  const serialized = Object.assign(new Error('serialise'), { code: '40001' });
  await expect(retrying(async () => (++attempts < 3 ? Promise.reject(serialized) : attempts))).resolves.toBe(
    3,
  );
  await expect(retrying(() => Promise.reject(serialized), 2)).rejects.toBe(serialized);
  attempts = 0;
  await expect(retrying(async () => Promise.reject(new Error(`no ${++attempts}`)))).rejects.toThrow('no 1');
});

test('connections cut by the server are replaced, the process lives', async () => {
  await Promise.all([1, 2, 3].map(() => own.pool.query('select pg_sleep(0.05)')));
  await own.adminPool.query(`select 1`);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from pg_stat_activity where pid <> pg_backend_pid()
    and datname = current_database() and usename = current_user`.execute(own.db);
  expect(rows[0]?.n).toBeGreaterThan(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
    and datname = current_database() and usename = current_user`.execute(own.db);
  expect(await databaseNow(own.db)).toBeInstanceOf(Date);
});
