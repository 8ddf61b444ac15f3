/** Digests of all tables, to show that a request changed nothing. */
import type { TestDatabase } from './database.ts';

/** A digest of the rows of each table, without the columns that `left` names as `table.column`. */
export async function rowsOfAll(
  { adminPool }: Pick<TestDatabase, 'adminPool'>,
  left: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await adminPool.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     GROUP BY c.relname ORDER BY 1`,
  );
  const digests: [string, string][] = [];
  for (const { name, columns } of tables) {
    const comparedColumns = columns
      .filter((column) => !left.includes(`${name}.${column}`))
      .map((each) => `"${each}"`);
    const { rows } = await adminPool.query<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '')) AS digest
       FROM (SELECT ${comparedColumns.join()} FROM "${name}") r`,
    );
    digests.push([name, rows[0]?.digest ?? '']);
  }
  return Object.fromEntries(digests);
}
