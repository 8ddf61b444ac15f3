/** Conditions, ranges and HEAD, as RFC 9110 says them. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { answerError } from './answer-error.ts';
import { compressed } from './compressed.ts';
import { conditional, headAsGet } from './conditional.ts';

const log = createLog('test', 2, 'silent');
const text = '0123456789';
const modified = 'Thu, 26 Nov 2026 10:00:00 GMT';
const before = 'Thu, 26 Nov 2026 09:59:59 GMT';
const after = 'Thu, 26 Nov 2026 10:00:01 GMT';

const app = new Hono().use(headAsGet).use(compressed).use(conditional);
app.get('/known', (context) =>
  context.body(text, 200, { ETag: '"v1"', 'Last-Modified': modified, Vary: 'Accept' }),
);
app.get('/weak', (context) => context.body(text, 200, { ETag: 'W/"v1"' }));
app.get('/file', (context) => context.body(text, 200, { 'Last-Modified': modified, 'Content-Length': '10' }));
app.get('/bytes', (context) => context.body(text));
app.get('/empty', (context) => context.body(''));
app.get('/text', (context) => context.text('Lottó '.repeat(1000)));
app.get('/ranged', (context) => context.text(context.req.header('range') ?? 'none'));
app.get('/none', (context) => context.notFound());
app.onError((error) => answerError(error, log));

const get = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const answer = await app.request(path, { method, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test.each([
  ['If-None-Match', '"v1"', 304],
  ['If-None-Match', 'W/"v1"', 304],
  ['If-None-Match', '"v0", W/"v1" , "v2"', 304],
  ['If-None-Match', '*', 304],
  ['If-None-Match', ' * ', 304],
  ['If-None-Match', '"v0"', 200],
  ['If-None-Match', '"v"', 200],
  ['If-None-Match', 'v1', 200],
  ['If-None-Match', '', 200],
  ['If-Modified-Since', modified, 304],
  ['If-Modified-Since', after, 304],
  ['If-Modified-Since', before, 200],
  ['If-Modified-Since', 'yesterday', 200],
  ['If-Match', '"v1"', 200],
  ['If-Match', '"v0", "v1"', 200],
  ['If-Match', '*', 200],
  ['If-Match', '"v0"', 412],
  ['If-Match', 'W/"v1"', 412],
  ['If-Unmodified-Since', modified, 200],
  ['If-Unmodified-Since', before, 412],
  ['If-Unmodified-Since', 'yesterday', 200],
])('%s: %s is answered %s', async (name, value, status) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await get('/known', { [name]: value }, method);
    expect(answer.status).toBe(status);
    if (status === 304) {
      expect([answer.text, answer.headers.get('etag'), answer.headers.get('vary')]).toEqual([
        '',
        '"v1"',
        'Accept',
      ]);
    }
  }
});

test('validators win over dates', async () => {
  expect((await get('/known', { 'If-None-Match': '"v0"', 'If-Modified-Since': after })).status).toBe(200);
  expect((await get('/known', { 'If-Match': '"v1"', 'If-Unmodified-Since': before })).status).toBe(200);
});

test('a weak validator never proves that the bytes are the same', async () => {
  expect((await get('/weak', { 'If-Match': 'W/"v1"' })).status).toBe(412);
  expect((await get('/weak', { 'If-None-Match': '"v1"' })).status).toBe(304);
});

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
  ['Bytes = 2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-99', 206, text, 'bytes 0-9/10'],
  ['bytes=0-', 206, text, 'bytes 0-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=99-100', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=4-2', 200, text, null],
  ['bytes=0-0,2-2', 200, text, null],
  ['bytes=-', 200, text, null],
  ['bytes=', 200, text, null],
  ['bytes=a-b', 200, text, null],
  ['bytes=1-2x', 200, text, null],
  ['lines=1-2', 200, text, null],
  ['0-4', 200, text, null],
  ['', 200, text, null],
])('Range: %s is answered %s', async (range, status, body, contentRange) => {
  for (const path of ['/known', '/file', '/bytes', '/weak']) {
    const answer = await get(path, { Range: range });
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    if (status !== 200) expect(answer.headers.get('content-length')).toBe(String(body.length));
  }
});

test.each([
  ['"v1"', 206],
  [modified, 206],
  ['"v0"', 200],
  ['W/"v1"', 200],
  [after, 200],
  [before, 200],
])('If-Range: %s is answered %s', async (ifRange, status) => {
  expect((await get('/known', { Range: 'bytes=0-1', 'If-Range': ifRange })).status).toBe(status);
});

test('a condition is evaluated before a range', async () => {
  expect((await get('/known', { Range: 'bytes=0-1', 'If-None-Match': '"v1"' })).status).toBe(304);
  expect((await get('/known', { Range: 'bytes=99-', 'If-Match': '"v0"' })).status).toBe(412);
});

test('HEAD knows no ranges; what is empty or not there has none', async () => {
  expect((await get('/known', { Range: 'bytes=0-1' }, 'HEAD')).status).toBe(200);
  expect((await get('/empty', { Range: 'bytes=0-1' })).status).toBe(416);
  expect((await get('/none', { Range: 'bytes=0-1' })).status).toBe(404);
});

test('what is behind sees no range, and a range is never coded', async () => {
  expect((await get('/ranged', { Range: 'bytes=0-3' })).text).toBe('none');
  const answer = await get('/text', { Range: 'bytes=0-3', 'Accept-Encoding': 'br' });
  expect([answer.status, answer.headers.get('content-encoding'), answer.text]).toEqual([206, null, 'Lott']);
});

test.each(['/known', '/file', '/bytes', '/text', '/none'])('HEAD %s has the headers of GET', async (path) => {
  for (const headers of [{}, { 'Accept-Encoding': 'br' }, { 'Accept-Encoding': 'gzip' }]) {
    const [whole, head] = [await get(path, headers), await get(path, headers, 'HEAD')];
    expect([head.status, head.text]).toEqual([whole.status, '']);
    const { 'content-length': counted, ...rest } = Object.fromEntries(head.headers);
    const { 'content-length': length, ...others } = Object.fromEntries(whole.headers);
    expect(rest).toEqual(others);
    if (length !== undefined) expect(counted).toBe(length);
  }
});
