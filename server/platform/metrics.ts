import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Every counter and gauge of this process registers here (`registers: [registry]`). */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

type Asker = { address: string | undefined; authorization: string | undefined; forwarded: boolean };

/** For this machine itself (not through a proxy) or with the token; others get nothing. */
export function mayReadMetrics(asker: Asker, token: string | null): boolean {
  if (token && sameText(asker.authorization ?? '', `Bearer ${token}`)) return true;
  return !asker.forwarded && isLoopback(asker.address ?? '');
}

export const metricsText = async (): Promise<{ body: string; contentType: string }> => ({
  body: await registry.metrics(),
  contentType: registry.contentType,
});

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
