/**
 * Is the holder of a job alive? The queue itself believes it for four hours. Here a process that takes jobs
 * also holds an advisory lock for each of its workers, which PostgreSQL lets go when the process is gone
 * (`kill -9`); whoever comes next gives such jobs back to the queue.
 */
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

export type JobLocks = {
  /** For the runner: tells about its workers. */
  events: WorkerEvents;
  /** Gives back what dead workers hold; says of how many. */
  freeDead(): Promise<number>;
  stop(): Promise<void>;
};

/** A worker has its lock within this time of taking a job. */
const graceSeconds = 5;

export function jobLocks(pool: pg.Pool): JobLocks {
  const workers = new Set<string>();
  let client: pg.PoolClient | null = null;
  let last: Promise<void> = Promise.resolve();

  /** One connection for all locks, one question at a time; when it broke, the next takes them all again. */
  const lock = (worker: string | null): Promise<void> => {
    if (worker) workers.add(worker);
    last = last.then(async () => {
      const missing = client ? [worker] : [...workers];
      for (const each of missing) {
        if (!each) continue;
        client ??= await connect();
        await client.query(lockSql, [each]);
      }
    });
    // What failed is tried again with the next look for dead workers.
    last = last.catch(forget);
    return last;
  };
  const connect = async () => {
    const fresh = await pool.connect();
    fresh.once('error', forget);
    return fresh;
  };
  const forget = () => {
    client?.release(true);
    client = null;
  };

  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => void lock(worker.workerId));
  return {
    events,
    async freeDead() {
      await lock(null);
      const { rows } = await pool.query<{ freed: number }>(freeSql, [graceSeconds]);
      return rows[0]?.freed ?? 0;
    },
    async stop() {
      await last;
      // Closed, not lent on: the locks end with it.
      forget();
    },
  };
}

const lockSql = "select pg_advisory_lock(hashtextextended('job worker ' || $1, 0))";

const freeSql = `
  with dead as materialized (
    select locked_by from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => $1)
    ) as held
    where pg_try_advisory_xact_lock(hashtextextended('job worker ' || locked_by, 0))
  ), freed as (
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0
  )
  select (select count(*) from dead) as freed, (select count(*) from freed) as done`;
