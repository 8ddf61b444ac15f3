import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingJobs } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { addJob, runJobsOnce, startJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { changeJob, forgetJobs, lockJobs } from '#test/harness/jobs.ts';

const log = createLog('test', 2, 'silent');
let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

/** Another process that takes the job and never finishes it. */
async function hangingWorker(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('hanging-worker.ts', import.meta.url)), [own.url]);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const queue = () => transaction(own.db, (tx) => addJob(tx, 'work', {}));

test('must-hold 51: what a killed worker held is done by the next within seconds, not hours', async () => {
  await queue();
  const dead = await hangingWorker();
  await kill(dead);
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const jobs = await startJobs(own.pool, { work }, log);
  try {
    for (let waited = 0; done === 0 && waited < 20_000; waited += 100) await sleep(100);
    expect(done).toBe(1);
    expect(await pendingJobs(own.db)).toEqual([]);
  } finally {
    await jobs.stop();
  }
});

test('a command on its own does it too, and leaves alone what a living worker holds', async () => {
  await queue();
  const alive = await hangingWorker();
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const look = () => runJobsOnce(own.pool, { work }, log);
  await sleep(6_000);
  await look();
  expect(done).toBe(0);
  await kill(alive);
  for (let waited = 0; done === 0 && waited < 10_000; waited += 200) {
    await look();
    await sleep(200);
  }
  expect(done).toBe(1);
});

test('a clock of the machine that jumped back delays no job, and moves no attempt forward', async () => {
  await forgetJobs(own.pool);
  for (let count = 0; count < 3; count += 1) await queue();
  // Queued while the clock was three days ahead; waiting for its next attempt; failed while it was ahead.
  const { rows } = await own.pool.query<{ id: string }>('SELECT id FROM graphile_worker.jobs ORDER BY id');
  const [ahead = '', retried = '', both = ''] = rows.map(({ id }) => id);
  await changeJob(own.pool, ahead, { laterBy: '3 days' });
  await changeJob(own.pool, retried, { attempts: 8, laterBy: '40 minutes' });
  await changeJob(own.pool, both, { attempts: 8, laterBy: '3 days' });
  const done: string[] = [];
  const work = async (_: unknown, { job }: { job: { id: string } }) => void done.push(job.id);
  await runJobsOnce(own.pool, { work }, log);
  expect(done.toSorted()).toEqual([ahead, both].toSorted());
});

test('nor one that a killed worker took while the clock was ahead', async () => {
  await forgetJobs(own.pool);
  await queue();
  await kill(await hangingWorker());
  await lockJobs(own.pool, "locked_at + interval '3 days'");
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const look = () => runJobsOnce(own.pool, { work }, log).then(() => done);
  await expect.poll(look).toBe(1);
});
