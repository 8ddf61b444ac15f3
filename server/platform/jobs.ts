import { Logger, run, runOnce, type TaskList, type TaskSpec } from 'graphile-worker';
import type pg from 'pg';
import { sql } from '#server/platform/sql.ts';
import type { Tx } from './database.ts';
import { jobLock } from './job-lock.ts';
import { type Log, logFault } from './log.ts';

export type JobOptions = Pick<TaskSpec, 'queueName' | 'jobKey' | 'maxAttempts'> & {
  /** False: a walk of the clock does not wait for it, since it waits for an outside party. */
  awaited?: boolean;
};

/** Flag of jobs that nothing waits for. */
export const unawaited = 'unawaited';

/**
 * Queues work for now, in the transaction of its cause: both happen or neither. `queueName` runs jobs of
 * that name one at a time; `jobKey` replaces a waiting job of the same key. What is due later is a deadline,
 * not a job.
 */
export async function addJob(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, queue_name => ${options.queueName ?? null},
      max_attempts => ${options.maxAttempts ?? 25}, job_key => ${options.jobKey ?? null},
      flags => ${options.awaited === false ? [unawaited] : null}::text[])`.execute(tx);
}

/** The same for many jobs at once; with a `priority` above 0 others go first. */
export async function addJobs(
  tx: Tx,
  task: string,
  payloads: readonly object[],
  options: Omit<JobOptions, 'jobKey'> & { priority?: number } = {},
): Promise<void> {
  const { queueName = null, maxAttempts = 25, priority = 0, awaited = true } = options;
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(${task}::text, payload, ${queueName}::text, null, ${maxAttempts}::smallint, null,
        ${priority}::smallint, ${awaited ? null : [unawaited]}::text[])::graphile_worker.job_spec
      from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) with ordinality
        given(payload, nth)
      order by nth))`.execute(tx);
}

/**
 * Takes jobs back by their keys.
 *
 * @returns false when one of them is just being done: then the caller rolls back, and it runs on
 */
export async function removeJobs(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM unnest(${keys}::text[]) AS key, graphile_worker.remove_job(key) AS removed
    WHERE removed.locked_at IS NOT NULL`.execute(tx);
  return rows.length === 0;
}

/** How often jobs of killed processes are looked for. */
const LOOK_MS = 2_000;

/** Takes jobs until `stop`, which lets those running finish. Signals are the supervisor's business. */
export async function startJobs(
  pgPool: pg.Pool,
  taskList: TaskList,
  log: Log,
  concurrency = 4,
): Promise<{ stop(): Promise<void> }> {
  const lock = jobLock(pgPool);
  const look = () => void lock.look().catch((err: unknown) => log.warn({ err }, 'jobs of the dead'));
  look();
  const looking = setInterval(look, LOOK_MS);
  const runner = await run({
    pgPool,
    taskList,
    concurrency,
    noHandleSignals: true,
    crontab: '',
    pollInterval: 1_000,
    logger: jobLogger(log),
    events: lock.events,
  });
  let stopping = false;
  runner.promise.catch((error: unknown) => {
    if (stopping) return;
    logFault(log, error, { part: 'jobs' });
    process.exit(1); // the supervisor starts the role again
  });
  return {
    stop: async () => {
      stopping = true;
      clearInterval(looking);
      await runner.stop();
      await lock.stop();
    },
  };
}

/** Runs what waits now and returns: for a command where no worker runs. */
export async function runJobsOnce(pgPool: pg.Pool, taskList: TaskList, log: Log): Promise<void> {
  const { rowCount } = await pgPool.query(
    'select from graphile_worker.jobs where task_identifier = any ($1) limit 1',
    [Object.keys(taskList)],
  );
  if (rowCount === 0) return;
  const lock = jobLock(pgPool);
  try {
    await lock.look();
    await runOnce({ pgPool, taskList, noHandleSignals: true, logger: jobLogger(log), events: lock.events });
  } finally {
    await lock.stop();
  }
}

/** Attempts that fail are logged by the queue itself; its small talk is not. */
const jobLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ err: meta?.error }, message);
    else if (level === 'warning') log.warn({ err: meta?.error }, message);
    else log.debug(message);
  });
