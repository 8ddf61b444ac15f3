import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/sql.ts';
import type { Db } from './database.ts';
import { type Deadline, databaseNow, runDue } from './deadlines.ts';
import { unawaited } from './jobs.ts';

export type Walk = {
  to: Date;
  deadlines: readonly Deadline[];
  /** Runs waiting jobs in this process, where no worker runs. */
  runJobs?: () => Promise<void>;
  /** Told about each instant stopped at. */
  onStep?: (at: Date) => void;
  /** How long nothing may change before the walk gives up. */
  patienceMs?: number;
};

/**
 * Moves the sandbox clock to `to`, never back, from one due instant to the next, waiting at each until
 * its work and the jobs it caused are done: a month passes as its draws, each at its own time. Refused
 * in production (SQL).
 */
export async function advanceClock(db: Db, walk: Walk): Promise<void> {
  await untilDone(db, walk);
  for (;;) {
    const now = await databaseNow(db);
    if (now >= walk.to) return;
    const next = await nextDue(db, walk.deadlines);
    const stop = next && next < walk.to ? next : walk.to;
    if (stop > now) {
      await setClock(db, stop);
      walk.onStep?.(stop);
    }
    await untilDone(db, walk);
  }
}

/** Sets domain time to an instant; it runs on from there. */
export async function setClock(db: Db, at: Date): Promise<void> {
  await sql`select set_clock_offset(${at}::timestamptz - clock_timestamp())`.execute(db);
}

async function nextDue(db: Db, deadlines: readonly Deadline[]): Promise<Date | null> {
  let next: Date | null = null;
  for (const deadline of deadlines) {
    if (deadline.isStop === false) continue;
    const due = await deadline.due(db);
    if (due && (!next || due < next)) next = due;
  }
  return next;
}

/** Two clean looks in a row: work may pass from a deadline to a job between the questions of one look. */
async function untilDone(db: Db, walk: Walk): Promise<void> {
  const patienceMs = walk.patienceMs ?? 120_000;
  let clean = 0;
  let before = '';
  let changedMs = performance.now();
  while (clean < 2) {
    const done = await runDue(db, walk.deadlines);
    await walk.runJobs?.();
    const open = [...(await overdue(db, walk.deadlines)), ...(await pendingJobs(db))];
    clean = done === 0 && open.length === 0 ? clean + 1 : 0;
    const state = open.join('; ');
    if (done > 0 || state !== before) changedMs = performance.now();
    else if (performance.now() - changedMs > patienceMs)
      throw new Error(`The clock waits in vain for: ${state}`);
    before = state;
    if (clean === 0 && done === 0) await sleep(20);
  }
}

async function overdue(db: Db, deadlines: readonly Deadline[]): Promise<string[]> {
  const open: string[] = [];
  for (const deadline of deadlines) {
    const due = await deadline.due(db);
    if (due && due <= (await databaseNow(db))) open.push(`${deadline.name} due at ${due.toISOString()}`);
  }
  return open;
}

/** Jobs are for work due now, so every awaited one that may still run counts, also between two attempts. */
export async function pendingJobs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select format('job %s (%s), attempt %s%s', id, task_identifier, attempts, ': ' || last_error) as said
    from graphile_worker.jobs
    where (attempts < max_attempts or locked_at is not null)
      and not coalesce(jsonb_exists(flags, ${unawaited}), false)
    order by id`.execute(db);
  return rows.map(({ said }) => said);
}
