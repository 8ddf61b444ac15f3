import { type Kysely, Kysely as KyselyClass, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

/** For functions that read. A `Tx` is accepted too. */
export type Db = Pick<
  Kysely<DB>,
  | 'selectFrom'
  | 'selectNoFrom'
  | 'with'
  | 'withRecursive'
  | 'fn'
  | 'dynamic'
  | 'case'
  | 'getExecutor'
  | 'isTransaction'
>;

declare const writer: unique symbol;

/** For functions that write: only `transaction` makes one. */
export type Tx = Transaction<DB> & { readonly [writer]: true };

/** One process's way to the database: the pool for hand-written statements, `db` for the rest. */
export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** @param max connections; @param onError told when an idle connection is lost (a restart of the server) */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: valueTypes,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', options.onError ?? (() => {}));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db: Db = new KyselyClass<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => pool.end() };
}

/** Runs `work` in one transaction; whatever it throws rolls everything back. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction inside a transaction: pass the Tx on instead.');
  return (db as Kysely<DB>).transaction().execute((tx) => work(tx as Tx));
}

/** Serialisation failure and deadlock: nothing was written, the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

/** No connection was had at all: refused, starting up, or too many of them. Nothing was sent. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ECONNREFUSED' || code === '57P03' || code === '53300';
}

/** Repeats `work` while the database asks for it, at most `attempts` times. */
export async function retrying<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
    }
  }
}

/** bigint is whole krónur, ids and counts: a number when it is exact, never a rounded one. */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as never) as unknown as (
  text: string,
) => (string | null)[];

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: safeInteger,
  [INT8_ARRAY]: (text) => parseTextArray(text).map((value) => (value === null ? null : safeInteger(value))),
  // A calendar day has no time zone: it stays the text YYYY-MM-DD.
  [DATE]: (text) => text,
  [DATE_ARRAY]: (text) => parseTextArray(text),
};

/** For this program's own connections; the library's global table is left alone. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
