import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMail } from './client.ts';
import type { Letter } from './face.ts';
import { mailSandbox } from './sandbox/sandbox.ts';
import { sandboxAddressFile } from './wire.ts';

type Listed = { total: number; messages: { ID: string; Subject: string; To: unknown[] }[] };

const app = new Hono({ strict: false });
let dataDir = '';
let sandbox: Awaited<ReturnType<typeof mailSandbox>>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-mail-'));
  sandbox = await mailSandbox(dataDir);
  app.route('/mail', sandbox.app);
  app.route('/_control/mail', sandbox.control);
});
afterAll(() => {
  sandbox.stop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await control({});
  await app.request('/mail/api/v1/messages', { method: 'DELETE' });
});

const address = () => readFileSync(sandboxAddressFile(dataDir), 'utf8');
const mail = createMail({ address, from: 'Hending <hending@example.is>', timeoutMs: 2_000 });

function letter(over: Partial<Letter> = {}): Letter {
  return {
    id: crypto.randomUUID(),
    to: 'gudrun@example.is',
    subject: 'Nýtt lykilorð',
    text: 'Þú baðst um að velja nýtt lykilorð.\n\nhttps://hending.example/x?a=1&b=2',
    date: new Date('2026-11-21T18:40:00Z'),
    ...over,
  };
}

async function control(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.request('/_control/mail', {
    method: 'POST',
    headers,
    body: JSON.stringify(wanted),
  });
  expect(answer.status).toBe(200);
}

async function listed(query?: string): Promise<Listed> {
  const path = query === undefined ? 'messages' : `search?query=${encodeURIComponent(query)}`;
  return (await (await app.request(`/mail/api/v1/${path}`)).json()) as Listed;
}

test('a letter arrives over SMTP as it was written, with its id and its date', async () => {
  const sent = letter();
  await mail.send(sent);
  const { total, messages } = await listed();
  expect(total).toBe(1);
  const answer = await app.request(`/mail/api/v1/message/${messages[0]?.ID}`);
  const taken = (await answer.json()) as { Text: string; Date: string };
  expect(taken).toMatchObject({
    MessageID: `${sent.id}@example.is`,
    Subject: 'Nýtt lykilorð',
    From: { Name: 'Hending', Address: 'hending@example.is' },
    To: [{ Address: 'gudrun@example.is' }],
  });
  expect(taken.Text.trim()).toBe(sent.text);
  expect(new Date(taken.Date)).toEqual(sent.date);
});

test('a letter that can be declined names the address in plain headers; others have none', async () => {
  const unsubscribeUrl = `https://hending.example/api/unsubscribe/${'0123456789abcdef'.repeat(3)}`;
  await mail.send(letter({ unsubscribeUrl }));
  await mail.send(letter());
  const read = async (id: string | undefined) =>
    (await (await app.request(`/mail/api/v1/message/${id}`)).json()) as { ListUnsubscribe: object };
  const [without, with_] = (await listed()).messages;
  expect((await read(with_?.ID)).ListUnsubscribe).toEqual({
    Header: `<${unsubscribeUrl}>`,
    HeaderPost: 'List-Unsubscribe=One-Click',
  });
  expect((await read(without?.ID)).ListUnsubscribe).toEqual({ Header: '', HeaderPost: '' });
});

test('letters are found by words, by address and by subject, and deleted', async () => {
  await mail.send(letter({ to: 'a@example.is', subject: 'Fyrsta bréf' }));
  await mail.send(letter({ to: 'b@example.is', subject: 'Annað bréf' }));
  const subjects = async (query: string) => (await listed(query)).messages.map(({ Subject }) => Subject);
  expect(await subjects('')).toEqual(['Annað bréf', 'Fyrsta bréf']);
  expect(await subjects('to:a@example.is')).toEqual(['Fyrsta bréf']);
  expect(await subjects('subject:"annað bréf"')).toEqual(['Annað bréf']);
  expect(await subjects('lykilorð')).toHaveLength(2);
  expect(await subjects('subject:lykilorð')).toEqual([]);
  const ids = (await listed('to:a@example.is')).messages.map(({ ID }) => ID);
  await app.request('/mail/api/v1/messages', { method: 'DELETE', body: JSON.stringify({ IDs: ids }) });
  expect(await subjects('')).toEqual(['Annað bréf']);
});

test('people read letters and follow their links; what a letter holds stays text', async () => {
  await mail.send(letter({ subject: '<script>alert(1)</script>' }));
  const list = await (await app.request('/mail/')).text();
  expect(list).toContain('&lt;script&gt;');
  const id = (await listed()).messages[0]?.ID;
  const page = await (await app.request(`/mail/letter/${id}`)).text();
  expect(page).toContain('<a href="https://hending.example/x?a=1&amp;b=2">');
  expect(page).not.toContain('<script>');
  expect((await app.request('/mail/letter/x')).status).toBe(404);
});

test('line breaks in a subject or an address make no headers and no other receivers', async () => {
  await mail.send(letter({ subject: 'Halló\r\nBcc: other@example.is' }));
  expect((await listed('to:other@example.is')).total).toBe(0);
  const to = 'a@example.is>\r\nRCPT TO:<other@example.is';
  await mail.send(letter({ to })).catch(() => {});
  for (const { To } of (await listed()).messages) expect(To).toHaveLength(1);
});

test.each([
  ['busy', 'unreachable'],
  ['drop', 'unreachable'],
  ['refuse', 'refused'],
])('a server that is told to %s: %s, and the error holds no address', async (fault, kind) => {
  await control({ fault });
  const error = await mail.send(letter({ to: 'mark-7f3a@example.is' })).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'DeliveryError', kind });
  expect(String((error as Error).stack)).not.toContain('mark-7f3a');
  await mail.send(letter());
});

test('nobody there, a server that hangs, an address that is missing: to be tried again', async () => {
  const from = 'hending@example.is';
  const unreachable = { kind: 'unreachable' };
  const nobody = createMail({ address: () => 'smtp://127.0.0.1:1', from });
  await expect(nobody.send(letter())).rejects.toMatchObject(unreachable);
  const missing = createMail({ address: () => readFileSync(join(dataDir, 'none'), 'utf8'), from });
  await expect(missing.send(letter())).rejects.toMatchObject(unreachable);
  await control({ delayMs: 1_000 });
  await expect(createMail({ address, from, timeoutMs: 200 }).send(letter())).rejects.toMatchObject(
    unreachable,
  );
});
