import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';

/** Every counter and gauge of this process registers here (`registers: [registry]`). */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const refused = new Counter({
  name: 'hending_requests_refused_total',
  help: 'Requests that were refused, by the code of the refusal or of what was wrong with the request itself',
  labelNames: ['code'],
  registers: [registry],
});

/** Counts what is no fault of ours, however often a stranger does it. */
export const countRefused = (code: string): void => refused.inc({ code });

const faults = new Counter({
  name: 'hending_faults_total',
  help: 'What failed on our side, by the code that the caller was told; each has a line in the log',
  labelNames: ['code'],
  registers: [registry],
});

export const countFault = (code: string): void => faults.inc({ code });

type Asker = { address: string | undefined; authorization: string | undefined; isForwarded: boolean };

/**
 * Only for requests of this machine or with the token. A proxy on this machine looks like the
 * machine itself, so forwarded requests need the token.
 */
export function mayReadMetrics(asker: Asker, token: string | null): boolean {
  if (token && sameText(asker.authorization ?? '', `Bearer ${token}`)) return true;
  return !asker.isForwarded && isLoopbackAddress(asker.address ?? '');
}

export const metricsText = async (): Promise<{ body: string; contentType: string }> => ({
  body: await registry.metrics(),
  contentType: registry.contentType,
});

/** As the other end of a connection is named. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address);

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
