import type { Context } from 'hono';
import { isSecure } from './cookies.ts';

/** The connection's address; inside the process (server rendering) there is no connection. */
export function addressOf(context: Context): string {
  const bindings = context.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined;
  return bindings?.incoming?.socket.remoteAddress ?? '';
}

/** Language of the page that a browser asks from, told by its address: English ones begin with `/en`. */
export function localeOf(context: Context): 'is' | 'en' {
  return /^https?:\/\/[^/]+\/en(?:[/?#]|$)/.test(context.req.header('referer') ?? '') ? 'en' : 'is';
}

/** What the visitor's address begins with, also behind a proxy that ends TLS: `https://hending.is`. */
export function originOf(context: Context): string {
  const { host } = new URL(context.req.url);
  return `${isSecure(context) ? 'https' : 'http'}://${context.req.header('host') ?? host}`;
}
