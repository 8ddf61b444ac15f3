/** Checks of requests to every address: bodies, methods and spellings. */
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestListener } from '#server/web.ts';
import { testApp } from '#test/harness/app.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let data: TestDatabase;
let server: Server;

beforeAll(async () => {
  data = await testDatabase();
  const { app, saleFastPath } = testApp(data, contentInMemory({}).service);
  server = createServer(requestListener({ app, saleFastPath }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.close();
  await data.close();
});

type Sent = { method?: string; headers?: Record<string, string | number>; body?: string | Buffer };

function send(path: string, { method = 'POST', headers = {}, body = '' }: Sent = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; code: string; allow: string | undefined }>((done, failed) => {
    const asking = ask({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => {
        const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? [];
        done({ status: answer.statusCode ?? 0, code, allow: answer.headers.allow });
      });
    });
    asking.on('error', failed).end(body);
  });
}

const addresses = [
  '/api/proxy/lotto/buy',
  '/api/proxy/user/limits',
  '/api/proxy/dato/invalidate-cache/game-configs',
  '/api/verify/deposit',
  '/api/verify/credit-card',
  '/api/verify/subscription-card',
  '/api/callback/aur',
  '/api/auth/signin/credentials',
  '/api/auth/callback/credentials',
  '/api/auth/signout',
  '/api/auth/session',
  '/api/auth/_log',
  '/api/proxy/nothing',
  '/api/nothing',
  '/leit',
];

const json = { 'content-type': 'application/json' };
const large = 'x'.repeat(64 * 1024 + 1);

test.each(addresses)('a body to %s that is too large is 413, with its length and without', async (path) => {
  const answer = await send(path, { headers: { ...json, 'content-length': large.length }, body: large });
  expect([answer.status, answer.code]).toEqual([413, 'EC_INVALID_INPUT']);
  const chunked = await send(path, { headers: { ...json, 'transfer-encoding': 'chunked' }, body: large });
  expect([chunked.status, chunked.code]).toEqual([413, 'EC_INVALID_INPUT']);
});

test.each(addresses)('a coded body to %s is 415', async (path) => {
  const body = gzipSync('{}');
  for (const coding of ['gzip', 'br', 'deflate', 'x-gzip', 'gzip, gzip', 'nonsense']) {
    const headers = { ...json, 'content-encoding': coding, 'content-length': body.length };
    const { status, code } = await send(path, { headers, body });
    expect([status, code]).toEqual([415, 'EC_INVALID_INPUT']);
  }
});

test.each([
  ['/api/proxy/lotto/buy', 'GET', 'POST'],
  ['/api/proxy/lotto/buy', 'OPTIONS', 'POST'],
  ['/api/proxy/lotto/buy', 'PATCH', 'POST'],
  ['/api/proxy/club', 'POST', 'GET, HEAD'],
  ['/api/proxy/club', 'DELETE', 'GET, HEAD'],
  ['/api/proxy/user/limits', 'PUT', 'GET, POST'],
  ['/api/verify/deposit', 'PUT', 'GET, HEAD, POST'],
  ['/api/callback/aur', 'GET', 'POST'],
  ['/api/health', 'POST', 'GET, HEAD'],
  ['/api/live', 'OPTIONS', 'GET, HEAD'],
  ['/metrics', 'POST', 'GET, HEAD'],
])('%s knows no %s, and says what it knows', async (path, method, allow) => {
  const answer = await send(path, { method });
  expect([answer.status, answer.code]).toEqual([405, 'EC_INVALID_INPUT']);
  expect(answer.allow?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
});

test.each([
  '/api//proxy/club',
  '//api/proxy/club',
  '/api/proxy//club',
  '/api/proxy/club/',
  '/api/proxy/./club',
  '/api/proxy/lotto/../club',
  '/x/../api/proxy/club',
  '/api/proxy/%63lub',
  '/%61pi/proxy/club',
  '/api/%2e/proxy/club',
  '/api/proxy/lotto/%2e%2e/club',
  '/api/proxy/club;x=1',
  '/api/proxy/Club',
  '/api/Proxy/club',
  '/api/proxy/club.data',
  '/api%2Fproxy/club',
  '/api/health/',
  '/api/%68ealth',
])('%s is no other spelling of a call: 404', async (path) => {
  expect((await send(path, { method: 'GET' })).status).toBe(404);
});

test.each([
  ['/api/proxy\\club', 400],
  ['/api/proxy/lotto/current-draw/%', 400],
  ['/api/proxy/lotto/current-draw/%zz', 400],
  ['/api/proxy/lotto/current-draw/%ff', 400],
  ['/api/proxy/lotto/current-draw/%00', 400],
  ['/api/proxy/lotto/current-draw/lotto?x=%', 400],
  ['/api/proxy/lotto/current-draw/lotto?x=%00', 400],
  ['/leit?q=%00', 400],
  ['/leit%00', 400],
  ['/leit?q=100%', 404],
])('%s is answered %i', async (path, status) => {
  expect((await send(path, { method: 'GET' })).status).toBe(status);
});
