import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { isSecure } from './address.ts';

/**
 * Calls `app` in process as the visitor of `context` would: from the same address, with the same cookies,
 * which are read by other names where the visitor came over TLS.
 */
export async function callInside(
  app: Hono,
  path: string,
  init: RequestInit,
  context: Context,
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const name of ['cookie', 'host', 'forwarded', 'x-forwarded-for', 'x-forwarded-proto']) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const url = new URL(path, context.req.url);
  url.protocol = isSecure(context) ? 'https:' : 'http:';
  // From the same connection, but for another address.
  const socket = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket;
  return app.request(url.href, { ...init, headers }, socket ? { incoming: { socket } } : {});
}
