import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { answerError } from './answer-error.ts';
import { compressed } from './compressed.ts';

const text = 'Lottó '.repeat(1000);
const length = String(Buffer.byteLength(text));
const log = createLog('test', 2, 'silent');

function answering(body: string, headers: Record<string, string>) {
  const app = new Hono().use(compressed).get('/', () => new Response(body, { headers }));
  app.onError((error) => answerError(error, log));
  return app;
}

test('a text is coded, with its new length and a validator of its own', async () => {
  const app = answering(text, { 'Content-Type': 'text/html', 'Content-Length': length, ETag: '"1"' });
  const answer = await app.request('/', { headers: { 'Accept-Encoding': 'gzip, br' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('Content-Encoding')).toBe('br');
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('ETag')).toBe('W/"1"');
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
});

const decode = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['BR', 'br'],
  ['br;q=1.0, gzip;q=0.5', 'br'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0 , gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['deflate', null],
  ['br;q=0', null],
  ['br;q=0, gzip;q=0', null],
  ['identity', null],
  ['identity, br;q=0.5', null],
  ['br;q=2', null],
  ['', null],
] as const)('Accept-Encoding: %s is answered in %s', async (accepted, coding) => {
  const app = answering(text, { 'Content-Type': 'text/html' });
  const answer = await app.request('/', { headers: { 'Accept-Encoding': accepted } });
  expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, coding]);
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((coding === null ? bytes : decode[coding](bytes)).toString()).toBe(text);
});

test('a client that takes nothing as it is gets small texts and pictures coded', async () => {
  for (const type of ['text/html', 'image/png']) {
    const headers = { 'Accept-Encoding': 'identity;q=0, br' };
    const answer = await answering('Lottó', { 'Content-Type': type }).request('/', { headers });
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('Lottó');
  }
});

test.each(['identity;q=0', '*;q=0', 'deflate, *;q=0'])(
  '%s takes nothing that we have: 406',
  async (accepted) => {
    const app = answering(text, { 'Content-Type': 'text/html' });
    expect((await app.request('/', { headers: { 'Accept-Encoding': accepted } })).status).toBe(406);
  },
);

test.each([
  ['a picture', text, { 'Content-Type': 'image/png' }],
  ['a text that is coded already', text, { 'Content-Type': 'text/css', 'Content-Encoding': 'gzip' }],
  ['a few words', 'Lottó', { 'Content-Type': 'text/html' }],
])('%s: left as it is', async (_, body, headers) => {
  const answer = await answering(body, headers).request('/', { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.headers.get('Content-Encoding')).not.toBe('br');
  expect(await answer.text()).toBe(body);
});
