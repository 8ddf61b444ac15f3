import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSms } from './client.ts';
import { smsSandbox } from './sandbox/sandbox.ts';
import { segmentsOf } from './sandbox/segments.ts';
import type { WireAnswer } from './wire.ts';

const { app, control } = smsSandbox({ username: 'hending', password: 'leynd' });
const root = new Hono({ strict: false }).route('/sms', app).route('/_control/sms', control);
let server: ReturnType<typeof serve>;
let url = '';

beforeAll(async () => {
  server = serve({ fetch: root.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((done) => (server.listening ? done() : server.once('listening', () => done())));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sms/v1/sms`;
});
afterAll(() => server.close());
beforeEach(() => tell({}));

const client = (over = {}) =>
  createSms({ url, username: 'hending', password: 'leynd', from: 'Hending', timeoutMs: 1_000, ...over });

async function tell(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await root.request('/_control/sms', {
    method: 'POST',
    headers,
    body: JSON.stringify(wanted),
  });
  expect(answer.status).toBe(200);
}

async function ask(body: unknown): Promise<{ status: number; answer: WireAnswer }> {
  const authorization = `Basic ${Buffer.from('hending:leynd').toString('base64')}`;
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as WireAnswer };
}

test('a text is taken, asked about by its id, and shown to people', async () => {
  const uuid = await client().send({ to: '+3546991234', text: 'Hending: Öryggistala 1234 <b>' });
  const { answer } = await ask({ uuid: [uuid] });
  expect(answer).toMatchObject({ error: false, messages_total: 1 });
  expect(answer.messages[0]).toMatchObject({
    uuid,
    to: '+3546991234',
    delivery_status: 'queued',
    error: false,
  });
  expect(await (await root.request('/sms/')).text()).toContain('Öryggistala 1234 &lt;b&gt;');
});

test.each([
  ['6990001', 'unreachable'],
  ['+3546990002', 'refused'],
  ['6990003', 'unreachable'],
])('the number %s is %s', async (to, kind) => {
  await expect(client().send({ to, text: 'x' })).rejects.toMatchObject({ name: 'DeliveryError', kind });
});

test('wrong credentials, a broken gateway and none at all: later; a malformed request: never', async () => {
  const message = { to: '6991234', text: 'x' };
  await expect(client({ password: 'x' }).send(message)).rejects.toMatchObject({ kind: 'unreachable' });
  await tell({ status: 503, times: 2 });
  await expect(client().send(message)).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(client().send(message)).rejects.toMatchObject({ kind: 'unreachable' });
  await client().send(message);
  await tell({ delayMs: 500 });
  await expect(client({ timeoutMs: 50 }).send(message)).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(client({ url: 'http://127.0.0.1:1/' }).send(message)).rejects.toMatchObject({
    kind: 'unreachable',
  });
  const refused = await client()
    .send({ to: 'mark-5d21', text: 'x' })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: 'refused' });
  expect(String((refused as Error).stack)).not.toContain('mark-5d21');
});

test('the wire: at most 100 receivers, a sender of at most 11 characters', async () => {
  const message = { from: 'Hending', to: ['6991234', '6990001'], body: 'x', wait: 'delivery' };
  const { answer } = await ask(message);
  expect(answer.messages.map((each) => each.delivery_status)).toEqual(['delivered', 'failed']);
  expect((await ask({ ...message, from: 'Hending ehf.' })).status).toBe(400);
  expect((await ask({ ...message, to: Array.from({ length: 101 }, () => '6991234') })).status).toBe(400);
  expect((await ask({ ...message, to: [] })).status).toBe(400);
});

test('segments: 160 letters of the basic alphabet, 70 with others, fewer when parted', () => {
  const sizes: [string, number, number][] = [
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['æ', 160, 1],
    ['é', 160, 1],
    ['á', 70, 1],
    ['þ', 71, 2],
    ['ð', 135, 3],
    ['€', 80, 1],
    ['€', 81, 2],
  ];
  for (const [letter, count, segments] of sizes) {
    expect([letter, count, segmentsOf(letter.repeat(count))]).toEqual([letter, count, segments]);
  }
});
