import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ContentServiceError } from './face.ts';
import { createFetchPicture } from './pictures.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serving(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/mynd.png`;
}

const answering = (headers: Record<string, string>, body = 'bytes', status = 200) =>
  serving((_, answer) => void answer.writeHead(status, headers).end(body));

const failure = (address: string, options: Parameters<typeof createFetchPicture>[0] = {}) =>
  createFetchPicture(options)(address, '*/*').then(
    () => null,
    (error: unknown) => error as ContentServiceError,
  );

test('a picture is asked for without a word about its asker', async () => {
  let asked: Record<string, unknown> = {};
  const address = await serving((request, answer) => {
    asked = { ...request.headers, url: request.url };
    answer.writeHead(200, { 'content-type': 'image/webp' }).end('bytes');
  });
  const picture = await createFetchPicture()(`${address}?w=1&auto=a%2Cb`, 'image/webp,*/*');
  expect(picture).toEqual({ bytes: Buffer.from('bytes'), type: 'image/webp', isLasting: false });
  expect(asked).toMatchObject({ accept: 'image/webp,*/*', url: '/mynd.png?w=1&auto=a%2Cb' });
  for (const name of ['cookie', 'referer', 'authorization', 'origin', 'x-forwarded-for'])
    expect(asked).not.toHaveProperty(name);
});

test.each([
  ['public, max-age=31536000, immutable', true],
  ['max-age=5, immutable', true],
  ['public, max-age=2592000', true],
  ['public, max-age=2591999', false],
  ['s-maxage=99999999', false],
  ['no-store', false],
  ['', false],
])('"%s" lasts: %s', async (caching, isLasting) => {
  const address = await answering({ 'content-type': 'image/png', 'cache-control': caching });
  expect(await createFetchPicture()(address, '*/*')).toMatchObject({ isLasting });
});

test.each([
  ['IMAGE/SVG+XML; charset=utf-8', 'image/svg+xml'],
  ['image/avif', 'image/avif'],
])('%s is a picture', async (sent, type) => {
  expect(await createFetchPicture()(await answering({ 'content-type': sent }), '*/*')).toMatchObject({
    type,
  });
});

test.each(['text/html', 'image/x-unknown', 'image/png, text/html', 'video/mp4', ''])(
  '"%s" is no picture',
  async (type) => {
    expect(await failure(await answering({ 'content-type': type }))).toMatchObject({ kind: 'unreadable' });
  },
);

test.each([404, 500])('a refusal says its status: %i', async (status) => {
  const error = await failure(await answering({ 'content-type': 'image/png' }, 'no', status));
  expect(error).toBeInstanceOf(ContentServiceError);
  expect(error).toMatchObject({ kind: 'refused', status });
});

test('a redirect is not followed', async () => {
  let asked = 0;
  const address = await serving((_, answer) => {
    asked += 1;
    answer.writeHead(302, { location: '/inside' }).end();
  });
  expect(await failure(address)).toMatchObject({ kind: 'unreachable' });
  expect(asked).toBe(1);
});

test('what is too large is not read to its end, whatever length it claims', async () => {
  const address = await answering({ 'content-type': 'image/png' }, 'x'.repeat(1_001));
  expect(await failure(address, { maxBytes: 1_000 })).toMatchObject({ kind: 'unreadable', status: 200 });
  expect(await failure(address, { maxBytes: 1_001 })).toBeNull();
});

test('silence before an answer, or within one, ends', async () => {
  const silent = await serving(() => {});
  expect(await failure(silent, { timeoutMs: 50 })).toMatchObject({ kind: 'unreachable', status: null });
  server?.closeAllConnections();
  server?.close();
  const halfway = await serving((_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/png' }).write('half');
  });
  expect(await failure(halfway, { timeoutMs: 50 })).toMatchObject({ kind: 'unreachable' });
});

test('nobody there', async () => {
  const address = await answering({});
  await new Promise((resolve) => server?.close(resolve));
  expect(await failure(address)).toMatchObject({ kind: 'unreachable', status: null });
});
