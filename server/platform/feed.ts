import { hash } from 'node:crypto';
import type { StreamAnswer, StreamEvent } from '#contract/call.ts';
import type { Timers } from './timers.ts';

export type Feed<T> = StreamAnswer<T> & {
  /** Something may have changed: reads, and tells the followers where it did. */
  refresh(): void;
};

const retryMs = 1_000;

type FeedParts<T> = { read: () => Promise<T>; timers: Timers; onError: (error: unknown) => void };

/**
 * What `read` finds, as the events of a stream. An event says all there is to know, so a client that missed
 * some needs only the latest. Its id is made of the data: every process gives the same, also after a restart.
 */
export function createFeed<T>({ read, timers, onError }: FeedParts<T>): Feed<T> {
  const followers: ((event: StreamEvent<T>) => void)[] = [];
  let latest: StreamEvent<T> | null = null;
  let reading: Promise<void> | null = null;
  let isStale = true;

  async function readAll(): Promise<void> {
    while (isStale) {
      isStale = false;
      const event = eventOf(await read());
      if (event.id === latest?.id) continue;
      latest = event;
      for (const follow of followers) follow(event);
    }
  }

  function readLatest(): Promise<void> {
    isStale = true;
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  }

  function refresh(): void {
    readLatest().catch((error: unknown) => {
      onError(error);
      timers.after(retryMs, refresh);
    });
  }

  return {
    refresh,
    ready: async () => {
      if (latest === null) await readLatest();
    },
    latest: () => latest ?? unread(),
    follow: (onEvent) => void followers.push(onEvent),
  };
}

function unread(): never {
  throw new Error('the feed was not read yet');
}

function eventOf<T>(data: T): StreamEvent<T> {
  const text = JSON.stringify(data);
  const id = hash('sha256', text, 'base64url').slice(0, 16);
  return { id, data, frame: Buffer.from(`id: ${id}\ndata: ${text}\n\n`) };
}
