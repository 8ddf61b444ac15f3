import type { Context } from 'hono';

/** The connection's address; inside the process (server rendering) there is no connection. */
export function addressOf(context: Context): string {
  const bindings = context.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined;
  return bindings?.incoming?.socket.remoteAddress ?? '';
}
