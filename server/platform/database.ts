import type pg from 'pg';
import { clientSettings, openPool, type Work } from './database-bounds.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';

/** For functions that read. A `Tx` is accepted too. */
export type Db = {
  readonly isTransaction: boolean;
  /** Statements are planned once on each connection: for look-ups by key alone. */
  readonly keepsPlans: boolean;
  /** Lends a connection until `work` is done: one of the pool, or that of the transaction. */
  lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
};

declare const writer: unique symbol;

/** For functions that write: only `transaction` makes one. */
export type Tx = Db & { readonly isTransaction: true; readonly [writer]: true };

/**
 * One process's ways to the database: the pool for hand-written statements, `sessions` for the lookups before
 * calls, `pages` for what is asked for each visit, `payments` for money in and out, `pipeline` for sales and
 * what they ask first, `db` for the rest.
 */
export type Database = {
  db: Db;
  pool: pg.Pool;
  sessions: pg.Pool;
  pages: Db;
  payments: Db;
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
  const pool = openPool(url, work, max === undefined ? {} : { max });
  const sessions = openPool(url, 'sessions');
  const pages = openPool(url, 'pages');
  const payments = openPool(url, 'payments');
  const pools = [pool, sessions, pages, payments];
  for (const each of pools) each.on('error', onError);
  const pipeline = createPipeline(clientSettings(url, 'sale'), onError);
  const close = async () => {
    await pipeline.close();
    for (const each of pools) await each.end();
  };
  const kept = { keepsPlans: true };
  return {
    ...{ db: createDb(pool), pool, sessions, pipeline, close },
    ...{ pages: createDb(pages, kept), payments: createDb(payments, kept) },
  };
}

function createDb(pool: pg.Pool, { keepsPlans } = { keepsPlans: false }): Db {
  return {
    isTransaction: false,
    keepsPlans,
    lend: async (work) => {
      const client = await pool.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
  };
}

/** Runs `work` in one transaction; whatever it throws rolls everything back. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction inside a transaction: pass the Tx on instead.');
  let isCommitting = false;
  const commit = async (client: pg.PoolClient) => {
    isCommitting = true;
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK') throw new Error('A statement failed before the end: nothing was written.');
  };
  return db
    .lend(async (client) => {
      await client.query('begin');
      const { tx, end } = createTx(client, db.keepsPlans);
      try {
        const result = await work(tx);
        end();
        await commit(client);
        return result;
      } catch (error) {
        end();
        // Ended, it does not go back to the pool.
        await client.query('rollback').catch(() => void client.end());
        throw error;
      }
    })
    .catch((error: unknown) => {
      throw isCommitting ? error : nothingDone(error);
    });
}

/** What is still asked after the end would be written outside of the transaction: it is refused. */
function createTx(client: pg.PoolClient, keepsPlans: boolean): { tx: Tx; end(): void } {
  let isOver = false;
  const lend: Db['lend'] = async (work) => {
    if (isOver) throw new Error('The transaction is over: await what it does.');
    return work(client);
  };
  const end = () => {
    isOver = true;
  };
  return { tx: { isTransaction: true, keepsPlans, lend } as Tx, end };
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

/**
 * The machine or the database cannot work now: full, out of memory, stopping, a file that cannot be written.
 * The same work may succeed later, unchanged.
 */
export function isTransient(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return (
    isRetryable(error) ||
    isUnavailable(error) ||
    isConnectionLost(error) ||
    /^(08|53|57|58)...$/.test(String(code)) ||
    (typeof errno === 'number' && errno < 0)
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
