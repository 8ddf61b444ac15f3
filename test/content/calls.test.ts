/** The calls of content, as a browser and as a page make them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiAnswer, CallName } from '#contract/api.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { builtIn } from '#server/content/built-in.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import {
  contentInMemory,
  generalPage,
  listed,
  paragraph,
  richText,
  richTextSection,
  span,
} from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let product: ReturnType<typeof testApp>;
let service: ReturnType<typeof contentInMemory>;

const category = { slug: 'vinningar', name: 'Vinningar' };
const teaser = (slug: string) => ({
  id: `article-${slug}`,
  slug,
  title: `Frétt ${slug}`,
  intro: 'Inngangur',
  category,
  image: null,
  publishedAt: '2026-11-01T00:00:00Z',
});
const newsPage = (page: number, slugs: string[]) => ({
  categories: [category],
  articles: slugs.map(teaser),
  page,
  pageCount: 2,
  articleCount: 13,
});

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: 2085 });
  await data.adminPool.query(
    `INSERT INTO clubs VALUES (101, 'Ungmennafélagið Hafbjörg'), (104, 'Íþróttafélagið Þöll')`,
  );
});
afterAll(() => data.close());

beforeEach(() => {
  service = contentInMemory({
    slugs: [
      listed('hjalp', 'Hjálp og ráðgjöf', 'page', 'Spurt og svarað'),
      listed('um-okkur/saga', 'Saga okkar'),
      listed('fyrsta', 'Þrír fengu æðsta vinning', 'article'),
    ],
    'general-page/hjalp': generalPage('hjalp', 'Hjálp'),
    'general-page/um-okkur/saga': generalPage('um-okkur/saga', 'Saga'),
    'news-item/fyrsta': {
      ...teaser('fyrsta'),
      updatedAt: '2026-11-02T00:00:00Z',
      seo: [],
      content: richText([]),
      related: [teaser('onnur')],
    },
    'news/1': newsPage(1, ['fyrsta', 'onnur']),
    'news/2': newsPage(2, ['thridja']),
    'news/vinningar/1': { ...newsPage(1, ['fyrsta']), pageCount: 1 },
  });
  product = testApp(data, service.service);
});

const refusal = async (path: string) => {
  const { status, body } = await get(product.app, path);
  return [status, errorBodySchema.parse(body).code];
};

/** The content names no contact here: the settings do. */
const contacts = {
  is: { phone: '555 0100', email: 'hjalp@hending.example', hours: 'virka daga kl. 9–17' },
  en: { phone: '555 0100', email: 'hjalp@hending.example', hours: 'weekdays 9–17' },
};
const answered = (key: keyof typeof builtIn, locale: 'is' | 'en') =>
  key === 'site-config' ? { ...builtIn[key](locale), contact: contacts[locale] } : builtIn[key](locale);

test('how to reach us comes from the content, where it says so', async () => {
  const contact = { phone: '555 0199', email: 'a@b.example', hours: 'alltaf' };
  service.records['site-config'] = { ...builtIn['site-config']('is'), contact };
  expect((await get(product.app, '/dato/site-config')).body).toMatchObject({ contact });
});

test('the games on sale are listed with the close of their sale', async () => {
  const { status, body } = await get(product.app, '/draws/on-sale');
  const { rows } = await data.pool.query<{ close: Date }>(
    'SELECT close_date AS close FROM draws WHERE number = 2085',
  );
  const closeDate = rows[0]?.close.toISOString();
  expect([status, body]).toEqual([200, { games: [{ gameId: 'lotto', closeDate }] }]);
});

test.each([
  ['/dato/slugs', 'slugs'],
  ['/dato/global-site-config', 'global-site-config'],
  ['/dato/site-config', 'site-config'],
  ['/dato/game-configs', 'game-configs'],
  ['/dato/joker-config', 'joker-config'],
  ['/dato/sports', 'sports'],
  ['/dato/translations', 'translations'],
  ['/dato/banner', 'banner'],
  ['/dato/front-page', 'front-page'],
] as const)('%s answers in the language asked for, and says when nothing changed', async (path, key) => {
  for (const locale of ['is', 'en'] as const) {
    const expected = key === 'slugs' ? service.records.slugs : answered(key, locale);
    const { status, body, headers } = await get(product.app, `${path}?locale=${locale}`);
    expect([status, body]).toEqual([200, expected]);
    expect(headers.get('cache-control')).toBe('public, max-age=5');
    const again = await product.app.request(`http://localhost/api/proxy${path}?locale=${locale}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  }
  expect((await get(product.app, path)).body).toEqual((await get(product.app, `${path}?locale=is`)).body);
  expect(await refusal(`${path}?locale=dk`)).toEqual([400, 'EC_INVALID_INPUT']);
});

test('a page by its slug', async () => {
  expect((await get(product.app, '/dato/general-page?slug=hjalp')).body).toMatchObject({ title: 'Hjálp' });
  const inFolder = await get(product.app, '/dato/general-page?slug=um-okkur/saga&locale=en');
  expect(inFolder.body).toMatchObject({ title: 'Saga' });
  expect((await get(product.app, '/dato/news-item?slug=fyrsta')).body).toMatchObject({
    title: 'Frétt fyrsta',
    related: [{ slug: 'onnur' }],
  });
});

test.each(['ekki-til', '..', '../hjalp', 'hjalp/..', 'hjalp%2F..', '%2e%2e', '//hjalp', 'fyrsta', '🙂'])(
  'the slug %s is nobody’s, and the content service is not asked',
  async (slug) => {
    expect(await refusal(`/dato/general-page?slug=${slug}`)).toEqual([400, 'EC_NO_DATA_FOUND']);
    expect(service.asked.filter((each) => each.includes('general-page'))).toEqual([]);
  },
);

test('a slug that is too long or missing is no question', async () => {
  expect(await refusal(`/dato/general-page?slug=${'a'.repeat(201)}`)).toEqual([400, 'EC_INVALID_INPUT']);
  expect(await refusal('/dato/news-item')).toEqual([400, 'EC_MISSING_FIELD']);
});

test('news: pages from 1, empty past the end, an unknown category is no data', async () => {
  const read = async (query: string) =>
    (await get<ApiAnswer<'content.news'>>(product.app, `/dato/news${query}`)).body;
  const slugs = async (query: string) => (await read(query)).articles.map(({ slug }) => slug);
  expect(await slugs('')).toEqual(['fyrsta', 'onnur']);
  expect(await slugs('?page=')).toEqual(['fyrsta', 'onnur']);
  expect(await slugs('?page=0')).toEqual([]);
  expect(await slugs('?page=2')).toEqual(['thridja']);
  expect(await slugs('?category=vinningar')).toEqual(['fyrsta']);
  expect(await read('?page=99999')).toEqual({ ...newsPage(99_999, []) });
  expect(service.asked.some((each) => each.includes('99999'))).toBe(false);
  expect(await refusal('/dato/news?category=ekki-til')).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect(await refusal('/dato/news-item?slug=ekki-til')).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect(await refusal('/dato/news?category=..')).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect(await refusal('/dato/news?page=x')).toEqual([400, 'EC_INVALID_INPUT']);
});

const invalidate = (key: string, authorization: string | null, body: unknown = '') =>
  post(product.app, `/dato/invalidate-cache/${key}`, body, {
    headers: authorization === null ? {} : { authorization },
  });

test('only the content service may say that something changed', async () => {
  const secret = data.config.content.webhookSecret;
  for (const wrong of [null, '', 'x', secret.slice(1), `${secret}x`, `Bearer ${secret}`]) {
    const { status, body } = await invalidate('site-config', wrong);
    expect([status, body.code]).toEqual([401, 'EC_AUTH_FAIL']);
  }
  expect((await invalidate('ekki-til', null)).status).toBe(401);
});

test('after an invalidation the next answer is the new one', async () => {
  const title = async () =>
    (await get<{ title: string }>(product.app, '/dato/general-page?slug=hjalp')).body.title;
  expect(await title()).toBe('Hjálp');
  service.records['general-page/hjalp'] = generalPage('hjalp', 'Ný hjálp');
  expect(await title()).toBe('Hjálp');
  const secret = data.config.content.webhookSecret;
  expect((await invalidate('general-page', secret, { cachePostfix: 'hjalp' })).status).toBe(204);
  expect(await title()).toBe('Ný hjálp');
  for (const body of ['', {}, { cachePostfix: 'en' }, { environment: 'main', entity: {} }]) {
    expect((await invalidate('general-page', secret, body)).status).toBe(204);
  }
  const unknown = await invalidate('site-confi', secret);
  expect([unknown.status, unknown.body.code]).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect((await invalidate('site-config', secret, { cachePostfix: 5 })).status).toBe(400);
});

test('a game that is switched off is not sold, and its draws are still told', async () => {
  const [player] = await addPlayers(data, 1, 10_000);
  const buy = () =>
    post(
      product.app,
      '/lotto/buy',
      { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 },
      {
        cookie: player?.cookie ?? '',
        key: 'einu sinni',
      },
    );
  const bought = await buy();
  expect(bought.status).toBe(201);
  const { games } = builtIn['game-configs']('is');
  service.records['game-configs'] = { games, featureFlags: [{ key: 'lotto', enabled: false }] };
  await product.content.invalidate('game-configs');
  await expect.poll(() => product.content.isOn('lotto')).toBe(false);

  const replayed = await buy();
  expect([replayed.status, replayed.body]).toEqual([201, bought.body]);
  const refused = await post(
    product.app,
    '/lotto/buy',
    { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 },
    {
      cookie: player?.cookie ?? '',
    },
  );
  expect([refused.status, refused.body.code]).toEqual([400, 'EC_PRODUCT_CLOSED']);
  expect((await get(product.app, '/lotto/current-draw')).body).toMatchObject({ draws: [{ draw: 2085 }] });
});

test('search finds by beginnings and forms of words, accents aside, in each language', async () => {
  const find = async (query: string, locale = 'is') => {
    const path = `/dato/search?query=${encodeURIComponent(query)}&locale=${locale}`;
    return (await get<ApiAnswer<'content.search'>>(product.app, path)).body.found;
  };
  const urls = async (query: string, locale?: string) => (await find(query, locale)).map(({ url }) => url);
  expect(await urls('HJALP')).toEqual(['/hjalp']);
  expect(await urls('rádg hjá')).toEqual(['/hjalp']);
  expect(await urls('svarad')).toEqual(['/hjalp']);
  expect(await urls('thrir aedsta')).toEqual(['/um-okkur/frett/fyrsta']);
  expect(await urls('vinningnum æðsti')).toEqual(['/um-okkur/frett/fyrsta']);
  expect(await urls('mörkunum')).toContain('/minar-sidur/mork');
  expect(await urls('limit', 'en')).toEqual(['/en/minar-sidur/mork']);
  expect(await urls('saga', 'en')).toEqual(['/en/um-okkur/saga']);
  expect(await urls('vikingl')).toEqual(['/lottoleikir/vikinglotto']);
  expect(await find('thöll')).toEqual([
    { kind: 'club', title: 'Íþróttafélagið Þöll', text: '104', url: '/felog/104' },
  ]);
  expect(await find('104')).toHaveLength(1);
  expect(await find('jalp')).toEqual([]);
  expect(await find('… !')).toEqual([]);
  expect(await refusal('/dato/search?query=%20')).toEqual([400, 'EC_INVALID_INPUT']);
  expect(await refusal('/dato/search')).toEqual([400, 'EC_MISSING_FIELD']);
  service.records.slugs = Array.from({ length: 40 }, (_, index) => listed(`sida-${index}`, `Síða ${index}`));
  await product.content.invalidate('slugs');
  expect(await find('sida')).toHaveLength(12);
});

test('search finds the chapters of pages, and what one says in other words than we do', async () => {
  const heading = (value: string) => ({ type: 'heading', level: 3, children: [span(value)] });
  const text = richText([
    heading('Hvernig legg ég inn?'),
    paragraph(span('Með korti eða Aur.')),
    heading('Hvenær er dregið?'),
    paragraph(span('Á laugardögum, og útdrættirnir eru sýndir.')),
  ]);
  service.records['general-page/hjalp'] = generalPage('hjalp', 'Hjálp', [richTextSection('svor', text)]);
  await product.content.invalidate('general-page', 'hjalp');
  const find = async (query: string) => {
    const path = `/dato/search?query=${encodeURIComponent(query)}`;
    return (await get<ApiAnswer<'content.search'>>(product.app, path)).body.found;
  };
  const deposit = {
    kind: 'page',
    title: 'Hvernig legg ég inn?',
    text: 'Hjálp · Með korti eða Aur.',
    url: '/hjalp#hvernig-legg-eg-inn',
  };
  for (const query of ['leggja inn', 'innborgun', 'Hvernig legg ég inn?', 'áfyllingar'])
    expect(await find(query), query).toEqual([deposit]);
  // In more words than the heading has, and with one that stands nowhere.
  for (const query of ['hvernig get ég lagt inn krónur', 'má leggja peninga inn með korti'])
    expect((await find(query))[0], query).toEqual(deposit);
  expect(await find('hvernig baka ég pönnukökur')).toEqual([]);
  // The words of a chapter count where no name has them.
  expect((await find('útdráttur')).map(({ url }) => url)).toEqual(['/hjalp#hvenaer-er-dregid']);
});

test('a page in the same process gets the very object, as long as nothing changed', async () => {
  const ask = (name: CallName, query: object) => product.answerPublic(name, { query: { ...query } });
  const first = await ask('content.siteConfig', { locale: 'is' });
  const again = await ask('content.siteConfig', {});
  expect(first?.status).toBe(200);
  expect(again?.body).toBe(first?.body);
  expect(await ask('content.siteConfig', { locale: 'xx' })).toMatchObject({
    status: 400,
    body: { code: 'EC_INVALID_INPUT', details: { errorId: expect.any(String) } },
  });
  expect(await ask('content.generalPage', { slug: 'ekki-til' })).toMatchObject({ status: 400 });
  expect(ask('account.details', {})).toBeNull();
  expect(ask('lotto.buy', {})).toBeNull();
});
