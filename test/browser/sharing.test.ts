/** What search engines, readers of feeds and those who share a page are told. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';

const instance = sharedInstance();

const get = (path: string) => fetch(instance.url + path);
const text = async (path: string) => (await get(path)).text();

async function open(path: string): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> {
  const visited = await visit(browser, instance.url, devices.phone);
  await visited.page.goto(path);
  return visited;
}

function tagsOf(page: Page) {
  return page.evaluate(() => {
    const one = (selector: string, name = 'content') =>
      [...document.head.querySelectorAll(selector)].map((found) => found.getAttribute(name));
    return {
      title: document.title,
      description: one('meta[name=description]'),
      robots: one('meta[name=robots]'),
      canonical: one('link[rel=canonical]', 'href'),
      locale: one('meta[property="og:locale"]'),
      languages: one('link[hreflang]', 'hreflang'),
      translations: one('link[hreflang]', 'href'),
      picture: one('meta[property="og:image"]'),
      type: one('meta[property="og:type"]'),
      feeds: one('link[type="application/rss+xml"]', 'href'),
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
      ),
    };
  });
}

const kept = [
  '/',
  '/lottoleikir',
  '/lottoleikir/lotto',
  '/lottoleikir/lotto/spila',
  '/urslit/lotto',
  '/um-okkur/frettir',
];

test.each(kept.flatMap((path) => [path, path === '/' ? '/en' : `/en${path}`]))(
  '%s tells what it is, and its picture exists',
  async (path) => {
    const { page, faults, close } = await open(path);
    const tags = await tagsOf(page);
    const icelandic = path.replace(/^\/en(?=\/|$)/, '') || '/';
    expect(tags.title).toMatch(/ – Hending$/);
    expect(tags.description).toHaveLength(1);
    expect(tags.description[0]?.length).toBeLessThanOrEqual(155);
    expect(tags.robots).toEqual([]);
    expect(tags.canonical).toHaveLength(1);
    expect(tags.canonical[0]?.startsWith(`${instance.url}${path}`)).toBe(true);
    expect(tags.languages).toEqual(['is', 'en', 'x-default']);
    expect(tags.translations[2]).toBe(tags.translations[0]);
    expect(new URL(tags.translations[0] ?? '').pathname).toBe(icelandic);
    expect(tags.locale).toEqual([path.startsWith('/en') ? 'en_GB' : 'is_IS']);
    const picture = await get(new URL(tags.picture[0] ?? '').pathname);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const size = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect([size.width, size.height]).toEqual([1200, 630]);
    expect(faults).toEqual([]);
    await close();
  },
);

test.each([
  ['/lottoleikir/lotto/spila?rows=1-2-3-4-5'],
  ['/lottoleikir/lotto/spila?quick=5'],
  ['/leit?q=lotto'],
])('%s is not for search engines', async (path) => {
  const { page, close } = await open(path);
  const tags = await tagsOf(page);
  expect([tags.robots, tags.canonical, tags.languages]).toEqual([['noindex'], [], []]);
  await close();
});

test('home offers the search, a game and its results their way from home', async () => {
  const home = await open('/');
  const [site] = (await tagsOf(home.page)).data;
  expect(site).toMatchObject({ '@type': 'WebSite', name: 'Hending', url: `${instance.url}/` });
  const target = `${instance.url}/leit?q={search_term_string}`;
  expect(JSON.stringify(site)).toContain(target);
  expect((await get('/leit?q=lotto')).status).toBe(200);
  await home.close();

  const game = await open('/en/urslit/lotto');
  const tags = await tagsOf(game.page);
  const crumbs = tags.data.find((thing) => thing['@type'] === 'BreadcrumbList');
  expect(crumbs?.['itemListElement']).toMatchObject([
    { position: 1, item: `${instance.url}/en` },
    { position: 2, item: `${instance.url}/en/urslit` },
    { position: 3, item: `${instance.url}/en/urslit/lotto` },
  ]);
  expect(tags.feeds).toEqual([`${instance.url}/en/urslit/rss.xml`]);
  expect(tags.canonical[0]).toMatch(/\/en\/urslit\/lotto\?week=\d+&year=\d+$/);
  await game.close();
});

/** Parses as XML in the browser; throws what is not well formed. */
async function parsed(body: string): Promise<string[][]> {
  const { page, close } = await open('/robots.txt');
  const found = await page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, 'application/xml');
    if (document.querySelector('parsererror')) throw new Error(document.textContent ?? '');
    return ['loc', 'item > link', 'item > title', 'item > pubDate', '*|link[hreflang]'].map((name) =>
      [...document.querySelectorAll(name)].map((node) => node.getAttribute('href') ?? node.textContent ?? ''),
    );
  }, body);
  await close();
  return found;
}

test('the sitemap holds pages of both languages that exist, each with its translations', async () => {
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toContain('application/xml');
  const [locations = [], , , , alternates = []] = await parsed(await response.text());
  expect(locations.length).toBeGreaterThan(100);
  expect(new Set(locations).size).toBe(locations.length);
  expect(alternates.length).toBe(locations.length * 3);
  expect(locations.filter((place) => place.includes('/minar-sidur') || place.includes('_honnun'))).toEqual(
    [],
  );
  expect(await text('/robots.txt')).toContain(`Sitemap: ${instance.url}/sitemap.xml`);
  const every = Math.ceil(locations.length / 40);
  for (const place of locations.filter((_, index) => index < 24 || index % every === 0)) {
    const page = await fetch(place);
    expect([place, page.status]).toEqual([place, 200]);
    const html = await page.text();
    expect(html).not.toContain('content="noindex"');
    expect(html.replaceAll('&amp;', '&')).toContain(`<link rel="canonical" href="${place}"`);
  }
});

test.each([
  '/urslit/rss.xml',
  '/en/urslit/rss.xml',
  '/um-okkur/frettir/rss.xml',
  '/en/um-okkur/frettir/rss.xml',
])('%s is a feed whose items lead to pages, newest first', async (path) => {
  const response = await get(path);
  expect(response.headers.get('content-type')).toContain('application/rss+xml');
  const [, links = [], titles = [], dates = []] = await parsed(await response.text());
  expect(titles.length).toBe(links.length);
  if (path.includes('urslit')) expect(links.length).toBeGreaterThanOrEqual(20);
  for (const link of links.slice(0, 3)) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  const times = dates.map((date) => Date.parse(date));
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

test('pictures exist for games, news, drawn weeks and the house, and for nothing else', async () => {
  const { weeks } = (await (await get('/api/proxy/result/weeks')).json()) as {
    weeks: { gameId: string; year: number; week: number }[];
  };
  const drawn = ['lotto', 'vikinglotto', 'eurojackpot'].flatMap((gameId) => {
    const found = weeks.find((week) => week.gameId === gameId);
    return found ? [`urslit/${gameId}/${found.year}/${found.week}`] : [];
  });
  expect(drawn).toHaveLength(3);
  const games = ['lottoleikir/vikinglotto', 'getraunaleikir/1x2-enski-boltinn', 'getraunaleikir/xg'];
  for (const subject of ['hending', ...games, ...drawn]) {
    for (const locale of ['is', 'en']) {
      const response = await get(`/deilimynd/${locale}/${subject}.png`);
      expect([subject, response.status]).toEqual([subject, 200]);
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(100_000);
    }
  }
  for (const wrong of [
    'is/urslit/lotto/2026/99',
    'is/urslit/bingo/2026/1',
    'is/um-okkur/frett/engin',
    'pl/hending',
    'is/lottoleikir/xg',
    'is/getraunaleikir/xg/xg-999999',
    'is/getraunaleikir/1x2-enski-boltinn/xg-1',
    'is/urslit/xg/2023/1',
    'is/getraunaleikir',
    'is/..%2f..%2fpackage',
    'is/lottoleikir/toString',
    'is/',
    'is/%ff',
  ]) {
    const response = await get(`/deilimynd/${wrong}.png`);
    expect([wrong, response.status]).toEqual([wrong, 404]);
  }
});

test('icons and manifest', async () => {
  const manifest = (await (await get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const icon = await sharp(Buffer.from(await (await get(src)).arrayBuffer())).metadata();
    expect(`${icon.width}x${icon.height}`).toBe(sizes);
  }
  const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const { page, close } = await open('/');
  expect(await page.locator('head link[rel="icon"]').count()).toBe(2);
  expect(await page.locator('head link[rel="manifest"]').getAttribute('href')).toBe('/manifest.webmanifest');
  await close();
});
