/** What pages are told of draws while they are open, by every web process, also across a restart. */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Service } from '#server/platform/child.ts';
import { defaultLimits, streamLimits } from '#server/platform/connections.ts';
import { startWeb } from '#server/web.ts';
import { buildPages } from '#test/harness/build-web.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { type EventStream, openStream } from '#test/harness/event-stream.ts';
import { addPlayers } from '#test/harness/sale.ts';

type Web = Service & { port: number };
type Told = { gameId: string; draw: number; hasResult: boolean };

const path = '/api/proxy/draws/watch';
let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let webs: Web[];

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

async function start(given?: number): Promise<Web> {
  const port = given ?? (await freePort());
  const service = await startWeb({ ...own.config, port }, own.config.kinds);
  return { ...service, port };
}

beforeAll(async () => {
  await buildPages();
  own = await testDatabase();
  at = drawFixture(own);
  webs = [await start(), await start()];
  await at.open();
}, 300_000);
afterAll(async () => {
  for (const web of webs ?? []) await web.stop();
  await own?.close();
});

const open = async (lastEventId?: string): Promise<EventStream[]> =>
  Promise.all(
    webs.map(({ port }) =>
      openStream(port, { path, headers: lastEventId ? { 'Last-Event-ID': lastEventId } : {} }),
    ),
  );

const lottoOf = (stream: EventStream | undefined): Told[] => {
  const data = stream?.events().at(-1)?.data as { draws: Told[] } | undefined;
  return (data?.draws ?? []).filter(({ gameId }) => gameId === 'lotto');
};

const allTold = (streams: EventStream[], draw: Omit<Told, 'gameId'>) =>
  expect
    .poll(() => streams.map(lottoOf))
    .toEqual(streams.map(() => expect.arrayContaining([{ gameId: 'lotto', ...draw }])));

test('every process tells a close and a result; who comes back is told what was missed', async () => {
  const draw = await at.onSale();
  const streams = await open();
  await expect.poll(() => streams.every(({ events }) => events().length === 1)).toBe(true);
  expect(lottoOf(streams[0]).map(({ draw }) => draw)).not.toContain(draw.number);

  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  await allTold(streams, { draw: draw.number, hasResult: false });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
  await allTold(streams, { draw: draw.number, hasResult: true });
  // A seal changes nothing that is told.
  expect(streams.map(({ events }) => events().length)).toEqual([3, 3]);
  const latest = streams[0]?.events().at(-1)?.id;
  expect(streams[1]?.events().at(-1)?.id).toBe(latest);

  const ports = webs.map(({ port }) => port);
  for (const web of webs) await web.stop();
  await expect.poll(() => streams.every(({ isEnded }) => isEnded())).toBe(true);
  webs = [await start(ports[0]), await start(ports[1])];
  const resumed = await open(latest);
  const next = await at.onSale();
  await cancelDraw(own.db, next.drawId, { actor: 'gunna', reason: 'test' });
  await allTold(resumed, { draw: next.number, hasResult: false });
  expect(resumed.map(({ events }) => events().length)).toEqual([1, 1]);

  const missed = await open(latest);
  await allTold(missed, { draw: next.number, hasResult: false });
  for (const stream of [...resumed, ...missed]) stream.close();
});

test('a client without a stream asks for the same', async () => {
  const [stream] = await open();
  const [web] = webs;
  await expect.poll(() => stream?.events().length).toBe(1);
  const answer = await fetch(`http://localhost:${web?.port}/api/proxy/draws/progress`);
  expect(await answer.json()).toEqual(stream?.events()[0]?.data);
  stream?.close();
});

test('the answer is a stream that nobody keeps, with the headers of every answer', async () => {
  const [stream] = await open();
  expect(stream?.status).toBe(200);
  expect(stream?.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  stream?.close();
  const head = await fetch(`http://localhost:${webs[0]?.port}${path}`, { method: 'HEAD' });
  expect(head.status).toBe(405);
});

test('behind a proxy each forwarded address has its share of the streams', async () => {
  const port = await freePort();
  const web = await startWeb({ ...own.config, port, trustedProxies: ['127.0.0.1/32'] }, own.config.kinds);
  const from = (address: string) => openStream(port, { path, headers: { 'X-Forwarded-For': address } });
  const { perVisitor } = streamLimits(defaultLimits());
  const streams = await Promise.all(Array.from({ length: perVisitor }, () => from('198.51.100.1')));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await from('198.51.100.1');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const other = await from('198.51.100.2');
  expect(other.status).toBe(200);
  for (const stream of [...streams, other]) stream.close();
  await web.stop();
}, 120_000);

test('a stream that connects again and again keeps no session alive', async () => {
  const [player] = await addPlayers(own, 1, 0);
  const lastUse = async () => {
    const { rows } = await own.pool.query<{ at: Date }>(
      'SELECT last_used_at AS at FROM sessions WHERE player_id = $1',
      [player?.playerId],
    );
    return rows[0]?.at.getTime();
  };
  const before = await lastUse();
  await own.pool.query(
    "UPDATE sessions SET last_used_at = last_used_at - interval '10 minutes' WHERE player_id = $1",
    [player?.playerId],
  );
  const [web] = webs;
  const stream = await openStream(web?.port ?? 0, { path, headers: { cookie: player?.cookie ?? '' } });
  await expect.poll(() => stream.events().length).toBe(1);
  expect(await lastUse()).toBe((before ?? 0) - 600_000);
  stream.close();
});
