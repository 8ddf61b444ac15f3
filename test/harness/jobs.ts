/** The queue of jobs in tests. Its own tables hold more than its view `jobs`, and are named here alone. */
import type pg from 'pg';

/** `payload` is what the job was given, by `addJob`. */
export type WaitingJob<Payload = unknown> = { task: string; payload: Payload };

/** All jobs of a task, or of all tasks; oldest first. */
export async function waitingJobs<Payload = unknown>(
  admin: pg.Pool,
  task?: string,
): Promise<WaitingJob<Payload>[]> {
  const { rows } = await admin.query<WaitingJob<Payload>>(
    `SELECT identifier AS task, payload
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE identifier = $1 OR $1 IS NULL ORDER BY j.id`,
    [task ?? null],
  );
  return rows;
}

export async function forgetJobs(admin: pg.Pool): Promise<void> {
  await admin.query('DELETE FROM graphile_worker._private_jobs');
}

/** Jobs that wait for their next attempt are due now. They stay in their order. */
export async function makeJobsDue(admin: pg.Pool): Promise<void> {
  await admin.query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '1 day' WHERE locked_at IS NULL`,
  );
}

type Change = { attempts?: number; laterBy?: string };

/** As a job is that has failed, or was queued while the clock was ahead by `laterBy`, an interval. */
export async function changeJob(admin: pg.Pool, id: string, { attempts = 0, laterBy = '0' }: Change) {
  await admin.query(
    `UPDATE graphile_worker._private_jobs SET attempts = $2, run_at = run_at + $3::interval WHERE id = $1`,
    [id, attempts, laterBy],
  );
}

/** All jobs are being done since `at`, an SQL expression over a job; `NULL` lets them go. */
export async function lockJobs(admin: pg.Pool, at: string): Promise<void> {
  await admin.query(`UPDATE graphile_worker._private_jobs SET locked_at = ${at}`);
}
