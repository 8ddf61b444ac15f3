import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

type Row = { name: string };

const appendOnlyTables = async (): Promise<string[]> => {
  const { rows } = await own.adminPool.query<Row>(`
    select c.relname as name from pg_class c
    join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'append_only'`);
  return rows.map(({ name }) => name);
};

test('facts: the application role may not change, remove or empty any append-only table', async () => {
  const names = await appendOnlyTables();
  expect(names).toContain('operator_log');
  for (const name of names) {
    const { rows } = await own.adminPool.query<Row>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' limit 1`,
      [name],
    );
    const column = rows[0]?.name ?? '';
    for (const statement of [
      `update ${name} set ${column} = ${column}`,
      `delete from ${name}`,
      `truncate ${name}`,
    ]) {
      await expect(own.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      // The second lock: the trigger refuses even the owner.
      await expect(
        own.adminPool.query(`${statement}${statement.startsWith('truncate') ? ' cascade' : ''}`),
        statement,
      ).rejects.toThrow(/refused/);
    }
  }
});

test('the platform’s own tables are read only', async () => {
  await own.pool.query('select * from installation');
  for (const statement of [
    'update clock set clock_offset = default',
    'delete from installation',
    'insert into ticket_secret select * from ticket_secret',
    'create table x ()',
  ]) {
    await expect(own.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
