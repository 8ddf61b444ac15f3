/**
 * What players change of their accounts goes one call after the other and not without end: such calls hold
 * rows, of the wallet above all, that purchases, pay-outs and connections wait for.
 */

import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import { refuse } from '#server/platform/refusal.ts';

/** One call runs, and so many wait for it; a double click is no offence. */
const waitingMax = 3;
/** A form that is filled in wrongly again and again stays below it. */
const burst = 20;
const perSecond = 1;
const playersMax = 10_000;

/** Runs `work`, or throws 429 EC_ACTION_NOT_ALLOWED with the seconds after which there is room. */
export type Ration = <T>(playerId: number, work: () => Promise<T>) => Promise<T>;

/** @param monotonicMs a clock that only goes on */
export function createRation(monotonicMs: () => number): Ration {
  const players = new Map<
    number,
    { limiter: ReturnType<typeof createConcurrencyLimiter>; left: number; atMs: number }
  >();

  /** What of the burst is left by now. */
  const leftAt = ({ left, atMs }: { left: number; atMs: number }, nowMs: number) =>
    Math.min(burst, left + ((nowMs - atMs) / 1000) * perSecond);

  /** Whoever has the whole burst again is like one who never came, and has long had an answer. */
  function forget(nowMs: number): void {
    for (const [playerId, each] of players) if (leftAt(each, nowMs) >= burst) players.delete(playerId);
  }

  return async (playerId, work) => {
    const nowMs = monotonicMs();
    if (players.size >= playersMax) forget(nowMs);
    const player = players.get(playerId) ?? {
      limiter: createConcurrencyLimiter(1, waitingMax),
      left: burst,
      atMs: nowMs,
    };
    players.set(playerId, player);
    const left = leftAt(player, nowMs);
    const room = player.limiter.isFull() ? 1 : (1 - left) / perSecond;
    if (room > 0) refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: Math.ceil(room) });
    player.left = left - 1;
    player.atMs = nowMs;
    return player.limiter.run(work);
  };
}
