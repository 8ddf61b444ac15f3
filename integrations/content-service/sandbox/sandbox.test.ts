import { renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentFolder, writeContent } from '#test/harness/content-folder.ts';
import { contentServiceSandbox } from './sandbox.ts';

type Heard = { key: string; authorization: string | undefined; body: Record<string, unknown> };

let root = '';
let sandbox: Awaited<ReturnType<typeof contentServiceSandbox>>;
const received: Heard[] = [];
const warnings: string[] = [];
let refusals = 0;
const product = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (refusals > 0) {
      refusals -= 1;
      return response.writeHead(503).end();
    }
    const { authorization } = request.headers;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    received.push({ key: (request.url ?? '').replace('/invalidate/', ''), authorization, body });
    response.writeHead(204).end();
  });
});

beforeEach(async () => {
  for (const list of [received, warnings]) list.length = 0;
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done));
  root = await contentFolder();
  const { port } = product.address() as AddressInfo;
  sandbox = await contentServiceSandbox({
    root,
    key: 'token',
    warn: (message: string) => warnings.push(message),
    webhook: { url: `http://127.0.0.1:${port}/invalidate/`, secret: 'secret' },
  });
});
afterEach(async () => {
  sandbox.stop();
  await new Promise((done) => product.close(done));
  rmSync(root, { recursive: true });
});

async function titleOf(slug: string): Promise<string | undefined> {
  const answer = await sandbox.app.request('/', {
    method: 'POST',
    headers: { authorization: 'token', 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ generalPage(filter: {slug: {eq: "${slug}"}}) { title } }` }),
  });
  const { data } = (await answer.json()) as { data: { generalPage: { title: string } | null } };
  return data.generalPage?.title;
}

async function until(condition: () => Promise<boolean> | boolean, withinMs = 15_000): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(10))
    if (await condition()) return;
  throw new Error(`not within ${withinMs} ms; warned: ${warnings.join('\n')}`);
}

const stutt = (title: string) => `title: ${title}\nupdatedAt: 2026-11-02T10:00:00Z\nsections: []\n`;

test('an edited file shows, and both kinds of webhook tell the product what to forget', async () => {
  const tags = await sandbox.app.request('/', {
    method: 'POST',
    headers: { authorization: 'token', 'content-type': 'application/json', 'x-cache-tags': 'true' },
    body: JSON.stringify({ query: '{ generalPage(filter: {slug: {eq: "stutt"}}) { title } }' }),
  });
  writeContent(root, 'general-pages/stutt.yaml', stutt('Breytt'));
  await until(async () => (await titleOf('stutt')) === 'Breytt');
  await until(() => received.length === 4);
  expect(new Set(received.map(({ authorization }) => authorization))).toEqual(new Set(['secret']));
  const notified = received.map(({ key, body }) => [key, body.cachePostfix]);
  // The page, the page and the front page that name it, and the tags of all of them.
  expect(notified).toEqual(
    expect.arrayContaining([
      ['general-page', 'stutt'],
      ['general-page', 'allt'],
      ['front-page', undefined],
      ['slugs', undefined],
    ]),
  );
  const event = received.find(({ key }) => key === 'slugs')?.body as {
    entity: { attributes: { tags: string[] } };
  };
  expect(event).toMatchObject({
    entity_type: 'cda_cache_tags',
    event_type: 'invalidate',
    related_entities: [],
  });
  expect(event.entity.attributes.tags).toEqual(
    expect.arrayContaining(tags.headers.get('x-cache-tags')?.split(' ') ?? ['none']),
  );
});

test('a broken edit keeps what was, says why, and is mended by the next', async () => {
  writeContent(root, 'general-pages/stutt.yaml', stutt('"Brotið'));
  await until(() => warnings.length > 0);
  expect(warnings.join('\n')).toContain('content/general-pages/stutt.yaml');
  expect(warnings.join('\n')).toContain('still served');
  expect(await titleOf('stutt')).toBe('Stutt');
  expect(received).toEqual([]);
  writeContent(root, 'general-pages/stutt.yaml', stutt('Heilt'));
  await until(async () => (await titleOf('stutt')) === 'Heilt');
});

test('new folders, renamed files, removed files and changed pictures are seen', async () => {
  writeContent(root, 'general-pages/um/saga.yaml', stutt('Saga'));
  await until(async () => (await titleOf('um/saga')) === 'Saga');
  writeContent(root, 'general-pages/um/.saga.tmp', stutt('Sagan'));
  renameSync(join(root, 'general-pages/um/.saga.tmp'), join(root, 'general-pages/um/saga.yaml'));
  await until(async () => (await titleOf('um/saga')) === 'Sagan');
  rmSync(join(root, 'general-pages/um/saga.yaml'));
  await until(async () => (await titleOf('um/saga')) === undefined);
  received.length = 0;
  writeContent(root, 'images/teikning.yaml', 'alt: Önnur lýsing');
  await until(() => received.some(({ key, body }) => key === 'general-page' && body.cachePostfix === 'allt'));
  await until(() => received.some(({ key }) => key === 'site-config'));
});

test('a webhook that is not taken is sent again', async () => {
  refusals = 2;
  writeContent(root, 'banner.yaml', 'text: Nýr borði');
  await until(() => received.length === 2);
  expect(received.map(({ key }) => key).toSorted()).toEqual(['banner', 'slugs']);
});

test('broken content does not start, and the file and the name are said', async () => {
  const broken = await contentFolder({
    'general-pages/x.yaml': 'title: A\nsections: [{ type: richText, text: "[a](item:general-pages/nei)" }]',
  });
  const start = contentServiceSandbox({
    root: broken,
    key: 'token',
    warn: () => {},
    webhook: { url: 'http://127.0.0.1:1/', secret: '' },
  });
  await expect(start).rejects.toThrow(
    'content/general-pages/x.yaml: sections[0].text names the record "general-pages/nei"',
  );
  rmSync(broken, { recursive: true });
});
