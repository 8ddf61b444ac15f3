/** Rate limits for requests from outside: so many a minute of one network, and of all together. */
import { refuse } from './refusal.ts';

const minuteMs = 60_000;

/**
 * @returns function that counts a request of a network and returns how many came before it in this
 * minute. Beyond a limit it throws 429 EC_ACTION_NOT_ALLOWED with the seconds to wait.
 */
export function createAllowance(nowMs: () => number, limits: { perNetwork: number; perMinute: number }) {
  let since = nowMs();
  let total = 0;
  const counts = new Map<string, number>();
  return (network: string): number => {
    if (nowMs() - since >= minuteMs) {
      since = nowMs();
      total = 0;
      counts.clear();
    }
    const count = counts.get(network) ?? 0;
    if (count >= limits.perNetwork || total >= limits.perMinute) {
      const retryAfterSeconds = Math.max(1, Math.ceil((since + minuteMs - nowMs()) / 1000));
      refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds });
    }
    counts.set(network, count + 1);
    total += 1;
    return count;
  };
}
