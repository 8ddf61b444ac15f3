import { type Sql, sql } from '#server/platform/sql.ts';
import type { Db, Tx } from './database.ts';
import { listen } from './listen.ts';
import { type Log, logFault } from './log.ts';

/** A kind of work that falls due by domain time: rows found by query, never timers. */
export type Deadline = {
  name: string;
  /** Those of one lane wait for each other; who is asked outside, and may hang, has a lane of its own. */
  lane?: string;
  /** False: a walk of the clock runs it where it is due, and does not stop for it. */
  isStop?: false;
  /** SQL for the instant, past or future, at which the next piece falls due. Null: nothing is planned. */
  due: Sql;
  /** True while the work has to wait. It then counts as not planned. */
  isHeldBack?(db: Db): Promise<boolean>;
  /** Does everything due now, and says how many pieces. Locks its rows and may run twice at once. */
  run(db: Db): Promise<number>;
};

export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select domain_now() as now`.execute(db);
  const now = rows[0]?.now;
  if (!now) throw new Error('domain_now() answered nothing');
  return now;
}

export async function secondsSince(db: Db, at: Date): Promise<number> {
  return ((await databaseNow(db)).getTime() - at.getTime()) / 1000;
}

type Dues = { now: Date; dues: (Date | null)[] };

/**
 * Reads in one statement when each deadline falls due, in their order, and then the clock. The connection
 * keeps the plan, since planning takes several times as long as the answer.
 */
export async function askDues(db: Db, deadlines: readonly Deadline[]): Promise<Dues> {
  const all = sql.join(deadlines.map(({ due }) => sql`(${due})`));
  const { rows } = await sql<Dues>`
    SELECT dues, domain_now() AS now FROM (SELECT ARRAY[${all}]::timestamptz[] AS dues OFFSET 0) AS asked
  `.execute({ ...db, keepsPlans: true });
  const [answer] = rows;
  if (!answer) throw new Error('what falls due was not answered');
  const areHeld = await Promise.all(deadlines.map((deadline) => deadline.isHeldBack?.(db)));
  return { ...answer, dues: answer.dues.map((due, nth) => (areHeld[nth] ? null : due)) };
}

/** The instant at which one deadline falls due; null when nothing is planned. */
export async function dueOf(db: Db, deadline: Deadline): Promise<Date | null> {
  return (await askDues(db, [deadline])).dues[0] ?? null;
}

/**
 * Runs what is due now, once around the list; says how many pieces were done. One that fails does not keep
 * the others from their turn: `failed` hears of it, or else it is thrown at the end.
 */
export async function runDue(
  db: Db,
  deadlines: readonly Deadline[],
  failed?: (name: string, error: unknown) => void,
): Promise<number> {
  let done = 0;
  const errors: unknown[] = [];
  let all = await tryDues(db, deadlines);
  for (const [nth, deadline] of deadlines.entries()) {
    try {
      const { now, dues } = all ?? (await askDues(db, [deadline]));
      const due = dues[all ? nth : 0];
      if (!due || due > now) continue;
      done += await deadline.run(db);
    } catch (error) {
      if (failed) failed(deadline.name, error);
      else errors.push(error);
    }
    // Its work may have made the next ones due.
    all = await tryDues(db, deadlines);
  }
  if (errors.length > 0) throw errors[0];
  return done;
}

/** Null when the common statement fails. Then each deadline is asked alone, and the faulty one shows. */
function tryDues(db: Db, deadlines: readonly Deadline[]) {
  return askDues(db, deadlines).catch(() => null);
}

const TICK_MS = 500;
const SAME_FAULT_MS = 60_000;

/** Told by whoever makes work fall due at once. */
const workDue = 'work_due';

/** With the end of the transaction, the worker looks what is due in that lane; the others sleep on. */
export async function wakeWorker(tx: Tx, lane: string): Promise<void> {
  await sql`SELECT pg_notify(${workDue}, ${lane})`.execute(tx);
}

/** The worker's clockwork: looks on every tick and at once when the domain clock was moved or work came. */
export function startDeadlines(
  url: string,
  db: Db,
  deadlines: readonly Deadline[],
  log: Log,
): { stop(): Promise<void> } {
  let stopped = false;
  const wakers = new Map<string, () => void>();
  const wake = () => {
    for (const wakeLane of wakers.values()) wakeLane();
  };
  const listener = listen(url, ['clock_changed', workDue], (channel, lane) =>
    channel === workDue ? wakers.get(lane)?.() : wake(),
  );
  const report = faultReporter(log, () => stopped);
  const loop = async (lane: string, own: readonly Deadline[]) => {
    while (!stopped) {
      const pause = Promise.withResolvers<void>();
      wakers.set(lane, pause.resolve);
      const timer = setTimeout(pause.resolve, TICK_MS);
      await runDue(db, own, report);
      if (!stopped) await pause.promise;
      clearTimeout(timer);
    }
  };
  const lanes = Map.groupBy(deadlines, ({ lane = '' }) => lane);
  const looping = Promise.all([...lanes].map(([lane, own]) => loop(lane, own)));
  return {
    stop: async () => {
      stopped = true;
      wake();
      await looping;
      await listener.stop();
    },
  };
}

/** What fails on every tick is logged when it begins and once a minute, not twice a second. */
function faultReporter(log: Log, isStopped: () => boolean): (name: string, error: unknown) => void {
  const last = new Map<string, { said: string; atMs: number }>();
  return (deadline, error) => {
    const said = String(error);
    const before = last.get(deadline);
    const isNews = before?.said !== said || performance.now() - before.atMs > SAME_FAULT_MS;
    if (isStopped() || !isNews) return;
    last.set(deadline, { said, atMs: performance.now() });
    logFault(log, error, { part: 'deadlines', deadline });
  };
}
