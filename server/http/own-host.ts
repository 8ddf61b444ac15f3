/** Which hosts a request may be addressed to: pages spell their own address by it (docs/proxy.md). */
import type { IncomingMessage } from 'node:http';
import type { ServiceConfig } from '#server/platform/config.ts';
import { isLoopbackAddress } from '#server/platform/metrics.ts';

export type IsOwnHost = (request: IncomingMessage) => boolean;

/** Programs on this machine may request these under any host name. */
const ofThisMachine = new Set(['/api/health', '/api/live', '/metrics']);

/**
 * In production only the host of `SITE_URL` is accepted. Elsewhere the names of this machine are,
 * with any port since a tunnel may end at another one. If `HOST` opens the product to other
 * machines, any host is.
 */
export function createHostCheck({ mode, hosts, messages }: ServiceConfig): IsOwnHost {
  const { host: site, protocol } = new URL(messages.siteUrl);
  const ownHosts = new Set([site, `${site}:${protocol === 'https:' ? 443 : 80}`]);
  const isOpened = hosts === null || !hosts.every(isLoopbackAddress);
  /** Nearly all requests name the same one. */
  let lastLoopback: string | undefined;
  return (request) => {
    const host = hostOf(request);
    if (ownHosts.has(host) || host === lastLoopback) return true;
    if (mode === 'production') return isOfThisMachine(request);
    if (isOpened) return true;
    if (!loopbackHost.test(host)) return false;
    lastLoopback = host;
    return true;
  };
}

const loopbackHost = /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

function isOfThisMachine({ url = '', socket }: IncomingMessage): boolean {
  return ofThisMachine.has(url) && isLoopbackAddress(socket.remoteAddress ?? '');
}

/** A target that names a host wins over the header (RFC 9112, 3.2.2). */
function hostOf({ url = '', headers }: IncomingMessage): string {
  const targetHost = url.startsWith('/') ? undefined : URL.parse(url)?.host;
  return (targetHost ?? headers.host ?? '').toLowerCase();
}
