/** `POST _log`: what gets into our log from a browser. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAddressFinder, createVisitorFinder } from '#server/http/address.ts';
import { createClientLog } from '#server/http/auth/client-log.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { testApp } from '#test/harness/app.ts';
import { testDatabase } from '#test/harness/database.ts';
import { createVisitor } from '#test/harness/visitor.ts';

/** The endpoint's log alone, with a clock and a log to look at. */
function clientLog() {
  const lines: [string, object][] = [];
  const at = { nowMs: 0 };
  const write = (level: string) => (fields: object) => lines.push([level, fields]);
  const log = { error: write('error'), warn: write('warn'), debug: write('debug') } as unknown as Log;
  const keep = createClientLog(log, () => at.nowMs);
  const app = new Hono().use(createAddressFinder(createVisitorFinder([]))).post('/', async (c) => {
    keep(c, Object.fromEntries(new URLSearchParams(await c.req.text())));
    return c.body(null, 200);
  });
  app.onError((error, c) => c.json(error instanceof Refusal ? error.options : {}, 429));
  const send = (fields: Record<string, string>, ip = '203.0.113.1', referer = '') =>
    app.request(
      '/',
      { method: 'POST', body: new URLSearchParams(fields), headers: { referer } },
      { incoming: { socket: { remoteAddress: ip } } },
    );
  return { lines, at, send };
}

test('keeps code, message and page path, and nothing else', async () => {
  const { lines, send } = clientLog();
  const sent = {
    level: 'error',
    code: 'CLIENT_FETCH_ERROR',
    message: 'Failed\nto fetch\u202e',
    client: 'true',
  };
  const page = 'http://localhost/minar-sidur?ticketId=1#x';
  expect((await send({ ...sent, stack: 'at x', url: '/y' }, '', page)).status).toBe(200);
  expect(lines).toEqual([
    ['warn', { code: 'CLIENT_FETCH_ERROR', clientMessage: 'Failed to fetch ', page: '/minar-sidur' }],
  ]);
});

test.each([
  { level: 'fatal', code: 'CLIENT_FETCH_ERROR' },
  { level: 'error', code: 'MADE_UP' },
  { level: 'error' },
  { code: 'CLIENT_FETCH_ERROR' },
  {},
])('%j is answered and not written', async (fields: Record<string, string>) => {
  const { lines, send } = clientLog();
  expect((await send(fields)).status).toBe(200);
  expect(lines).toEqual([]);
});

test('cuts a long message', async () => {
  const { lines, send } = clientLog();
  await send({ level: 'warn', code: 'NEXTAUTH_URL', message: 'x'.repeat(5000) });
  expect(JSON.stringify(lines).length).toBeLessThan(400);
});

test('takes thirty a minute from a network and three hundred from all', async () => {
  const { at, lines, send } = clientLog();
  const line = { level: 'debug', code: 'DEBUG_ENABLED' };
  for (let turn = 0; turn < 30; turn++) expect((await send(line)).status).toBe(200);
  at.nowMs = 20_000;
  const refused = await send(line);
  expect([refused.status, await refused.json()]).toEqual([429, { status: 429, retryAfterSeconds: 40 }]);
  for (let turn = 0; turn < 270; turn++) expect((await send(line, `10.0.${turn % 256}.1`)).status).toBe(200);
  expect((await send(line, '10.1.0.1')).status).toBe(429);
  at.nowMs = 60_000;
  expect((await send(line)).status).toBe(200);
  expect(lines).toHaveLength(301);
});

test('answers 200 and nothing, 413 over 8 kB, 403 to a foreign page', async () => {
  const data = await testDatabase();
  try {
    const { call } = createVisitor(testApp(data).app);
    const answer = await call('/_log', { method: 'POST', body: 'level=error&code=CLIENT_FETCH_ERROR' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect((await call('/_log', { method: 'POST', body: 'x'.repeat(8193) })).status).toBe(413);
    const headers = { origin: 'https://illt.example' };
    expect((await call('/_log', { method: 'POST', body: '', headers })).status).toBe(403);
  } finally {
    await data.close();
  }
});
