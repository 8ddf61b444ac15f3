import { rmSync } from 'node:fs';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { generalPage, news, newsItem, section } from '#contract/content.ts';
import { contentFolder } from '#test/harness/content-folder.ts';
import { checkContent } from '#tools/content-check.ts';
import { createContentService } from './client.ts';
import type { ContentService, ContentServiceError } from './face.ts';
import { queries } from './queries.ts';
import { contentServiceSandbox } from './sandbox/sandbox.ts';

let root = '';
let sandbox: Awaited<ReturnType<typeof contentServiceSandbox>>;
const outside = new Hono({ strict: false });
let service: ContentService;

beforeAll(async () => {
  root = await contentFolder();
  sandbox = await contentServiceSandbox({
    root,
    key: 'token',
    warn: () => {},
    webhook: { url: 'http://127.0.0.1:1/', secret: 'secret' },
  });
  outside.route('/content', sandbox.app);
  outside.route('/_control/content-service', sandbox.control);
  service = connect();
});
afterAll(() => {
  sandbox.stop();
  rmSync(root, { recursive: true });
});
beforeEach(() => control({}));

const connect = (over: object = {}) =>
  createContentService({
    url: 'http://127.0.0.1:3001/content/',
    key: 'token',
    timeoutMs: 2_000,
    fetch: async (address, request) => {
      const answer = outside.request(String(address), request);
      const given = new Promise<never>((_done, failed) =>
        request?.signal?.addEventListener('abort', () => failed(new Error('timeout'))),
      );
      return Promise.race([answer, given]);
    },
    ...over,
  });

async function control(wanted: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return outside.request('/_control/content-service', {
    method: 'POST',
    headers,
    body: JSON.stringify(wanted),
  });
}

const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error as ContentServiceError,
  );

test('every question is answered in the shape of the contract, in both languages', async () => {
  expect(await checkContent(root)).toEqual([]);
});

test('no query is longer than what the service keeps', () => {
  for (const { operationName, query } of Object.values(queries))
    expect([operationName, Buffer.byteLength(query) <= 12_000]).toEqual([operationName, true]);
  expect(queries['site-config'].operationName).toBe('SiteConfig');
});

test('every kind of section arrives', async () => {
  const { sections } = (await service.ask('front-page', { locale: 'is' })) as { sections: unknown[] };
  const page = generalPage.parse(await service.ask('general-page', { locale: 'is', slug: 'allt' }));
  const kinds = [...sections.map((each) => section.parse(each)), ...page.sections].map(
    (each) => each.__typename,
  );
  expect(new Set(kinds)).toEqual(new Set(section.options.map(({ shape }) => shape.__typename.value)));
  const text = page.sections.find((each) => each.__typename === 'RichTextSectionRecord')?.text;
  expect(text?.blocks.map(({ __typename }) => __typename)).toHaveLength(7);
  const playbackId = expect.stringMatching(/^[\w-]+$/);
  expect(text?.blocks.find(({ __typename }) => __typename === 'VideoBlockRecord')).toMatchObject({
    ...{ playbackId, width: 640, height: 360 },
    video: { playbackId, width: 640, height: 360 },
  });
  expect(text?.inlineBlocks).toMatchObject([{ __typename: 'ButtonBlockRecord', color: 'pink' }]);
  expect(text?.links).toMatchObject([{ __typename: 'ArticleRecord', slug: 'frett-1', title: 'Frétt 1' }]);
});

test('a page by its slug; times are in UTC; none is null', async () => {
  expect(await service.ask('general-page', { locale: 'en', slug: 'stutt' })).toMatchObject({
    slug: 'stutt',
    status: 'published',
    title: 'Stutt',
    intro: null,
    updatedAt: '2026-11-02T09:00:00.000Z',
    sections: [],
  });
  for (const slug of ['nei', '', '../site-config', '"}) { id } }', 'drog'])
    expect(await service.ask('general-page', { locale: 'is', slug })).toBeNull();
  expect(await service.ask('news-item', { locale: 'is', slug: 'nei' })).toBeNull();
  const withDrafts = connect({ includeDrafts: true });
  expect(await withDrafts.ask('general-page', { locale: 'is', slug: 'drog' })).toMatchObject({
    title: 'Drög',
    status: 'draft',
  });
});

test('news: twelve a page, newest first, by category; beyond the last page is nothing', async () => {
  const ask = async (page: number, category?: string) => {
    const answer = await service.ask('news', { locale: 'en', page, category });
    return answer === null ? null : news.parse(answer);
  };
  const first = await ask(1);
  expect(first).toMatchObject({ page: 1, pageCount: 2, articleCount: 14 });
  expect(first?.categories.map(({ name }) => name)).toEqual(['Annað', 'The website']);
  expect(first?.articles.map(({ slug }) => slug).slice(0, 2)).toEqual(['frett-14', 'frett-13']);
  expect(first?.articles[0]).toMatchObject({ status: 'published', title: 'News 14', intro: 'Inngangur 14' });
  expect((await ask(2))?.articles).toHaveLength(2);
  expect((await ask(1, 'vefurinn'))?.articles.map(({ slug }) => slug)[0]).toBe('frett-14');
  expect(await ask(1, 'vefurinn')).toMatchObject({ pageCount: 1, articleCount: 7 });
  expect([await ask(3), await ask(2, 'annad'), await ask(1, 'nei')]).toEqual([null, null, null]);
});

test('a news item stands beside the newest others of its category', async () => {
  const item = newsItem.parse(await service.ask('news-item', { locale: 'is', slug: 'frett-14' }));
  expect(item.related.map(({ slug }) => slug)).toEqual(['frett-12', 'frett-10', 'frett-8']);
  expect(item).toMatchObject({
    status: 'published',
    publishedAt: '2026-10-14T10:00:00.000Z',
    updatedAt: '2026-10-14T12:00:00.000Z',
    category: { slug: 'vefurinn', name: 'Vefurinn' },
  });
});

test('menus know their parents, texts stay as they were written, flags say what is off', async () => {
  expect(await service.ask('site-config', { locale: 'en' })).toMatchObject({
    header: {
      menuLinks: [
        { id: 'leikir', parent: null, localizedBlock: { name: 'Games', url: '/leikir' } },
        { id: 'lotto', parent: { id: 'leikir' }, localizedBlock: { icon: 's-lotto', name: 'Lottó' } },
      ],
    },
  });
  expect(await service.ask('translations', { locale: 'is' })).toEqual({
    common: { ok: 'Í lagi', updatedAt: '2026-01-01T00:00:00+01:00' },
  });
  expect(await service.ask('game-configs', { locale: 'is' })).toMatchObject({
    games: [{ gameId: 'xg' }, { gameId: 'lotto' }],
    featureFlags: [
      { key: 'lotto', enabled: true },
      { key: 'aur', enabled: false },
    ],
  });
});

test('every fault of the control is one that the adapter tells apart', async () => {
  const banner = (over: object = {}) => failure(connect(over).ask('banner', { locale: 'is' }));
  for (const [fault, expected] of [
    ['rateLimit', { kind: 'refused', status: 429, message: expect.stringContaining('429') }],
    ['error', { kind: 'refused', status: 500, message: 'The content service answers 500' }],
    ['graphqlError', { kind: 'refused', message: 'the sandbox was told to fail' }],
    ['garbage', { kind: 'unreadable' }],
  ] as const) {
    await control({ fault });
    expect(await banner(), fault).toMatchObject(expected);
    expect(await banner(), 'only once').toBeNull();
  }
  await control({ fault: 'hang' });
  expect(await banner({ timeoutMs: 50 })).toMatchObject({ kind: 'unreachable' });
  await control({ delayMs: 200 });
  expect(await banner({ timeoutMs: 50 })).toMatchObject({ kind: 'unreachable' });
  await control({ fault: 'answer', answer: { data: { banner: { text: 'x'.repeat(5_000_000) } } } });
  expect(await banner()).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('larger than'),
  });
  expect(await failure(connect({ key: 'other' }).ask('banner', { locale: 'is' }))).toMatchObject({
    kind: 'refused',
    status: 401,
  });
});

test('a fault holds for as many requests as asked, and for one query only', async () => {
  await control({ fault: 'error', times: 2, operation: 'Sports' });
  expect(await failure(service.ask('banner', { locale: 'is' }))).toBeNull();
  for (const failed of [true, true, false])
    expect((await failure(service.ask('sports', { locale: 'is' }))) !== null).toBe(failed);
  expect((await control({ fault: 'nei' })).status).toBe(400);
  const { requests } = (await (await outside.request('/_control/content-service')).json()) as {
    requests: string[];
  };
  expect(requests.slice(-4)).toEqual(['Banner', 'Sports', 'Sports', 'Sports']);
});
