import type { ServerResponse } from 'node:http';
import { setImmediate as pause } from 'node:timers/promises';
import type { StreamAnswer, StreamEvent } from '#contract/call.ts';
import type { NextUint32 } from '#rules/values/random.ts';
import { type ConnectionLimits, createStreamPlaces } from './connections.ts';
import type { Timers } from './timers.ts';

/** So that proxies and clients know that a silent stream is alive. */
const commentMs = 15_000;
/** A client that leaves so many bytes untaken is ended. It connects again, and is sent the latest. */
const untakenMax = 64 * 1024;
/** So many are written to at once; other requests get their turn in between. */
const sliceSize = 100;

const comment = Buffer.from(':\n\n');

type NewStream = { feed: StreamAnswer<unknown>; lastEventId: string | undefined; visitor: string };

/** The streams that a web process holds open: server-sent events, written straight to the connections. */
export type Streams = {
  /** Begins with the latest event, unless the client has it. @returns false: no room, nothing was sent */
  open(response: ServerResponse, headers: Readonly<Record<string, string>>, stream: NewStream): boolean;
  /** Ends all and opens no more. Their clients connect again. */
  end(): void;
};

type StreamParts = { limits: ConnectionLimits; timers: Timers; nextUint32: NextUint32 };

export function createStreams({ limits, timers, nextUint32 }: StreamParts): Streams {
  const places = createStreamPlaces(limits);
  const all = new Set<ServerResponse>();
  const byFeed = new Map<StreamAnswer<unknown>, Set<ServerResponse>>();
  let isEnding = false;
  let sending = Promise.resolve();

  /** In the order in which it is called, so that a client is never left with an older event. */
  function sendToAll(to: ReadonlySet<ServerResponse>, bytes: Uint8Array): void {
    const responses = [...to];
    sending = sending.then(async () => {
      for (const [index, response] of responses.entries()) {
        if (index % sliceSize === sliceSize - 1) await pause();
        send(response, bytes);
      }
    });
  }

  function followersOf(feed: StreamAnswer<unknown>): Set<ServerResponse> {
    const existing = byFeed.get(feed);
    if (existing) return existing;
    const followers = new Set<ServerResponse>();
    byFeed.set(feed, followers);
    feed.follow(({ frame }) => sendToAll(followers, frame));
    return followers;
  }

  const endComments = timers.every(commentMs, () => sendToAll(all, comment));

  return {
    open: (response, headers, { feed, lastEventId, visitor }) => {
      const leave = isEnding ? null : places.take(visitor);
      if (leave === null) return false;
      const followers = followersOf(feed);
      response.once('close', () => {
        leave();
        all.delete(response);
        followers.delete(response);
      });
      response.socket?.setTimeout(0);
      response.writeHead(200, { ...headers, Connection: 'close' });
      response.write(firstBytes(feed.latest(), lastEventId, nextUint32));
      all.add(response);
      followers.add(response);
      return true;
    },
    end: () => {
      isEnding = true;
      endComments();
      for (const response of all) response.destroy();
    },
  };
}

/** After a restart clients do not all come back in the same second. */
const retryMs = { least: 1_000, spread: 4_000 };

function firstBytes(
  { id, frame }: StreamEvent<unknown>,
  lastEventId: string | undefined,
  nextUint32: NextUint32,
): Uint8Array {
  const retry = Buffer.from(`retry: ${retryMs.least + (nextUint32() % retryMs.spread)}\n\n`);
  return id === lastEventId ? retry : Buffer.concat([retry, frame]);
}

function send(response: ServerResponse, bytes: Uint8Array): void {
  if (response.destroyed) return;
  response.write(bytes);
  if (response.writableLength > untakenMax) response.destroy();
}
