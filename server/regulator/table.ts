/** A file of an export: what it is called, holds, and how it is read. */
import type { Tx } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** From the first instant up to the second, which is not part of it. */
export type Period = { from: Date; end: Date };
export type Cell = string | number | boolean | Date | null;
export type Row = Readonly<Record<string, Cell>>;

export type Table = {
  file: string;
  /** For whoever opens it, in the manifest. */
  holds: string;
  columns: readonly string[];
  read(tx: Tx, period: Period): Promise<readonly Row[]>;
};

export const within = (column: string, { from, end }: Period) =>
  sql`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${end}`;

export async function rowsOf(tx: Tx, query: Sql<Row>): Promise<readonly Row[]> {
  return (await query.execute(tx)).rows;
}
