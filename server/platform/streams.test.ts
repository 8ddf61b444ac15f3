import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openStream } from '#test/harness/event-stream.ts';
import { holdSockets } from '#test/harness/sockets.ts';
import { streamLimits } from './connections.ts';
import { createFeed, type Feed } from './feed.ts';
import { type HttpServer, listenHttp } from './listen-http.ts';
import { createLog } from './log.ts';
import { createStreams } from './streams.ts';

const log = createLog('test', 2, 'silent');
const limits = { all: 90, perVisitor: 20 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type Options = Partial<Parameters<typeof listenHttp>[1]>;

/** A server that answers `/` with a stream of the number `value`, 503 where there is no room. */
async function serve(options: Options = {}) {
  const ticks: (() => void)[] = [];
  const timers = {
    every: (_: number, act: () => void) => {
      ticks.push(act);
      return () => {};
    },
    after: () => () => {},
  };
  let data: unknown = 1;
  const feed: Feed<unknown> = createFeed({ read: async () => data, timers, onError: () => {} });
  await feed.ready();
  const { limits: connections = limits } = options;
  const streams = createStreams({ limits: streamLimits(connections), timers, nextUint32: () => 0 });
  const server = await listenHttp(
    (request, response) => {
      const lastEventId = request.headers['last-event-id'] as string | undefined;
      const visitor = String(request.headers['x-from'] ?? request.socket.remoteAddress);
      const headers = { 'Content-Type': 'text/event-stream' };
      if (request.url === '/other') response.end('other');
      else if (!streams.open(response, headers, { feed, lastEventId, visitor }))
        response.writeHead(503).end();
    },
    { port: 0, log, limits: connections, streams, ...options },
  );
  ends.push(server.stop);
  const publish = (value: unknown) => {
    data = value;
    feed.refresh();
  };
  return { ...server, publish, tick: () => ticks[0]?.(), id: () => feed.latest().id };
}

async function open({ port }: HttpServer, options: Parameters<typeof openStream>[1] = {}) {
  const stream = await openStream(port, options);
  ends.push(stream.close);
  return stream;
}

const openMany = (server: HttpServer, count: number, options: Parameters<typeof openStream>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => open(server, options)));

test('the latest event comes at once, the next ones as they are published, all in order', async () => {
  const server = await serve();
  const streams = await openMany(server, 20);
  for (const value of [2, 3, 4]) {
    server.publish(value);
    await expect.poll(() => streams.every(({ events }) => events().at(-1)?.data === value)).toBe(true);
  }
  expect(new Set(streams.map(({ text }) => text())).size).toBe(1);
  expect(streams[0]?.events().map(({ data }) => data)).toEqual([1, 2, 3, 4]);
  expect(streams[0]?.text()).toMatch(/^retry: 1000\n\nid: /);
});

test('who has the latest event is not sent it again', async () => {
  const server = await serve();
  const known = await open(server, { headers: { 'Last-Event-ID': server.id() } });
  const old = await open(server, { headers: { 'Last-Event-ID': 'older' } });
  await expect.poll(() => old.events().length).toBe(1);
  server.publish(2);
  await expect.poll(() => known.events().length).toBe(1);
  expect(known.events()[0]?.data).toBe(2);
});

test('a comment is sent to all at each turn of the timer', async () => {
  const server = await serve();
  const stream = await open(server);
  server.tick();
  server.tick();
  await expect.poll(() => stream.text()).toMatch(/\n\n:\n\n:\n\n$/);
});

test('a visitor has a share, and their streams that end give it back', async () => {
  const server = await serve();
  const mine = await openMany(server, limits.perVisitor);
  expect((await open(server)).status).toBe(503);
  expect((await open(server, { headers: { 'X-From': 'other' } })).status).toBe(200);
  mine[0]?.close();
  await expect.poll(async () => (await open(server)).status).toBe(200);
});

test('streams take two thirds of the connections, and other requests are answered', async () => {
  const server = await serve();
  const statuses = new Map<number, number>();
  for (let visitor = 0; visitor < 8; visitor += 1) {
    const opened = await openMany(server, 10, { headers: { 'X-From': String(visitor) } });
    for (const { status } of opened) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 60, 503: 20 });
  expect((await fetch(`http://127.0.0.1:${server.port}/other`)).status).toBe(200);
});

test('10,000 from one address get one share, and others are served', async () => {
  const server = await serve({ limits: { all: 4_000, perVisitor: 500 } });
  let [opened, refused] = [0, 0];
  for (let asked = 0; asked < 10_000; asked += 250) {
    for (const { status } of await openMany(server, 250, { localAddress: '127.0.0.2' })) {
      if (status === 200) opened += 1;
      else refused += 1;
    }
  }
  expect([opened, refused]).toEqual([500, 9_500]);
  expect((await open(server)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${server.port}/other`)).status).toBe(200);
});

test('no silence ends a stream', async () => {
  const server = await serve({ patience: { headMs: 100, requestMs: 100, silenceMs: 100, keepAliveMs: 100 } });
  const stream = await open(server);
  await sleep(500);
  expect(stream.isEnded()).toBe(false);
  server.publish(2);
  await expect.poll(() => stream.events().length).toBe(2);
});

test('who takes nothing is ended once 64 KB lie there, and the others go on', async () => {
  const server = await serve();
  const deaf = await openMany(server, 5, { reads: false, localAddress: '127.0.0.2' });
  const stream = await open(server);
  const much = 'x'.repeat(60_000);
  let turns = 0;
  // The machine's own buffers take some megabytes first.
  while (turns < 1_000 && !(await refusesNoMore(server, deaf.length))) {
    turns += 1;
    server.publish(`${turns} ${much}`);
    await expect.poll(() => stream.events().at(-1)?.data).toBe(`${turns} ${much}`);
  }
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(1_000);
  expect(stream.isEnded()).toBe(false);
});

/** All places of the address are free again but those that are used to find that out. */
async function refusesNoMore(server: HttpServer, held: number): Promise<boolean> {
  const tried = await openMany(server, limits.perVisitor - held + 1, { localAddress: '127.0.0.2' });
  for (const { close } of tried) close();
  await sleep(5);
  return tried.every(({ status }) => status === 200);
}

test('a client that closes its half, or goes without a word, gives its place back', async () => {
  const server = await serve();
  const holder = await holdSockets(
    { ...server, localAddress: '127.0.0.1', halfOpen: true },
    limits.perVisitor,
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  await expect.poll(async () => (await open(server)).status).toBe(503);
  const half = net.connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  ends.push(() => half.destroy());
  await once(half, 'connect');
  half.end('GET / HTTP/1.1\r\nHost: x\r\nX-From: half\r\n\r\n');
  half.resume();
  await once(half, 'end');
  holder.end();
  await expect.poll(async () => (await open(server)).status).toBe(200);
});

test('a stop ends streams and waits for none, also not for who reads nothing', async () => {
  const server = await serve();
  const streams = await openMany(server, 10);
  await openMany(server, 5, { reads: false });
  await server.stop();
  await expect.poll(() => streams.every(({ isEnded }) => isEnded())).toBe(true);
});
