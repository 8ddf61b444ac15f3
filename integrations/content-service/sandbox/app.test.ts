import { rmSync } from 'node:fs';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentFolder } from '#test/harness/content-folder.ts';
import { createApp } from './app.ts';
import { createFaults } from './faults.ts';
import { loadContent } from './load.ts';

const visar = 'title: Vísar\nintro: Vísar\ncategory: annad\nupdatedAt: 2026-09-01T00:00:00Z\n';

let root = '';
let app: Hono;
const faults = createFaults();

beforeAll(async () => {
  root = await contentFolder({
    'general-pages/stutt.draft.yaml': 'title: Styttra\nupdatedAt: 2026-11-09T00:00:00Z\nsections: []',
    'articles/drog.yaml': 'title: Drög\nintro: Drög\ncategory: annad\nstatus: draft\ncontent: Drög',
    'articles/visar.yaml': `${visar}content: "[a](item:articles/drog)"`,
  });
  const { tree } = await loadContent(root);
  app = createApp({ key: 'token', content: () => tree, faults });
});
afterAll(() => rmSync(root, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: whatever the query asks for
type Answer = { data: any; errors?: { message: string }[] };

async function post(body: unknown, headers: Record<string, string> = {}) {
  const all = { authorization: 'Bearer token', 'content-type': 'application/json', ...headers };
  return app.request('/', { method: 'POST', headers: all, body: JSON.stringify(body) });
}
async function query(text: string, headers: Record<string, string> = {}): Promise<Answer> {
  return (await (await post({ query: text }, headers)).json()) as Answer;
}
const data = async (text: string, headers: Record<string, string> = {}) => {
  const answer = await query(text, headers);
  expect(answer.errors).toBeUndefined();
  return answer.data;
};
const drafts = { 'x-include-drafts': 'true' };

test('a missing or wrong token is the vendor’s 401; with and without Bearer it passes', async () => {
  for (const authorization of ['', 'Bearer other', 'token2']) {
    const answer = await post({ query: '{ __typename }' }, { authorization });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      data: [{ type: 'api_error', attributes: { code: 'INVALID_AUTHORIZATION_HEADER' } }],
    });
  }
  expect((await post({ query: '{ __typename }' }, { authorization: 'token' })).status).toBe(200);
});

test('the header for drafts knows only true', async () => {
  for (const value of ['false', '1', 'TRUE', '']) {
    const answer = await post({ query: '{ __typename }' }, { 'x-include-drafts': value });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      data: [{ attributes: { code: 'INVALID_X_INCLUDE_DRAFTS_HEADER' } }],
    });
  }
});

test('drafts come with the header only, and the status is right in both modes', async () => {
  const all = '{ allGeneralPages(orderBy: [slug_ASC]) { slug title _status _publishedAt } }';
  const published = '2026-11-02T09:00:00+00:00';
  const allt = {
    slug: 'allt',
    title: 'Allt',
    _status: 'published',
    _publishedAt: '2026-11-01T00:00:00+00:00',
  };
  expect((await data(all)).allGeneralPages).toEqual([
    allt,
    { slug: 'stutt', title: 'Stutt', _status: 'published', _publishedAt: published },
  ]);
  expect((await data(all, drafts)).allGeneralPages).toMatchObject([
    allt,
    { slug: 'drog', title: 'Drög', _status: 'draft', _publishedAt: null },
    { slug: 'stutt', title: 'Styttra', _status: 'updated' },
  ]);
});

test('a link to a draft is left out for who may not see it', async () => {
  const text =
    '{ article(filter: {slug: {eq: "visar"}}) { content { links { ... on ArticleRecord { slug } } } } }';
  expect((await data(text)).article.content.links).toEqual([]);
  expect((await data(text, drafts)).article.content.links).toEqual([{ slug: 'drog' }]);
});

test('a locale holds for all below it, with fallbacks, and a field may have its own', async () => {
  const page = (args: string) =>
    `{ generalPage(filter: {slug: {eq: "allt"}} ${args}) { title intro is: title(locale: is)
      _allTitleLocales { locale value } _locales } }`;
  const both = [
    { locale: 'is', value: 'Allt' },
    { locale: 'en', value: 'Everything' },
  ];
  const common = { is: 'Allt', _allTitleLocales: both, _locales: ['is', 'en'] };
  expect((await data(page(''))).generalPage).toEqual({ title: 'Allt', intro: 'Inngangur', ...common });
  expect((await data(page('locale: en'))).generalPage).toEqual({
    title: 'Everything',
    intro: null,
    ...common,
  });
  expect((await data(page('locale: en, fallbackLocales: [is]'))).generalPage).toEqual({
    title: 'Everything',
    intro: 'Inngangur',
    ...common,
  });
});

test('lists: pages, order, filters and their count', async () => {
  const slugs = async (args: string, headers = {}) =>
    (await data(`{ allArticles(${args}) { slug } }`, headers)).allArticles.map(
      ({ slug }: { slug: string }) => slug,
    );
  expect(await slugs('first: 2, skip: 1, orderBy: [_firstPublishedAt_DESC]')).toEqual([
    'frett-13',
    'frett-12',
  ]);
  expect(await slugs('first: 2, orderBy: [title_DESC]')).toEqual(['visar', 'frett-9']);
  expect(await slugs('filter: {slug: {in: ["frett-1", "frett-2"]}}')).toEqual(['frett-1', 'frett-2']);
  expect(await slugs('filter: {OR: [{slug: {eq: "frett-3"}}, {slug: {eq: "nei"}}]}')).toEqual(['frett-3']);
  expect(await slugs('filter: {_status: {eq: draft}}', drafts)).toEqual(['drog']);
  const { category } = await data('{ category(filter: {slug: {eq: "vefurinn"}}) { id } }');
  const filter = `filter: {category: {eq: "${category.id}"}, slug: {neq: "frett-2"}}`;
  expect(await slugs(`${filter}, first: 2`)).toEqual(['frett-10', 'frett-12']);
  expect((await data(`{ _allArticlesMeta(${filter}) { count } }`))._allArticlesMeta.count).toBe(6);
  const own = await data(`{ category(filter: {id: {eq: "${category.id}"}}) {
    _allReferencingArticles(first: 1, orderBy: [slug_DESC]) { slug } } }`);
  expect(own.category._allReferencingArticles).toEqual([{ slug: 'frett-8' }]);
});

test('pages have 20 records unless asked, never more than 500, and no numbers that are none', async () => {
  expect((await query('{ allArticles(first: 501) { id } }')).errors?.[0]?.message).toContain(
    'the most is 500',
  );
  for (const args of ['first: -1', 'skip: -1', 'skip: 1.5', 'first: "a"']) {
    expect((await query(`{ allArticles(${args}) { id } }`)).errors?.[0]?.message).toContain('whole number');
  }
});

test('the title has its suffix while both fit into 60 characters', async () => {
  const tags = async (slug: string, locale: string) => {
    const text = `{ generalPage(filter: {slug: {eq: "${slug}"}}, locale: ${locale}, fallbackLocales: [is]) {
      _seoMetaTags { tag attributes content } } }`;
    return (await data(text)).generalPage._seoMetaTags;
  };
  expect(await tags('allt', 'en')).toEqual([
    { tag: 'title', attributes: null, content: 'Everything – Prófun' },
    { tag: 'meta', attributes: { property: 'og:title', content: 'Everything' }, content: null },
    { tag: 'meta', attributes: { name: 'twitter:title', content: 'Everything' }, content: null },
    { tag: 'meta', attributes: { name: 'description', content: 'Inngangur' }, content: null },
    { tag: 'meta', attributes: { property: 'og:description', content: 'Inngangur' }, content: null },
    { tag: 'meta', attributes: { name: 'twitter:description', content: 'Inngangur' }, content: null },
    { tag: 'meta', attributes: { property: 'og:locale', content: 'en_GB' }, content: null },
    { tag: 'meta', attributes: { property: 'og:type', content: 'article' }, content: null },
    { tag: 'meta', attributes: { property: 'og:site_name', content: 'Prófun' }, content: null },
    {
      tag: 'meta',
      attributes: { property: 'article:modified_time', content: '2026-11-01T00:00:00+00:00' },
      content: null,
    },
    { tag: 'meta', attributes: { name: 'twitter:card', content: 'summary' }, content: null },
  ]);
  // A page without an intro has the description of the site.
  expect(await tags('stutt', 'is')).toContainEqual({
    tag: 'meta',
    content: null,
    attributes: { name: 'description', content: 'Lýsing' },
  });
});

test('the site says its locales, its name and its icons', async () => {
  const { _site: site } = await data(`{ _site(locale: en) { locales faviconMetaTags { tag attributes }
    globalSeo { siteName titleSuffix fallbackSeo { description } } } }`);
  expect(site).toMatchObject({
    locales: ['is', 'en'],
    globalSeo: {
      siteName: 'Prófun',
      titleSuffix: ' – Prófun',
      fallbackSeo: { description: 'A description' },
    },
  });
  expect(site.faviconMetaTags[0]).toMatchObject({
    tag: 'link',
    attributes: { rel: 'icon', type: 'image/png', sizes: '32x32' },
  });
});

test('cache tags tell what an answer was made of, when asked', async () => {
  const ask = async (text: string, headers = {}) =>
    (await post({ query: text }, headers)).headers.get('x-cache-tags');
  const asked = { 'x-cache-tags': 'true' };
  const text = (number: number) => `{ article(filter: {slug: {eq: "frett-${number}"}}) { title } }`;
  expect(await ask(text(1))).toBeNull();
  const [first, second] = [await ask(text(1), asked), await ask(text(2), asked)].map((tags) =>
    tags?.split(' '),
  );
  expect(first).toHaveLength(2);
  expect(first?.filter((tag) => second?.includes(tag))).toHaveLength(1);
});

test('the schema can be asked for, and a query that does not fit it is an error of GraphQL', async () => {
  const { __schema: schema } = await data('{ __schema { types { name } } }');
  expect(schema.types.map(({ name }: { name: string }) => name)).toContain('ArticleModelFilter');
  expect((await query('{ nothing }')).errors?.[0]?.message).toContain('Cannot query field "nothing"');
  expect((await query('{')).errors?.[0]?.message).toContain('Syntax Error');
  expect((await post([])).status).toBeGreaterThanOrEqual(400);
});
