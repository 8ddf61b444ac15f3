import { sql } from 'kysely';
import type { Db } from './database.ts';
import { listen } from './listen.ts';
import { type Log, logFault } from './log.ts';

/** A kind of work that falls due by domain time: rows found by query, never timers. */
export type Deadline = {
  name: string;
  /** The instant at which the next piece falls due (past or future); `null` when nothing is planned. */
  due(db: Db): Promise<Date | null>;
  /** Does everything due now, and says how many pieces. Locks its rows and may run twice at once. */
  run(db: Db): Promise<number>;
};

export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select domain_now() as now`.execute(db);
  const now = rows[0]?.now;
  if (!now) throw new Error('domain_now() answered nothing');
  return now;
}

/** Runs what is due now, once around the list; says how many pieces were done. */
export async function runDue(db: Db, deadlines: readonly Deadline[]): Promise<number> {
  let done = 0;
  for (const deadline of deadlines) {
    const due = await deadline.due(db);
    if (due && due <= (await databaseNow(db))) done += await deadline.run(db);
  }
  return done;
}

const TICK_MS = 500;

/** The worker's clockwork: looks on every tick and at once when the domain clock was moved. */
export function startDeadlines(
  url: string,
  db: Db,
  deadlines: readonly Deadline[],
  log: Log,
): { stop(): Promise<void> } {
  let stopped = false;
  let wake = () => {};
  const listener = listen(url, ['clock_changed'], () => wake());
  const loop = async () => {
    while (!stopped) {
      const pause = Promise.withResolvers<void>();
      wake = pause.resolve;
      const timer = setTimeout(pause.resolve, TICK_MS);
      try {
        await runDue(db, deadlines);
      } catch (error) {
        if (!stopped) logFault(log, error, { part: 'deadlines' });
      }
      if (!stopped) await pause.promise;
      clearTimeout(timer);
    }
  };
  const looping = loop();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await looping;
      await listener.stop();
    },
  };
}
