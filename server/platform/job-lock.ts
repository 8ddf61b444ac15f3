/**
 * Is the holder of a job alive? The queue itself believes it for four hours. Here a process that takes jobs
 * also holds an advisory lock in the name of its workers, which PostgreSQL lets go when the process is gone
 * (`kill -9`); whoever comes next gives such jobs back to the queue.
 */
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

export type JobLock = {
  /** For the runner, which tells the name that it takes jobs in. */
  events: WorkerEvents;
  /**
   * Gives back what the dead hold, takes the own lock again where its connection broke, and makes jobs due
   * that were queued while the machine's clock ran ahead.
   */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** The runner has its lock within this time of taking a job. */
const graceSeconds = 5;
/** A time that lies further ahead is of a clock that has jumped back since. */
const aheadSeconds = 60;

export function jobLock(pool: pg.Pool): JobLock {
  let name: string | null = null;
  let client: pg.PoolClient | null = null;
  let last: Promise<void> = Promise.resolve();

  const lock = (): Promise<void> => {
    last = last
      .then(async () => {
        if (client || !name) return;
        client = await pool.connect();
        client.once('error', forget);
        await client.query(lockSql, [name]);
      })
      // The next look tries again.
      .catch(forget);
    return last;
  };
  const forget = () => {
    client?.release(true);
    client = null;
  };

  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
    void lock();
  });
  return {
    events,
    async look() {
      await lock();
      await pool.query(freeSql, [graceSeconds, aheadSeconds]);
      await pool.query(dueSql, [aheadSeconds]);
    },
    async stop() {
      await last;
      // Closed, not lent on: the lock ends with it.
      forget();
    },
  };
}

const lockSql = "select pg_advisory_lock(hashtextextended('job runner ' || $1, 0))";

const freeSql = `
  with dead as materialized (
    select locked_by from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and (locked_at < now() - make_interval(secs => $1)
        or locked_at > now() + make_interval(secs => $2))
    ) as held
    where pg_try_advisory_xact_lock(hashtextextended('job runner ' || locked_by, 0))
  )
  select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`;

/** Jobs are queued for now; after its nth failure one waits for exp(n) seconds, for exp(10) at most. */
const dueSql = `
  select from graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs
    where locked_at is null
      and run_at > now() + make_interval(
        secs => $1 + case when attempts = 0 then 0 else exp(least(attempts, 10)) end)
  ), run_at => now())`;
