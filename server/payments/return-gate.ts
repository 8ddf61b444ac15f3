/**
 * Limits the cost of the public return addresses. Concurrent requests for one payment share one
 * answer. Repeats for a payment, and requests without a proven payment, are limited by network.
 */

import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';

/** Requests a minute. The first request for a payment always passes: its holder may share a network. */
const perPayment = 100;
const perNetwork = 300;

export function createReturnGate<Result>(monotonicMs: () => number) {
  const limitPayment = createWindowLimiter(monotonicMs, { perKey: perPayment });
  const limitNetwork = createWindowLimiter(monotonicMs, { perKey: perNetwork });
  const inFlight = new Map<string, Promise<Result>>();

  /**
   * Throws 429 EC_ACTION_NOT_ALLOWED with the seconds to wait.
   * @param key of the payment and its round; null without a proven payment
   */
  return async (key: string | null, ip: string, work: () => Promise<Result>): Promise<Result> => {
    const isFirst = key !== null && limitPayment(key) === 0;
    if (!isFirst) limitNetwork(networkOf(ip));
    if (key === null) return work();
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = work().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
