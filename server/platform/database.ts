import { type Kysely, Kysely as KyselyClass, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { clientSettings, openPool, type Work } from './database-bounds.ts';
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
 * One process's ways to the database: the pool for hand-written statements, `sessions` for the lookups before
 * calls, `pipeline` for sales and what they ask first, `db` for the rest.
 */
export type Database = {
  db: Db;
  pool: pg.Pool;
  sessions: pg.Pool;
  pipeline: Pipeline;
  close(): Promise<void>;
};

/**
 * Connects when first asked. @param work what the pool is for; @param options.max another size of the pool;
 * @param options.onError told when an idle connection is lost (a restart of the server)
 */
export function openDatabase(
  url: string,
  work: Work,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const { onError = () => {}, max } = options;
  const pool = openPool(url, work, { types: valueTypes, ...(max !== undefined && { max }) });
  const sessions = openPool(url, 'sessions', { types: valueTypes });
  for (const each of [pool, sessions]) each.on('error', onError);
  const db: Db = new KyselyClass<DB>({ dialect: new PostgresDialect({ pool }) });
  const pipeline = createPipeline({ ...clientSettings(url, 'sale'), types: valueTypes }, onError);
  const close = async () => {
    await pipeline.close();
    await sessions.end();
    await pool.end();
  };
  return { db, pool, sessions, pipeline, close };
}

/** Runs `work` in one transaction; whatever it throws rolls everything back. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction inside a transaction: pass the Tx on instead.');
  let isCommitting = false;
  const run = async (tx: Transaction<DB>) => {
    const result = await work(tx as Tx);
    isCommitting = true;
    return result;
  };
  return (db as Kysely<DB>)
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      throw isCommitting ? error : nothingDone(error);
    });
}

/** Serialisation failure and deadlock: nothing was written, the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

/**
 * Nothing was done and nothing will be: no connection was had (refused, starting up, too many, not in time),
 * or PostgreSQL ended the statement because it or its lock took too long.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    error instanceof NothingDone ||
    ['ECONNREFUSED', '57P03', '53300', '55P03', '57014'].includes(String(code)) ||
    /^(timeout e|Connection terminated due to connection timeout)/.test(String(message))
  );
}

class NothingDone extends Error {}

/** For what a lost connection undoes or what only read: the error that says so in place of the loss. */
export function nothingDone(error: unknown): unknown {
  return isConnectionLost(error) ? new NothingDone('the connection was lost', { cause: error }) : error;
}

/** The connection was lost on the way, which the library says in words: what was asked may have been done. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02'].includes(String(code)) ||
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
