import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { advanceClock, pendingJobs, setClock } from '#server/platform/advance-clock.ts';
import { startClock } from '#server/platform/clock.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import {
  type Deadline,
  databaseNow,
  runDue,
  startDeadlines,
  wakeWorker,
} from '#server/platform/deadlines.ts';
import { addJob, runJobsOnce, startJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

const log = createLog('test', 2, 'silent');
let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(
    'create table plan (at timestamptz not null, done_at timestamptz, jobs_at timestamptz)',
  );
  await own.adminPool.query('grant select, insert, update on plan to hending_app');
});
afterAll(() => own.close());

/** A planned row is done at its time, and causes a job that is done too. */
const planned: Deadline = {
  name: 'plan',
  due: sql`select min(at) from plan where done_at is null`,
  run: (db) =>
    transaction(db, async (tx) => {
      const { rows } = await sql<{ at: Date }>`
        update plan set done_at = domain_now() where ctid in (
          select ctid from plan where done_at is null and at <= domain_now() for update skip locked)
        returning at`.execute(tx);
      for (const { at } of rows) await addJob(tx, 'follow', { at });
      return rows.length;
    }),
};

const follow = async (db: Db, at: string) => {
  await sql`update plan set jobs_at = domain_now() where at = ${at}`.execute(db);
};
const taskList = () => ({ follow: (payload: unknown) => follow(own.db, (payload as { at: string }).at) });

const inHours = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);

async function plan(hours: number[]): Promise<Date> {
  const now = await databaseNow(own.db);
  await sql`insert into plan (at) select ${now}::timestamptz + make_interval(hours => h)
    from unnest(${hours}::int[]) h`.execute(own.db);
  return now;
}

type Done = { late: number; job_late: number };

/** Seconds between plan and work, in domain time. */
async function lateness(): Promise<Done[]> {
  const { rows } = await sql<Done>`select extract(epoch from done_at - at)::float8 as late,
    extract(epoch from jobs_at - at)::float8 as job_late from plan order by at`.execute(own.db);
  await own.adminPool.query('delete from plan');
  return rows;
}

test('the clock walks from one due instant to the next, each with its job done at its own time', async () => {
  const from = await plan([30, 2, 26, 100]);
  const steps: Date[] = [];
  await advanceClock(own.db, {
    to: inHours(from, 48),
    deadlines: [planned],
    onStep: (at) => steps.push(at),
    runJobs: () => runJobsOnce(own.pool, taskList(), log),
  });
  expect(steps.map((at) => Math.round((at.getTime() - from.getTime()) / 3_600_000))).toEqual([2, 26, 30, 48]);
  const [first, second, third, beyond] = await lateness();
  for (const done of [first, second, third]) {
    expect(done?.late).toBeLessThan(30);
    expect(done?.job_late).toBeLessThan(30);
  }
  expect(beyond?.late).toBeNull();
});

test('where a worker runs, the walk waits for it', async () => {
  const jobs = await startJobs(own.pool, taskList(), log);
  const ticking = startDeadlines(own.url, own.db, [planned], log);
  try {
    const from = await plan([1, 500]);
    await advanceClock(own.db, { to: inHours(from, 600), deadlines: [planned] });
    for (const done of await lateness()) expect(done.job_late).toBeLessThan(30);
    expect(await pendingJobs(own.db)).toEqual([]);
  } finally {
    await ticking.stop();
    await jobs.stop();
  }
});

const always = sql`select domain_now()`;

test('work that cannot be done is named, and the clock stays', async () => {
  const now = await databaseNow(own.db);
  const stuck: Deadline = {
    name: 'stuck',
    due: sql`select ${inHours(now, 5)}::timestamptz`,
    run: async () => 0,
  };
  const walk = advanceClock(own.db, { to: inHours(now, 9), deadlines: [stuck], patienceMs: 200 });
  await expect(walk).rejects.toThrow('The clock waits in vain for: stuck due at');
  expect((await databaseNow(own.db)).getTime()).toBeLessThan(inHours(now, 6).getTime());
});

test('a deadline that fails does not keep the others from their turn', async () => {
  const broken: Deadline = {
    name: 'broken',
    due: sql`select domain_now() where 1 / 0 > 0`,
    run: async () => 0,
  };
  const ran: string[] = [];
  const fine: Deadline = {
    name: 'fine',
    due: always,
    run: async () => ran.push('fine'),
  };
  const failed: string[] = [];
  expect(await runDue(own.db, [broken, fine], (name) => failed.push(name))).toBe(1);
  await expect(runDue(own.db, [broken, fine])).rejects.toThrow('division by zero');
  expect([ran, failed]).toEqual([['fine', 'fine'], ['broken']]);
});

test('who hangs keeps no other lane waiting; work that comes wakes its lane at once, no other', async () => {
  const hang = Promise.withResolvers<number>();
  const hanging: Deadline = {
    ...{ name: 'hanging', lane: 'outside' },
    due: always,
    run: () => hang.promise,
  };
  let [ran, others] = [0, 0];
  const quick: Deadline = {
    ...{ name: 'quick', lane: 'woken' },
    due: always,
    run: async () => ++ran,
  };
  const other: Deadline = { name: 'other', due: always, run: async () => ++others };
  const ticking = startDeadlines(own.url, own.db, [hanging, quick, other], log);
  try {
    await expect.poll(() => ran).toBeGreaterThan(1);
    const [before, othersBefore] = [ran, others];
    const startedMs = performance.now();
    for (let woken = 0; woken < 20; woken += 1) {
      const last = ran;
      await transaction(own.db, (tx) => wakeWorker(tx, 'woken'));
      await expect.poll(() => ran, { interval: 2 }).toBeGreaterThan(last);
    }
    // By its own ticks of half a second it would have taken ten.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(ran).toBeGreaterThanOrEqual(before + 20);
    expect(others - othersBefore).toBeLessThan(15);
  } finally {
    hang.resolve(0);
    await ticking.stop();
  }
});

test('the mirror follows the domain clock', async () => {
  const clock = await startClock(own.url, own.db);
  try {
    const agrees = async () => Math.abs(clock.now().getTime() - (await databaseNow(own.db)).getTime()) < 200;
    expect(await agrees()).toBe(true);
    await setClock(own.db, inHours(await databaseNow(own.db), 1000));
    await expect.poll(() => agrees()).toBe(true);
  } finally {
    await clock.stop();
  }
});

test('a job exists with its cause or not at all', async () => {
  const failing = transaction(own.db, async (tx) => {
    await addJob(tx, 'follow', { at: '2026-01-01' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await pendingJobs(own.db)).toEqual([]);
});

test('the clock of a production database cannot be set', async () => {
  await own.adminPool.query("update installation set mode = 'production'");
  await expect(setClock(own.db, new Date(0))).rejects.toMatchObject({ code: '42501' });
});

test('a clock of this machine that jumps moves neither domain time nor a session', async () => {
  const clock = await startClock(own.url, own.db);
  const [player] = await addPlayers(own, 1, 0);
  const { app } = testApp(own);
  const signedIn = async () => (await get(app, '/user/account/details', player?.cookie)).status;
  const before = clock.now().getTime();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2036-01-01T00:00:00Z') });
  try {
    expect(clock.now().getTime() - before).toBeLessThan(60_000);
    expect(await signedIn()).toBe(200);
    vi.setSystemTime(0);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    expect(await signedIn()).toBe(200);
  } finally {
    vi.useRealTimers();
    await clock.stop();
  }
});
