import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/sql.ts';
import type { Db } from './database.ts';
import { askDues, type Deadline, databaseNow, runDue } from './deadlines.ts';
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
  for (;;) {
    const { now, planned } = await untilDone(db, walk);
    if (now >= walk.to) return;
    const stops = planned.filter(({ deadline }) => deadline.isStop !== false);
    const next = new Date(Math.min(walk.to.getTime(), ...stops.map(({ due }) => due.getTime())));
    // The clock runs meanwhile: it may have passed that instant already.
    if (next > (await databaseNow(db))) {
      await setClock(db, next);
      walk.onStep?.(next);
    }
  }
}

/** Sets domain time to an instant; it runs on from there. */
export async function setClock(db: Db, at: Date): Promise<void> {
  await sql`select set_clock_offset(${at}::timestamptz - clock_timestamp())`.execute(db);
}

type Look = {
  now: Date;
  /** Deadlines that fall due later. */
  planned: { deadline: Deadline; due: Date }[];
  /** Descriptions of overdue deadlines and pending jobs. */
  open: string[];
};

async function look(db: Db, deadlines: readonly Deadline[]): Promise<Look> {
  const { now, dues } = await askDues(db, deadlines);
  const jobs = await pendingJobs(db);
  const dated = deadlines.flatMap((deadline, nth) => (dues[nth] ? [{ deadline, due: dues[nth] }] : []));
  const overdue = dated.filter(({ due }) => due <= now);
  return {
    now,
    planned: dated.filter(({ due }) => due > now),
    open: [...overdue.map(({ deadline, due }) => `${deadline.name} due at ${due.toISOString()}`), ...jobs],
  };
}

/** Two clean looks in a row: work may pass from a deadline to a job between the questions of one look. */
async function untilDone(db: Db, walk: Walk): Promise<Look> {
  const patienceMs = walk.patienceMs ?? 120_000;
  let isClean = false;
  let before = '';
  let changedMs = performance.now();
  for (;;) {
    const latest = await look(db, walk.deadlines);
    if (latest.open.length === 0 && isClean) return latest;
    isClean = latest.open.length === 0;
    if (isClean) continue;
    const done = await runDue(db, walk.deadlines);
    await walk.runJobs?.();
    const state = latest.open.join('; ');
    if (done > 0 || state !== before) changedMs = performance.now();
    else if (performance.now() - changedMs > patienceMs)
      throw new Error(`The clock waits in vain for: ${state}`);
    before = state;
    if (done === 0) await sleep(20);
  }
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
