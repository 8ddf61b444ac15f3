/**
 * What every connection to the database is for, and how long anything may take on it (docs/decisions/037).
 * Whoever opens one says for what.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { markUnsent } from './database-failures.ts';
import { valueTypes } from './value-types.ts';

/** In seconds, but `max`. */
type Bounds = {
  /** Connections in the pool. */
  max: number;
  /** Until there is a connection: made, or given back by somebody else. */
  connect: number;
  /** One statement; then PostgreSQL ends it and undoes what it did. */
  statement: number;
  /** One lock; the same. */
  lock: number;
  /** Between two statements of a transaction, whose locks others wait for; the same. */
  idle: number;
  /** Nothing is heard although something was asked: PostgreSQL stands, and the connection is given up. */
  silence: number;
  /** Settings of PostgreSQL. */
  options?: string;
};

const minute = 60;

/** Plans are made once and stay look-ups by key, however small the tables were then. */
const byKey = [
  'plan_cache_mode=force_generic_plan',
  ...['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off'],
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

const long = { connect: 10, statement: 30 * minute, idle: 5 * minute, silence: 31 * minute };

export const bounds = {
  /** Calls and pages: nobody waits longer, whether for a read or a write. */
  web: { max: 20, connect: 3, statement: 10, lock: 3, idle: 10, silence: 12 },
  /** Whose session it is, asked before every call: never behind what the calls wait for. */
  sessions: { max: 1, connect: 3, statement: 3, lock: 1, idle: 3, silence: 4 },
  /** What a page shows of its player, asked for each visit: look-ups by key alone. */
  pages: { max: 4, connect: 3, statement: 5, lock: 1, idle: 5, silence: 6, options: byKey },
  /** Money in and out: many small statements, and nobody asked outside meanwhile. */
  payments: { max: 8, connect: 3, statement: 10, lock: 3, idle: 10, silence: 12, options: byKey },
  /** Purchases. Their lock is a draw's, which closing holds for milliseconds; they wait for no wallet. */
  sale: { max: 1, connect: 3, statement: 5, lock: 2, idle: 5, silence: 6 },
  /** Whether PostgreSQL takes writes. */
  probe: { max: 1, connect: 3, statement: 2, lock: 2, idle: 2, silence: 3 },
  /** Notifications. */
  listen: { max: 1, connect: 5, statement: 5, lock: 1, idle: 5, silence: 6 },
  /** What falls due: settling and paying a large draw takes minutes. */
  worker: { ...long, max: 12, lock: 30 },
  /** Sealing. Who seals the same draw at the same time waits for the whole work of the first. */
  seal: { ...long, max: 1, lock: 30 * minute },
  /** Commands and tools. */
  operator: { ...long, max: 6, lock: 30 },
  /** Migrations, rights and seed. Who comes after one that waits for a table waits too: so not for long. */
  setup: { ...long, max: 4, lock: 5, statement: 60 * minute, silence: 61 * minute },
} as const satisfies Record<string, Bounds>;

export type Work = keyof typeof bounds;

export type ClientSettings = pg.ClientConfig & { silenceMs?: number };

export function clientSettings(url: string, work: Work): ClientSettings {
  const { connect, statement, lock, idle, silence, options }: Bounds = bounds[work];
  return {
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connect * 1000,
    statement_timeout: statement * 1000,
    lock_timeout: lock * 1000,
    idle_in_transaction_session_timeout: idle * 1000,
    silenceMs: silence * 1000,
    ...(options !== undefined && { options }),
    types: valueTypes,
  };
}

export function openPool(url: string, work: Work, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...clientSettings(url, work),
    max: bounds[work].max,
    Client: BoundedClient,
    ...more,
  });
  // Graphile Worker warns of a pool without this listener; its connections hear errors themselves.
  pool.on('connect', () => {});
  return pool;
}

/** Not connected yet. */
export const newClient = (url: string, work: Work): pg.Client => new BoundedClient(clientSettings(url, work));

/** A connection that ends when it was asked something and hears nothing for `silenceMs`. */
export class BoundedClient extends pg.Client {
  constructor({ silenceMs = 0, ...settings }: ClientSettings = {}) {
    super(settings);
    // Without a listener from the first moment on, a connection that breaks would end the process.
    this.on('error', () => {});
    this.once('connect', () => {
      if (silenceMs > 0) endInSilence(this, silenceMs);
      // The last word of a connection that PostgreSQL ends; it may stay open for a while, and nobody gets it.
      this.connection.on('errorMessage', ({ severity }) => {
        if (severity === 'FATAL' || severity === 'PANIC') this.connection.stream.destroy();
      });
    });
  }

  /** A failed connection has run no statement, so the error can be answered as "nothing was done". */
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      markUnsent(error);
      throw error;
    });
    if (!callback) return connected;
    connected.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }
}

/** Code ETIMEDOUT: what was asked may have been done. */
function endInSilence(client: pg.Client, silenceMs: number): void {
  const socket = client.connection.stream as Socket;
  socket.setTimeout(silenceMs);
  socket.on('timeout', () => {
    // The library's own mark that nothing is under way.
    if ((client as unknown as { readyForQuery: boolean }).readyForQuery) return;
    const error = new Error(`PostgreSQL said nothing for ${silenceMs} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}
