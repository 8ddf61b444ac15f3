import type pg from 'pg';
import { newClient } from './database-bounds.ts';

/** One connection that hears NOTIFY and comes back after the server was restarted. */
export type Listener = { stop(): Promise<void> };

/**
 * @param onNotify called on each notification, and with `null` after every (re)connection: something may have
 * been missed, so look for yourself
 */
export function listen(
  url: string,
  channels: readonly string[],
  onNotify: (channel: string | null, payload: string) => void,
): Listener {
  let client: pg.Client | null = null;
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = newClient(url, 'listen');
    client = next;
    next.once('end', () => {
      if (!stopped) pause = setTimeout(connect, 500);
    });
    next.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      onNotify(null, '');
    } catch {
      await next.end().catch(() => {}); // "end" tries again
    }
  };
  void connect();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(pause);
      await client?.end().catch(() => {});
    },
  };
}
