/** Copies rows of a table within the database, whatever columns it has. */
import type pg from 'pg';
import { note } from './note.ts';

type Column = { name: string; type: string; identity: boolean };

/** SQL by column: what a copy holds instead of its original's value. */
export type Changes = Readonly<Record<string, string>>;

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, attidentity <> '' AS identity
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

/**
 * The text of an INSERT into `table`. Moments and days move back by `m.shift`; numbers that the database
 * gives out are given anew unless `changes` names them.
 *
 * @param from a FROM clause in which `t` is the original and `m` has the `shift` of the copy
 */
export async function copying(
  client: pg.Client,
  table: string,
  changes: Changes,
  from: string,
): Promise<string> {
  const columns = await columnsOf(client, table);
  const unknown = Object.keys(changes).filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
  const written = columns.filter(({ name, identity }) => !identity || name in changes);
  const values = written.map(({ name, type }) => changes[name] ?? shifted(`t.${name}`, type));
  const names = written.map(({ name }) => name).join(', ');
  return `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM ${from}`;
}

function shifted(column: string, type: string): string {
  if (type === 'timestamp with time zone') return `${column} - m.shift`;
  return type === 'date' ? `(${column} - m.shift)::date` : column;
}

/**
 * Runs `work` without the keys and indexes of the tables, and makes them again at the end: sorting all rows
 * once is faster than finding the place of each.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: constraints } = await client.query<{ tab: string; name: string; made: string }>(
    `SELECT conrelid::regclass::text AS tab, conname AS name, pg_get_constraintdef(oid) AS made
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('p', 'u')`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { tab, name } of constraints) await client.query(`ALTER TABLE ${tab} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { tab, name, made } of constraints) {
    note(`index ${name}`);
    await client.query(`ALTER TABLE ${tab} ADD CONSTRAINT ${name} ${made}`);
  }
  for (const { name, made } of indexes) {
    note(`index ${name}`);
    await client.query(made);
  }
}
