import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHomeBank } from './client.ts';
import { homeBankSandbox, strangerId } from './sandbox/sandbox.ts';

const { app, control } = homeBankSandbox('lykill');
const root = new Hono({ strict: false }).route('/home-bank', app).route('/_control/home-bank', control);
let server: ReturnType<typeof serve>;
let url = '';

beforeAll(async () => {
  server = serve({ fetch: root.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((done) => (server.listening ? done() : server.once('listening', () => done())));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/home-bank`;
});
afterAll(() => server.close());
beforeEach(() => tell({}));

const client = (over = {}) => createHomeBank({ url, key: 'lykill', timeoutMs: 1_000, ...over });
const document = (over = {}) => ({
  id: crypto.randomUUID(),
  nationalId: '1706850089',
  title: 'Nýtt lykilorð',
  text: 'Velja nýtt lykilorð: https://hending.example/reset-password?hash=x',
  ...over,
});

async function tell(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(wanted) };
  expect((await root.request('/_control/home-bank', init)).status).toBe(200);
}

async function documents(): Promise<{ id: string }[]> {
  const answer = await root.request('/_control/home-bank');
  return ((await answer.json()) as { documents: { id: string }[] }).documents;
}

test('a document lies in the online bank once, however often it is sent, and people read it', async () => {
  const sent = document({ title: 'Nýtt <lykilorð>' });
  await client().send(sent);
  await client().send(sent);
  expect((await documents()).filter(({ id }) => id === sent.id)).toEqual([{ ...sent }]);
  expect(await (await root.request('/home-bank/')).text()).toContain('Nýtt &lt;lykilorð&gt;');
  const page = await (await root.request(`/home-bank/document/${sent.id}`)).text();
  expect(page).toContain('<a href="https://hending.example/reset-password?hash=x">');
});

test('a person whom the banks do not know, and a malformed document, are refused for good', async () => {
  for (const over of [{ nationalId: strangerId }, { nationalId: 'mark-91ce' }, { title: '' }]) {
    const error = await client()
      .send(document(over))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DeliveryError', kind: 'refused' });
    expect(String((error as Error).stack)).not.toContain('mark-91ce');
  }
});

test('a wrong key, a broken bank, a slow one and none at all: to be tried again', async () => {
  const unreachable = { kind: 'unreachable' };
  await expect(client({ key: 'x' }).send(document())).rejects.toMatchObject(unreachable);
  await tell({ status: 503 });
  await expect(client().send(document())).rejects.toMatchObject(unreachable);
  await tell({ delayMs: 500 });
  await expect(client({ timeoutMs: 50 }).send(document())).rejects.toMatchObject(unreachable);
  await expect(client({ url: 'http://127.0.0.1:1' }).send(document())).rejects.toMatchObject(unreachable);
});
