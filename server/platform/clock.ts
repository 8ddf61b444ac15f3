import type { Db } from './database.ts';
import { databaseNow } from './deadlines.ts';
import { listen } from './listen.ts';

/** Domain time as a process shows it. What decides is read in SQL (`domain_now()`) after the lock is held. */
export type Clock = { now(): Date };

const REFRESH_MS = 30_000;

/**
 * A mirror of the database's clock with its sandbox offset, measured now, at every change and now and then.
 * In between goes a clock of this machine that nobody can set.
 */
export async function startClock(url: string, db: Db): Promise<Clock & { stop(): Promise<void> }> {
  let aheadMs = 0;
  const refresh = async () => {
    const beforeMs = performance.now();
    const there = await databaseNow(db);
    const halfwayMs = (beforeMs + performance.now()) / 2;
    aheadMs = there.getTime() - halfwayMs;
  };
  const retry = () => void refresh().catch(() => {}); // the next tick or reconnection measures again
  await refresh();
  const timer = setInterval(retry, REFRESH_MS);
  const listener = listen(url, ['clock_changed'], retry);
  return {
    now: () => new Date(performance.now() + aheadMs),
    stop: async () => {
      clearInterval(timer);
      await listener.stop();
    },
  };
}
