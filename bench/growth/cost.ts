/** What a piece of work costs: counted, not timed, so that a busy machine says nearly the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ownTime, timesOf } from '#bench/processor-time.ts';
import { APP } from '#embedded/postgres/roles.ts';
import type { Db } from '#server/platform/database.ts';
import type { Instance } from '#test/harness/product.ts';

export type Cost = {
  /** Pages that the application's statements asked for, from the shared buffers or not. */
  buffers: number;
  /** Those that were not in the shared buffers. */
  read: number;
  walBytes: number;
  /** Milliseconds of processor time: PostgreSQL with all its processes, and the product's own. */
  postgresMs: number;
  programMs: number;
};

/** A product on a copy of a history. */
export type Subject = {
  instance: Instance;
  /** As the application. */
  db: Db;
  /** As the superuser, whose statements are not counted. */
  monitor: pg.Client;
  /** What the product costs in a second without work; it is taken off. */
  idle: Cost;
};

/** `here`: the work is done by this process or by commands that it starts. */
type Place = { here: boolean };

const nothing: Cost = { buffers: 0, read: 0, walBytes: 0, postgresMs: 0, programMs: 0 };

export async function costOf(
  { instance, monitor, idle }: Omit<Subject, 'db'>,
  work: () => Promise<unknown>,
  { here }: Place = { here: false },
): Promise<Cost> {
  await monitor.query('SELECT bench.pg_stat_statements_reset()');
  const before = await counters(instance, monitor, here);
  const startedAt = performance.now();
  await work();
  const after = await counters(instance, monitor, here);
  const seconds = (performance.now() - startedAt) / 1000;
  const spent = (name: keyof Cost) => Math.max(0, after[name] - before[name] - seconds * idle[name]);
  return each(spent);
}

const restSeconds = 5;

/** The product without work, in a second. */
export async function idleCost(parts: Omit<Subject, 'db' | 'idle'>): Promise<Cost> {
  const cost = await costOf({ ...parts, idle: nothing }, () => sleep(restSeconds * 1000));
  return each((name) => cost[name] / restSeconds);
}

/**
 * Runs `work` while the worker stands still: what it looks at every second would be counted among a few
 * visits of a page.
 */
export async function withoutWorker<T>(
  running: Omit<Subject, 'idle'>,
  work: (quiet: Subject) => Promise<T>,
): Promise<T> {
  const { worker } = running.instance.pids();
  process.kill(worker, 'SIGSTOP');
  try {
    return await work({ ...running, idle: await idleCost(running) });
  } finally {
    process.kill(worker, 'SIGCONT');
  }
}

function each(value: (name: keyof Cost) => number): Cost {
  const names = Object.keys(nothing) as (keyof Cost)[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Cost;
}

/** Since the statistics were reset, and since the processes began. */
export async function counters(instance: Instance, monitor: pg.Client, here: boolean): Promise<Cost> {
  const { postgres, web, worker } = timesOf(instance);
  const { rows } = await monitor.query<{ buffers: string; read: string; wal: string }>(
    `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) AS buffers,
       coalesce(sum(shared_blks_read), 0) AS read, pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal
     FROM bench.pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = $1`,
    [APP],
  );
  const [row] = rows;
  return {
    buffers: Number(row?.buffers),
    read: Number(row?.read),
    walBytes: Number(row?.wal),
    postgresMs: postgres,
    programMs: web + worker + (here ? ownTime() : 0),
  };
}
