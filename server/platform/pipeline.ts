import type pg from 'pg';
import { BoundedClient, type ClientSettings } from './database-bounds.ts';

/**
 * One connection whose statements leave without waiting for the answers of earlier ones; PostgreSQL runs them
 * in order, each in its own transaction. For what must never keep the database waiting (docs/decisions/033).
 */
export type Pipeline = {
  /** The connection, made on the first call and anew after a loss; rejects where none is to be had. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

export function createPipeline(settings: ClientSettings, onLost: (error: Error) => void): Pipeline {
  let current: Promise<pg.Client> | null = null;

  function open(): Promise<pg.Client> {
    const client = new BoundedClient({ ...settings, pipeline: true });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (current === opened) current = null;
    };
    client.on('end', forget);
    client.on('error', (error) => {
      forget();
      onLost(error);
    });
    opened.catch(forget);
    return opened;
  }

  return {
    connect: () => (current ??= open()),
    close: async () => {
      const client = await current?.catch(() => null);
      await client?.end();
    },
  };
}
