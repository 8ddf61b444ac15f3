/**
 * Rate limits of one process, counted in memory. A request over a limit is refused with 429
 * EC_ACTION_NOT_ALLOWED and the seconds to wait. Each limiter remembers a bounded number of keys and
 * forgets the least recently used one beyond it.
 */
import { LRUCache } from 'lru-cache';
import { refuse } from './refusal.ts';

const windowMs = 60_000;
const keysMax = 10_000;

/**
 * Fixed window: requests a minute of one key, and of all keys together.
 * @returns function that counts a request and returns how many of its key came before it in this minute
 */
export function createWindowLimiter(
  monotonicMs: () => number,
  limits: { perKey: number; ofAllKeys?: number },
): (key: string) => number {
  const { perKey, ofAllKeys = Number.POSITIVE_INFINITY } = limits;
  const counts = new LRUCache<string, number>({ max: keysMax });
  let since = monotonicMs();
  let total = 0;
  return (key) => {
    if (monotonicMs() - since >= windowMs) {
      since = monotonicMs();
      total = 0;
      counts.clear();
    }
    const count = counts.get(key) ?? 0;
    if (count >= perKey || total >= ofAllKeys) refuseFor((since + windowMs - monotonicMs()) / 1000);
    counts.set(key, count + 1);
    total += 1;
    return count;
  };
}

/** Token bucket for each key: `burst` requests pass at once, then `perSecond`. */
export function createBucketLimiter(
  monotonicMs: () => number,
  { burst, perSecond }: { burst: number; perSecond: number },
): (key: number) => void {
  const buckets = new LRUCache<number, { tokens: number; atMs: number }>({ max: keysMax });
  return (key) => {
    const atMs = monotonicMs();
    const last = buckets.get(key) ?? { tokens: burst, atMs };
    const tokens = Math.min(burst, last.tokens + ((atMs - last.atMs) / 1000) * perSecond);
    if (tokens < 1) refuseFor((1 - tokens) / perSecond);
    buckets.set(key, { tokens: tokens - 1, atMs });
  };
}

function refuseFor(seconds: number): never {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds });
}
