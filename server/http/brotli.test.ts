import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { brotli } from './brotli.ts';

const text = 'Lottó '.repeat(1000);
const length = String(Buffer.byteLength(text));

function answering(body: string, headers: Record<string, string>) {
  return new Hono().use(brotli).get('/', () => new Response(body, { headers }));
}

test('a text is pressed, and its former length is not told', async () => {
  const app = answering(text, { 'Content-Type': 'text/html', 'Content-Length': length, ETag: '"1"' });
  const answer = await app.request('/', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(answer.headers.get('Content-Encoding')).toBe('br');
  expect(answer.headers.get('Content-Length')).toBeNull();
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('ETag')).toBe('"1"');
  expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text);
});

test.each([
  ['who reads no brotli', text, { 'Content-Type': 'text/html' }, 'gzip, brr'],
  ['a picture', text, { 'Content-Type': 'image/png' }, 'br'],
  ['what is pressed already', text, { 'Content-Type': 'text/css', 'Content-Encoding': 'gzip' }, 'br'],
  ['a few words', 'Lottó', { 'Content-Type': 'text/html' }, 'br'],
])('%s: left as it is', async (_, body, headers, accepted) => {
  const answer = await answering(body, headers).request('/', { headers: { 'Accept-Encoding': accepted } });
  expect(answer.headers.get('Content-Encoding')).not.toBe('br');
  expect(await answer.text()).toBe(body);
});
