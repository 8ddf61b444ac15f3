import { timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config.ts';

/** Every counter and gauge of this process registers here (`registers: [registry]`). */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

type Asker = { address: string | undefined; authorization: string | undefined; forwarded: boolean };

/** For this machine itself (not through a proxy) or with the token; others get nothing. */
export function mayReadMetrics(asker: Asker, token: string | null): boolean {
  if (token && sameText(asker.authorization ?? '', `Bearer ${token}`)) return true;
  return !asker.forwarded && isLoopback(asker.address ?? '');
}

/** The answer to `GET /metrics`: 404 for whoever may not read it, as if it did not exist. */
export async function metricsAnswer(
  context: Context,
  config: Pick<Config, 'metricsToken'>,
): Promise<Response> {
  const asker = {
    address: addressOf(context),
    authorization: context.req.header('authorization'),
    forwarded:
      context.req.header('x-forwarded-for') !== undefined || context.req.header('forwarded') !== undefined,
  };
  if (!mayReadMetrics(asker, config.metricsToken)) return context.text('', 404);
  return context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
}

/** Undefined for a request made in process. */
function addressOf(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined;
  }
}

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
