import type pg from 'pg';
import { clientSettings, openPool, type Work } from './database-bounds.ts';
import { isRetryable, nothingDone } from './database-failures.ts';
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

/**
 * Runs `work` in one transaction; whatever it throws rolls everything back.
 * @param options.lockTimeoutMs shorter wait for each lock than the connection's own
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { lockTimeoutMs }: { lockTimeoutMs?: number } = {},
): Promise<T> {
  if (db.isTransaction) throw new Error('A transaction inside a transaction: pass the Tx on instead.');
  let isCommitting = false;
  const commit = async (client: pg.PoolClient) => {
    isCommitting = true;
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK') throw new Error('A statement failed before the end: nothing was written.');
  };
  return db
    .lend(async (client) => {
      const begin =
        lockTimeoutMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockTimeoutMs}`;
      await client.query(begin);
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
