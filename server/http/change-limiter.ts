/**
 * Limits the calls by which one player changes something: they run one at a time and at a limited rate.
 * Such calls lock rows, above all of the wallet, that purchases and pay-outs wait for.
 */
import { createFairQueue, type FairQueue } from '#server/platform/fair-queue.ts';
import { createBucketLimiter } from '#server/platform/rate-limiter.ts';
import { refuse } from '#server/platform/refusal.ts';

/** Some calls may wait, so that a double click is not refused. */
const concurrency = { runningMax: 1, waitingMax: 3 };
/** Repeated corrections of a form stay below it. */
const rate = { burst: 20, perSecond: 1 };

/** Runs `work`, or throws 429 EC_ACTION_NOT_ALLOWED with the seconds to wait. */
export type LimitChange = <T>(playerId: number, work: () => Promise<T>) => Promise<T>;

export function createChangeLimiter(monotonicMs: () => number): LimitChange {
  const limitRate = createBucketLimiter(monotonicMs, rate);
  /** Of players with a call that runs or waits. */
  const queues = new Map<number, FairQueue>();

  return async (playerId, work) => {
    const queue = queues.get(playerId) ?? createFairQueue(concurrency);
    if (!queue.hasRoom({})) refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: 1 });
    limitRate(playerId);
    queues.set(playerId, queue);
    try {
      return await queue.run({}, work);
    } finally {
      if (queue.isIdle()) queues.delete(playerId);
    }
  };
}
