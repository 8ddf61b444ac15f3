import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { holdSockets } from '#test/harness/sockets.ts';
import { type HttpServer, listenHttp } from './listen-http.ts';
import { createLog } from './log.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);
const log = createLog('test', 2, 'silent');
const servers: HttpServer[] = [];

type Options = Omit<Parameters<typeof listenHttp>[1], 'port' | 'log'>;

async function serve(listener: RequestListener, options: Options = {}): Promise<HttpServer> {
  const server = await listenHttp(listener, { port: 0, log, ...options });
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function eventually(check: () => boolean, withinMs = 20_000): Promise<void> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(10)) {
    if (check()) return;
  }
  throw new Error('did not happen');
}

const answerOk: RequestListener = (_, response) => void response.end('ok');
const limits = { all: 100, perVisitor: 20 };
const ask = async ({ port }: HttpServer) => (await fetch(`http://127.0.0.1:${port}/`)).status;

test('a running request is finished, new ones are not taken', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = await listenHttp(
    async (_, response) => {
      arrived.resolve();
      await sleep(150);
      response.end('done');
    },
    { port: 0, log },
  );
  const running = fetch(`http://127.0.0.1:${server.port}/`);
  await arrived.promise;
  const stopped = server.stop();
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
  expect(await (await running).text()).toBe('done');
  await stopped;
});

test('a taken port is told', async () => {
  const { port } = await serve(answerOk);
  await expect(listenHttp(answerOk, { port, log })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test.each([
  ['says nothing', ''],
  ['stops within the head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['stops within the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ['asks once and stays', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a stranger who %s holds no more than their share, and others are served', async (_, text) => {
  const server = await serve(answerOk, { limits });
  const holder = await holdSockets(server, 300, text);
  await eventually(() => holder.left() <= limits.perVisitor);
  expect(await ask(server)).toBe(200);
  holder.end();
});

test('many strangers hold no more than there is room for, and others are served', async () => {
  const server = await serve(answerOk, { limits });
  const holders = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      holdSockets({ ...server, localAddress: `127.0.1.${index + 1}` }, 15, ''),
    ),
  );
  await eventually(() => holders.reduce((sum, holder) => sum + holder.left(), 0) <= limits.all);
  expect(await ask(server)).toBe(200);
  for (const holder of holders) holder.end();
});

test('the one that has waited longest goes, not the newest', async () => {
  const server = await serve(answerOk, { limits });
  const first = await holdSockets(server, 5, '');
  const later = await holdSockets(server, limits.perVisitor, '');
  await eventually(() => first.left() === 0);
  expect(later.left()).toBe(limits.perVisitor);
  for (const holder of [first, later]) holder.end();
});

test('whom we work for is never ended, however many they are', async () => {
  const arrived: (() => void)[] = [];
  const server = await serve((_, response) => arrived.push(() => response.end('ok')), { limits });
  const working = Array.from({ length: 60 }, () => ask(server));
  await eventually(() => arrived.length === 60);
  const holder = await holdSockets({ ...server, localAddress: '127.0.0.1' }, 200, '');
  await eventually(() => holder.left() <= limits.perVisitor);
  for (const answer of arrived) answer();
  expect(await Promise.all(working)).toEqual(Array.from({ length: 60 }, () => 200));
  holder.end();
});

test('who asks for much and takes none of it counts as one who waits', async () => {
  const much = Buffer.alloc(16 * 1024 * 1024);
  const server = await serve((_, response) => void response.write(much), { limits });
  const sockets = await holdSockets({ ...server, reads: false }, 60, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => {
    sockets.poke('\r\n');
    return sockets.left() <= limits.perVisitor;
  });
  sockets.end();
});

test('a trusted proxy holds as many as its visitors are', async () => {
  const visitorOf = (address: string) => (address.endsWith('127.0.0.2') ? null : address);
  const server = await serve(answerOk, { limits, visitorOf });
  const proxy = await holdSockets(server, 60, '');
  const stranger = await holdSockets({ ...server, localAddress: '127.0.0.3' }, 60, '');
  await eventually(() => stranger.left() <= limits.perVisitor);
  expect(proxy.left()).toBe(60);
  for (const holder of [proxy, stranger]) holder.end();
});

test.each([
  ['the head', 'GET / HTTP/1.1\r\nX: ', 'x'],
  ['the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'x'],
  ['nothing', '', '\r\n'],
])('who sends %s too slowly is not waited for', async (_, text, more) => {
  const patience = { headMs: 200, requestMs: 400, silenceMs: 10_000 };
  const server = await serve(() => {}, { patience });
  const holder = await holdSockets({ ...server, halfOpen: true }, 50, text);
  await eventually(() => {
    holder.poke(more);
    return holder.left() === 0;
  });
});

test.each([
  ['says nothing', '', true],
  ['is still asking', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{', true],
  ['takes no answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', false],
])('who %s does not hold a stop', async (_, text, reads) => {
  const much = Buffer.alloc(16 * 1024 * 1024);
  const server = await listenHttp((_request, response) => void response.end(much), { port: 0, log });
  const holder = await holdSockets({ ...server, reads }, 20, text);
  await server.stop();
  holder.poke('x');
  await eventually(() => holder.left() === 0);
});

test.each(['Host: a\r\nHost: b', 'Host: a\r\nhOST: a'])('two hosts are refused: %j', async (hosts) => {
  let heard = 0;
  const { port } = await serve((_, response) => {
    heard += 1;
    response.end();
  });
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.write(`GET / HTTP/1.1\r\n${hosts}\r\n\r\n`);
  const answer = (await socket.toArray()).join('');
  expect(answer).toContain('HTTP/1.1 400 ');
  expect(answer).toContain('"code":"EC_INVALID_INPUT"');
  expect(heard).toBe(0);
});

const keepsAlive = { agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) };

function askKept(port: number, headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((done, failed) => {
    const asked = http.get({ port, host: '127.0.0.1', headers, ...keepsAlive }, (answer) => {
      answer.resume();
      answer.once('end', () => done(answer));
    });
    asked.once('error', failed);
  });
}

test('a connection is kept between requests, however short the time for a head is', async () => {
  const ports: (number | undefined)[] = [];
  const patience = { headMs: 100, keepAliveMs: 60_000 };
  const server = await serve(
    (request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    },
    { patience },
  );
  const { headers } = await askKept(server.port);
  expect(headers['keep-alive']).toBe('timeout=60');
  await sleep(400);
  await askKept(server.port);
  expect(ports[1]).toBe(ports[0]);
});

test('by default a connection is kept for longer than proxies keep theirs', async () => {
  const { port } = await serve(answerOk);
  const { headers } = await askKept(port);
  expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(60);
});

test('both loopback addresses are served, and no other', async () => {
  const server = await serve(answerOk, { hosts: ['127.0.0.1', '::1'] });
  expect(await ask(server)).toBe(200);
  if (hasIpv6) expect((await fetch(`http://[::1]:${server.port}/`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${server.port}/`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});

test('an address that the machine does not have is left out', async () => {
  const server = await serve(answerOk, { hosts: ['192.0.2.1', '127.0.0.1', '2001:db8::1'] });
  expect(await ask(server)).toBe(200);
  await expect(listenHttp(answerOk, { port: 0, log, hosts: ['192.0.2.1'] })).rejects.toThrow('has none of');
});

test.skipIf(!hasIpv6)('a port that another program has on one of the addresses is taken', async () => {
  const other = net.createServer().listen(0, '::1');
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  const hosts = ['127.0.0.1', '::1'];
  await expect(listenHttp(answerOk, { port, log, hosts })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
});

test('a request for a foreign host is answered 421', async () => {
  const server = await serve(answerOk, { isOwnHost: ({ headers }) => headers.host === 'hending.example' });
  expect((await askKept(server.port, { host: 'evil.example' })).statusCode).toBe(421);
  expect((await askKept(server.port, { host: 'hending.example' })).statusCode).toBe(200);
});

test('a method that HTTP does not know is not implemented', async () => {
  const { port } = await serve(answerOk);
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.write('WHATEVER / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect((await socket.toArray()).join('')).toContain('HTTP/1.1 501 Not Implemented');
});
