/** The data of a database as text that any later PostgreSQL reads, without another program. */
import type pg from 'pg';

/** `rows`: each record as PostgreSQL writes it, so that every type survives. */
export type DumpedTable = { name: string; columns: string[]; rows: string[] };
export type Dump = { tables: DumpedTable[]; sequences: { name: string; value: string; isCalled: boolean }[] };

const schema = 'public';
/** The list of migrations belongs to the schema; content is fetched anew. */
const leftOut = ['migrations', 'content_last_good'];

export async function dumpData(client: pg.Client): Promise<Dump> {
  const tables: DumpedTable[] = [];
  for (const { name, columns } of await dataTables(client)) {
    const { rows } = await client.query<{ record: string }>(
      `SELECT r::text AS record FROM (SELECT ${list(columns)} FROM ${quoted(name)}) r`,
    );
    if (rows.length > 0) tables.push({ name, columns, rows: rows.map(({ record }) => record) });
  }
  return { tables, sequences: await sequencesOf(client) };
}

/** Into empty tables of the same schema; as superuser, since triggers and foreign keys wait. */
export async function restoreData(client: pg.Client, dump: Dump): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  for (const { name } of await dataTables(client)) await client.query(`TRUNCATE ${quoted(name)} CASCADE`);
  for (const { name, columns, rows } of dump.tables) {
    const types = await client.query<{ type: string }>(
      `SELECT format_type(atttypid, atttypmod) AS type
       FROM unnest($2::text[]) WITH ORDINALITY u(column_name, nth)
       JOIN pg_attribute ON attrelid = $1::regclass AND attname = column_name ORDER BY nth`,
      [quoted(name), columns],
    );
    const shape = columns.map((column, nth) => `${quoted(column)} ${types.rows[nth]?.type}`).join(', ');
    await client.query(`CREATE TYPE pg_temp.restored AS (${shape})`);
    await client.query(
      `INSERT INTO ${quoted(name)} (${list(columns)}) OVERRIDING SYSTEM VALUE
       SELECT ${columns.map((column) => `(r).${quoted(column)}`).join(', ')}
       FROM (SELECT record::pg_temp.restored AS r FROM unnest($1::text[]) record) every`,
      [rows],
    );
    await client.query('DROP TYPE pg_temp.restored');
  }
  for (const { name, value, isCalled } of dump.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), value, isCalled]);
  await client.query('COMMIT');
}

/** All of our tables but the list of migrations, with the columns that are written. */
async function dataTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND relname <> ALL ($2)
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname ORDER BY relname`,
    [schema, leftOut],
  );
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<Dump['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'S' AND relname NOT LIKE 'migrations%' ORDER BY 1`,
    [schema],
  );
  const sequences: Dump['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    const [first] = values;
    if (first) sequences.push({ name, ...first });
  }
  return sequences;
}

const quoted = (name: string): string => `"${name}"`;
const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');
