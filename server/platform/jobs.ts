import { Logger, run, runOnce, type TaskList, type TaskSpec } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';
import { jobLocks } from './job-locks.ts';
import { type Log, logFault } from './log.ts';

export type JobOptions = Pick<TaskSpec, 'queueName' | 'jobKey' | 'maxAttempts'>;

/**
 * Queues work for now, in the transaction of its cause: both happen or neither. `queueName` runs jobs of that
 * name one at a time; `jobKey` replaces a waiting job of the same key. What is due later is a deadline, not a
 * job.
 */
export async function addJob(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, queue_name => ${options.queueName ?? null},
      max_attempts => ${options.maxAttempts ?? 25}, job_key => ${options.jobKey ?? null})`.execute(tx);
}

/** How often jobs of killed processes are looked for. */
const FREE_DEAD_MS = 2_000;

/** Takes jobs until `stop`, which lets those running finish. Signals are the supervisor's business. */
export async function startJobs(
  pgPool: pg.Pool,
  taskList: TaskList,
  log: Log,
  concurrency = 4,
): Promise<{ stop(): Promise<void> }> {
  const locks = jobLocks(pgPool);
  const freeDead = () => void locks.freeDead().catch((err: unknown) => log.warn({ err }, 'dead workers'));
  freeDead();
  const freeing = setInterval(freeDead, FREE_DEAD_MS);
  const runner = await run({
    ...{ pgPool, taskList, concurrency, noHandleSignals: true, crontab: '', pollInterval: 1_000 },
    ...{ logger: jobLogger(log), events: locks.events },
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
      clearInterval(freeing);
      await runner.stop();
      await locks.stop();
    },
  };
}

/** Runs what waits now and returns: for a command where no worker runs. */
export async function runJobsOnce(pgPool: pg.Pool, taskList: TaskList, log: Log): Promise<void> {
  const locks = jobLocks(pgPool);
  try {
    await locks.freeDead();
    await runOnce({ pgPool, taskList, noHandleSignals: true, logger: jobLogger(log), events: locks.events });
  } finally {
    await locks.stop();
  }
}

/** Attempts that fail are logged by the queue itself; its small talk is not. */
const jobLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ err: meta?.error }, message);
    else if (level === 'warning') log.warn({ err: meta?.error }, message);
    else log.debug(message);
  });
