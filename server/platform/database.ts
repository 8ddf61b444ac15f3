import { type Kysely, Kysely as KyselyClass, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { DB } from './schema.ts';
import { valueTypes } from './value-types.ts';

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

/**
 * One process's way to the database: the pool for hand-written statements, `pipeline` for sales and what they
 * ask first, `db` for the rest.
 */
export type Database = { db: Db; pool: pg.Pool; pipeline: Pipeline; close(): Promise<void> };

/**
 * @param max connections of the pool; @param onError told when an idle connection is lost (a restart of the
 * server)
 */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const settings = {
    connectionString: url,
    types: valueTypes,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  const onError = options.onError ?? (() => {});
  const pool = new pg.Pool({ ...settings, max: options.max ?? 10 });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  const db: Db = new KyselyClass<DB>({ dialect: new PostgresDialect({ pool }) });
  const pipeline = createPipeline(settings, onError);
  const close = async () => {
    await pipeline.close();
    await pool.end();
  };
  return { db, pool, pipeline, close };
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

/** The connection was lost on the way, which the library says in words: what was asked may have been done. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    ['ECONNRESET', 'EPIPE', '57P01', '57P02'].includes(String(code)) ||
    /^(Connection terminated|Client (has encountered a connection error|was closed))/.test(String(message))
  );
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
