/** Who may speak to the sandboxes: this machine's programs, and pages of the sandboxes and of the product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '#embedded/sandboxes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hending-sandboxes-'));
const productPort = 3999;
const config = {
  sandboxPort: 0,
  logLevel: 'warn' as const,
  port: productPort,
  dataDir,
  registry: { key: 'key' },
  aur: { token: 'token', secret: 'secret', signs: 'short' as const },
  bank: { key: 'key' },
  content: { key: 'key', webhookSecret: 'secret' },
  eId: { clientId: 'hending', clientSecret: 'secret', redirectUri: 'https://hending.invalid/' },
  messages: { sms: { url: '', username: 'u', password: 'p' }, homeBank: { url: '', key: 'key' } },
  cardGateway: { key: 'prefix.key', agreementNumber: '100017' },
};
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox(config, () => new Date('2026-11-23T12:00:00Z'));
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true });
});

const own = (host = '127.0.0.1') => `${host}:${sandbox.port}`;

function send(method: string, path: string, headers: Record<string, string>, body = '') {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const to = { host: '127.0.0.1', port: sandbox.port, agent: false };
    const asking = request({ ...to, method, path, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: (await answer.toArray()).join('') });
    });
    asking.on('error', reject).end(body);
  });
}

test.each(['127.0.0.1', 'localhost', '[::1]'])('%s is this machine', async (host) => {
  expect((await send('GET', '/', { host: own(host) })).status).toBe(200);
});

test.each(['rebound.example', 'rebound.example:PORT', '127.0.0.1', '127.0.0.1:1', '127.0.0.1.example:PORT'])(
  'a page under the name %s reads nothing',
  async (name) => {
    const host = name.replace('PORT', String(sandbox.port));
    for (const path of ['/', '/mail/', '/_control/e-id', '/e-id/']) {
      expect((await send('GET', path, { host })).status, path).toBe(421);
    }
  },
);

test.each([
  ['elsewhere', 'https://elsewhere.example', false],
  ['a frame without an origin', 'null', false],
  ['another program of this machine', 'http://localhost:8080', false],
  ['a sandbox', 'http://127.0.0.1:PORT', true],
  ['the product', `http://localhost:${productPort}`, true],
])('a page of %s that sends a command', async (_, written, isOwn) => {
  const state = async () => (await send('GET', '/_control/e-id', { host: own() })).body;
  const before = await state();
  const origin = written.replace('PORT', String(sandbox.port));
  const isOn = before.includes('"autoConfirm":true');
  const command = JSON.stringify({ autoConfirm: !isOn });
  const type = isOwn ? 'application/json' : 'text/plain';
  const answer = await send('POST', '/_control/e-id', { host: own(), origin, 'content-type': type }, command);
  expect(answer.status).toBe(isOwn ? 200 : 403);
  expect((await state()) === before).toBe(!isOwn);
});

test('a program sends no origin, and is heard', async () => {
  const headers = { host: own(), 'content-type': 'application/json' };
  const answer = await send('POST', '/_control/e-id', headers, '{"autoConfirm":false}');
  expect(answer.status).toBe(200);
});

test('anybody’s page may send its visitor to MPI and issuer, and nowhere else at the gateway', async () => {
  const headers = { host: own(), 'content-type': 'application/x-www-form-urlencoded' };
  const status = async (path: string, origin: string) =>
    (await send('POST', `/card-gateway${path}`, { ...headers, origin }, 'txid=x')).status;
  for (const origin of ['null', 'https://elsewhere.example', `http://localhost:${productPort}`]) {
    expect([origin, await status('/mpi/start', origin)]).toEqual([origin, 400]);
    expect([origin, await status('/acs/answer', origin)]).toEqual([origin, 404]);
  }
  expect(await status('/Payment/VirtualCardPayment', 'https://elsewhere.example')).toBe(403);
  expect(await status('/Payment/VirtualCardPayment', 'null')).toBe(403);
});

test('a payment that nobody answers does not hold the end of the sandboxes', async () => {
  const body = {
    ...{ systemCalling: 'Test 1', correlationId: '00000000-0000-4000-8000-000000000001', currency: 'ISK' },
    ...{ transactionType: 'ECommerce', operation: 'Sale', amount: 1_000, cvc: '123' },
    ...{ cardNumber: '4000000196000006', expirationMonth: 12, expirationYear: 2028 },
  };
  const dir = mkdtempSync(join(tmpdir(), 'hending-sandboxes-'));
  const other = await startSandbox({ ...config, dataDir: dir }, () => new Date('2026-11-23T12:00:00Z'));
  const unanswered = fetch(`http://127.0.0.1:${other.port}/card-gateway/Payment/CardPayment`, {
    method: 'POST',
    headers: { authorization: 'APIKey prefix.key', 'valitorpay-api-version': '2.0' },
    body: JSON.stringify(body),
  }).catch(() => 'cut off');
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${other.port}/_control/card-gateway`)).text())
    .toContain('"kind":"sale"');
  await other.stop();
  expect(await unanswered).toBe('cut off');
  rmSync(dir, { recursive: true });
}, 10_000);
