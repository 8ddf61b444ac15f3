/**
 * Makes PostgreSQL plan as for the book of `book.ts` in a database with a few rows. The planner multiplies
 * `reltuples ÷ relpages` by the real size of the file, so that the files are lengthened too. The added pages
 * are sparse: zeros, valid pages without rows, no disk space. Scanning them would read gigabytes.
 */
import { chownSync, closeSync, openSync, statSync, truncateSync } from 'node:fs';
import type pg from 'pg';
import { type ColumnStatistics, type Columns, sizes } from './book.ts';

const pageBytes = 8192;
const segmentPages = 131_072;

/** @param superuser connected to the database, which must be idle */
export async function growTables(superuser: pg.Client, columns: Columns): Promise<void> {
  for (const [table, { rows, bytes }] of Object.entries(sizes)) {
    await superuser.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    // Columns without statistics of their own keep those of the few rows.
    await superuser.query(`ANALYZE ${table}`);
    await describeColumns(superuser, table, columns);
    const pages = Math.ceil((rows * bytes) / pageBytes);
    for (const index of await indexesOf(superuser, table))
      await resize(superuser, index.name, sizeOfIndex(index, rows, pages));
    await resize(superuser, table, { rows, pages });
  }
}

async function describeColumns(superuser: pg.Client, table: string, columns: Columns): Promise<void> {
  const rows = sizes[table]?.rows ?? 0;
  const { rows: found } = await superuser.query<{ column: string }>(
    'SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0',
    [table],
  );
  for (const { column } of found) {
    const statistics = columns[`${table}.${column}`] ?? columns[column];
    if (statistics) await describe(superuser, [table, column], statistics, rows);
  }
}

async function describe(
  superuser: pg.Client,
  [table, column]: [string, string],
  { distinct, correlation, histogram, common }: ColumnStatistics,
  rows: number,
): Promise<void> {
  await superuser.query(
    `SELECT pg_clear_attribute_stats('public', $1, $2, false),
      pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text,
        'inherited', false, 'null_frac', coalesce(null_frac, 0)::real,
        'avg_width', coalesce(avg_width, greatest(attlen, 4))::integer, 'n_distinct', $3::real,
        'correlation', $4::real, 'histogram_bounds', $5::text, 'most_common_vals', $6::text,
        'most_common_freqs', $7::real[])
     FROM pg_attribute a LEFT JOIN pg_stats s
       ON s.schemaname = 'public' AND s.tablename = $1 AND s.attname = a.attname
     WHERE a.attrelid = $1::regclass AND a.attname = $2`,
    [
      ...[table, column, distinct === null || distinct >= rows ? -1 : distinct, correlation],
      ...[histogram ? `{${histogram.join()}}` : null],
      ...[common ? `{${Object.keys(common).join()}}` : null, common ? Object.values(common) : null],
    ],
  );
}

type Index = {
  name: string;
  kind: string;
  isUnique: boolean;
  /** Bytes of the columns of an entry. */
  width: number;
  /** Of the table's rows; less than 1 where the index has a condition. */
  share: number;
};

async function indexesOf(superuser: pg.Client, table: string): Promise<Index[]> {
  const { rows } = await superuser.query<Index>(
    `SELECT i.indexrelid::regclass::text AS name, m.amname AS kind, i.indisunique AS "isUnique",
      (SELECT sum(coalesce(s.avg_width, greatest(a.attlen, 16))) FROM pg_attribute a
        LEFT JOIN pg_stats s ON s.schemaname = 'public' AND s.tablename = $1 AND s.attname = a.attname
        WHERE a.attrelid = i.indexrelid)::integer AS width,
      CASE WHEN i.indpred IS NULL THEN 1
        ELSE greatest(c.reltuples, 0) / greatest(t.reltuples, 1) END::real AS share
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     JOIN pg_am m ON m.oid = c.relam WHERE i.indrelid = $1::regclass`,
    [table],
  );
  return rows;
}

/** B-tree pages are 90 % full. Entries with equal keys are deduplicated to about 7 bytes each. */
function sizeOfIndex({ kind, isUnique, width, share }: Index, tableRows: number, tablePages: number): Size {
  if (kind === 'brin')
    return { rows: tableRows, pages: Math.ceil((tablePages / 128) * (32 / pageBytes)) + 3 };
  const rows = tableRows * share;
  const bytes = isUnique ? (4 + Math.ceil((8 + width) / 8) * 8) / 0.9 : 7;
  return { rows, pages: Math.ceil((rows * bytes) / pageBytes) + 1 };
}

type Size = { rows: number; pages: number };

async function resize(superuser: pg.Client, relation: string, { rows, pages }: Size): Promise<void> {
  const { rows: found } = await superuser.query<{ file: string; pages: number }>(
    `SELECT current_setting('data_directory') || '/' || pg_relation_filepath($1::regclass) AS file,
      pg_relation_size($1::regclass) / ${pageBytes} AS pages`,
    [relation],
  );
  const [{ file, pages: real }] = found as [{ file: string; pages: string | number }];
  const size = Math.max(pages, Number(real));
  lengthen(file, size);
  await superuser.query(
    `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', $2::integer,
      'reltuples', $3::real, 'relallvisible', $4::integer)`,
    [relation, size, rows, Math.floor(size * 0.9)],
  );
}

/** PostgreSQL keeps a gigabyte a file: `16384`, `16384.1`, … */
function lengthen(file: string, pages: number): void {
  const { uid, gid } = statSync(file);
  for (let segment = 0; segment * segmentPages < pages; segment += 1) {
    const name = segment === 0 ? file : `${file}.${segment}`;
    closeSync(openSync(name, 'a', 0o600));
    chownSync(name, uid, gid);
    truncateSync(name, Math.min(segmentPages, pages - segment * segmentPages) * pageBytes);
  }
}
