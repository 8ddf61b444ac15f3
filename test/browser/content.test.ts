/** Pages of the content service: reading, choosing, retrying, without script, and addresses of no page. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ownerUrl } from '#embedded/postgres/roles.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, revisit, visit } from './browser.ts';
import { isHydrated, languages, openPage, title } from './steps.ts';

const instance = ownInstance({ CATALOGUE: '1' });
const { texts } = languages.is;

beforeAll(async () => {
  await vi.waitUntil(async () => (await slugs()).length > 10, { timeout: 60_000, interval: 200 });
});

type Slug = { slug: string; type: 'page' | 'article'; title: string };

async function slugs(): Promise<Slug[]> {
  return (await (await fetch(`${instance.url}/api/proxy/dato/slugs`)).json()) as Slug[];
}

async function see(path: string, options: BrowserContextOptions = devices.desktop) {
  const seen = await visit(browser, instance.url, options);
  await seen.page.goto(path);
  return seen;
}

/** Runs SQL as the owner of the tables. */
async function asOwner(statement: string): Promise<void> {
  const { pool, close } = databaseOf(instance, ownerUrl);
  await pool.query(statement);
  await close();
}

const lists = ['/lottoleikir', '/getraunaleikir', '/um-okkur/frettir', '/um-okkur/frettir/oryggi', '/felog'];
const reads = ['/aheit', '/hjalp', '/personuverndarstefna', '/abyrg-spilun', '/sonnun', '/_honnun/efni'];

/** Each page once, in one of two looks by turns. */
const looks = [
  { language: '/en', device: 'phone', colorScheme: 'dark' },
  { language: '', device: 'desktop', colorScheme: 'light' },
] as const;

test.each([...lists, ...reads].map((path, index) => ({ path, ...(looks[index % 2] ?? looks[0]) })))(
  '$language$path on $device, $colorScheme: axe finds nothing, nothing is cut, also at 320 px',
  async ({ path, language, device, colorScheme }) => {
    const { page, faults, close } = await revisit(browser, instance.url, { ...devices[device], colorScheme });
    await page.goto(language + path);
    await isHydrated(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
    await close();
  },
);

test('every page can be read without script', async () => {
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, javaScriptEnabled: false });
  for (const path of [...lists, ...reads]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect.poll(() => title(page).count(), { message: path }).toBe(1);
    expect((await page.getByRole('main').textContent())?.length, path).toBeGreaterThan(150);
  }
  await close();
});

test('every page and item of news opens in both languages', async () => {
  for (const { slug, type } of await slugs()) {
    const path = type === 'article' ? `/um-okkur/frett/${slug}` : `/${slug}`;
    for (const language of ['', '/en']) {
      const answer = await fetch(instance.url + language + path);
      expect(answer.status, language + path).toBe(200);
    }
  }
});

test.each([
  '/ekki-til',
  '/en/ekki-til',
  '/a/../b/c',
  '/a%2Fb',
  '/..%2f..%2fetc',
  '/%2e%2e/x',
  '/a.b',
  '/A',
  '/um-okkur/frett/ekki-til',
  '/um-okkur/frett/a%2Fb',
  '/um-okkur/frett/__proto__',
  '/um-okkur/frett/',
  '/um-okkur/frettir/ekki-til',
  '/um-okkur/frettir/oryggi/0',
  '/um-okkur/frettir/oryggi/x',
  '/um-okkur/frettir/oryggi/99999',
  '/um-okkur/frettir/allar/-1',
  '/um-okkur/frettir/oryggi/1/1',
  `/${'a'.repeat(3_000)}`,
])('%s is no page, and says so', async (path) => {
  const answer = await fetch(instance.url + path);
  const html = await answer.text();
  expect(answer.status).toBe(404);
  expect(html).toContain(
    path.startsWith('/en') ? languages.en.texts.page.notFound.title : texts.page.notFound.title,
  );
  expect(html).not.toMatch(/at .*\.(?:ts|js):\d/);
});

test('the first page of news is spelled without its number', async () => {
  const { page, close } = await see('/um-okkur/frettir/allar/1');
  expect(page.url()).toBe(`${instance.url}/um-okkur/frettir`);
  await page.getByRole('link', { name: texts.common.next, exact: true }).click();
  await page.waitForURL('**/um-okkur/frettir/allar/2');
  await page.getByRole('link', { name: texts.common.previous, exact: true }).click();
  await page.waitForURL('**/um-okkur/frettir');
  await close();
});

test('news without script: a category, an item, and back to the list', async () => {
  const { page, close } = await see('/um-okkur/frettir', { ...devices.phone, javaScriptEnabled: false });
  const filters = page.getByRole('navigation', { name: texts.news.filter });
  await filters.getByRole('link').nth(1).click();
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().getByRole('link').click();
  expect(page.url()).toContain('/um-okkur/frett/');
  await expect
    .poll(() => page.getByRole('button', { name: texts.news.shareArticle }).isVisible())
    .toBe(false);
  await page.getByRole('navigation', { name: texts.nav.breadcrumbs }).getByRole('link').last().click();
  expect(page.url()).toBe(`${instance.url}/um-okkur/frettir`);
  await close();
});

test('pages that open without a reload are the same pages, in the same language', async () => {
  const { page, faults, close } = await see('/en/felog');
  // The scripts come after the paint, and wake at a movement that they see.
  await isHydrated(page);
  await page.evaluate(() => Reflect.set(window, 'stays', true));
  const footer = page.getByRole('contentinfo');
  await footer.hover();
  await expect.poll(() => page.locator('[data-dehydrated]').count()).toBe(0);
  for (const path of ['/en/personuverndarstefna', '/en/um-okkur/frettir', '/en/vafrakokur']) {
    await footer.locator(`a[href="${path}"]`).first().click();
    await page.waitForURL(`**${path}`);
    const html = await (await page.request.get(path)).text();
    const heading = />([^<]*)<\/h1>/.exec(html)?.[1];
    await expect.poll(() => title(page).textContent()).toBe(heading);
  }
  await page.getByRole('link', { name: languages.en.texts.a11y.logo }).click();
  await page.getByRole('heading', { level: 1, name: languages.en.texts.home.heading }).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'stays'))).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('the contents of a long page lead to its chapters', async () => {
  const { page, close } = await see('/personuverndarstefna');
  const contents = page.getByRole('navigation', { name: texts.legal.contents });
  const chapter = contents.getByRole('link').last();
  const words = (await chapter.textContent()) ?? '';
  await chapter.click();
  const heading = page.getByRole('heading', { name: words, exact: true });
  await expect.poll(() => heading.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(900);
  expect(await heading.evaluate((it) => it.getBoundingClientRect().top)).toBeGreaterThan(56);
  await close();
});

test('an article is shared by copying its address where the device has no sheet', async () => {
  const options = { ...devices.desktop, permissions: ['clipboard-read', 'clipboard-write'] };
  const { page, close } = await see('/um-okkur/frett/nyr-vefur?x=1', options);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: texts.news.shareArticle }).click();
  await page.getByText(texts.share.linkCopied).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${instance.url}/um-okkur/frett/nyr-vefur`,
  );
  await close();
});

describe('blocks', () => {
  const web = (page: Page) => page.getByRole('heading', { name: 'Aðeins á vef' });
  const mobile = (page: Page) => page.getByRole('heading', { name: 'Aðeins í síma' });

  test.each([
    [1024, 0, 1],
    [1025, 1, 0],
  ])('at %i px only the records of its platform show, without script too', async (width, onWeb, onMobile) => {
    const viewport = { width, height: 800 };
    const { page, close } = await see('/_honnun/efni', { viewport, javaScriptEnabled: false });
    // By role: what is hidden here is not told to screen readers either.
    expect([await web(page).count(), await mobile(page).count()]).toEqual([onWeb, onMobile]);
    await close();
  });

  test('nothing of a video is fetched before it is pressed', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/_video/')) asked.push(request.url());
    });
    await openPage(page, '/_honnun/efni');
    const poster = page.getByRole('link', { name: new RegExp(texts.content.playVideo) });
    await poster.scrollIntoViewIfNeeded();
    expect([asked.length, await page.locator('video').count()]).toEqual([0, 0]);
    await poster.focus();
    await page.keyboard.press('Enter');
    await page.locator('video').waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('VIDEO');
    await close();
  });

  test('pictures keep their place: nothing moves on the way down', async () => {
    const { page, close } = await see('/um-okkur/frettir', devices.phone);
    const shift = await page.evaluate(async () => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        scrollTo(0, y);
        await new Promise((done) => setTimeout(done, 60));
      }
      return sum;
    });
    expect(shift).toBeLessThanOrEqual(0.02);
    await close();
  });
});

describe('pictures of the content service', () => {
  test.each(['/', '/um-okkur/frettir', '/um-okkur/frett/nyr-vefur', '/_honnun/efni'])(
    '%s: nobody else is asked for a picture, and all are seen',
    async (path) => {
      const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image') asked.push(request.url());
      });
      await page.goto(path);
      for (const picture of await page.locator('.image_picture img, .video_poster img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
          .toBeGreaterThan(0);
      }
      const theirs = asked.filter((url) => !url.startsWith(`${instance.url}/`) && !url.startsWith('data:'));
      expect([theirs, faults]).toEqual([[], []]);
      expect(asked.some((url) => url.startsWith(`${instance.url}/myndir/http/`))).toBe(true);
      await close();
    },
  );

  test('a drawing shows its own styles, though opened by itself it may load nothing', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await page.route('**/myndir/**', async (route) => {
      const { 'content-encoding': _, ...headers } = (await route.fetch()).headers();
      expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'content-disposition': 'attachment' });
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>rect { fill: #0f0 }</style>' +
        '<rect width="9" height="9" style="stroke: #0f0"/></svg>';
      await route.fulfill({ headers: { ...headers, 'content-length': String(body.length) }, body });
    });
    await page.goto('/um-okkur/frett/nyr-vefur');
    const picture = page.locator('.content_article > .image_picture img').last();
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
      .toBeGreaterThan(0);
    const colour = await picture.evaluate((it: HTMLImageElement) => {
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(it, 0, 0);
      return context?.getImageData(0, 0, 1, 1).data.join();
    });
    expect(colour).toBe('0,255,0,255');
    // Other pictures of the page may still be on their way through the route.
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });
});

describe('clubs and contributions', () => {
  test('a club is found by part of its name, without script', async () => {
    const { page, close } = await see('/felog', { ...devices.phone, javaScriptEnabled: false });
    await page.getByLabel(texts.clubs.search).fill('hafbjorg');
    await page.getByRole('search').last().getByRole('button').click();
    await page.waitForURL('**/felog?leit=hafbjorg');
    const found = page.getByRole('list', { name: texts.clubs.list });
    await expect.poll(() => found.getByRole('listitem').count()).toBe(1);
    await found.getByRole('link', { name: /Hafbjörg/ }).click();
    await page.waitForURL('**/felog/101');
    await close();
  });

  test('the week before this one is shown; others are chosen, all weeks too', async () => {
    const { page, faults, close } = await see('/aheit');
    const year = page.getByRole('combobox', { name: texts.contributions.year, exact: true });
    const week = page.getByRole('combobox', { name: texts.contributions.week, exact: true });
    await expect.poll(() => year.getByRole('option').last().textContent()).toBe('2016');
    const latest = Number(await week.getByRole('option').nth(1).getAttribute('value'));
    await expect.poll(() => week.inputValue()).toBe(String(latest - 1));
    await week.selectOption('allar-vikur');
    await page.getByRole('button', { name: texts.common.show }).click();
    await page.waitForURL('**/aheit?ar=*&vika=allar-vikur');
    await page.getByRole('heading', { name: /^Framlög árið \d{4}/ }).waitFor();
    await year.selectOption('2016');
    await page.getByRole('button', { name: texts.common.show }).click();
    await page.waitForURL('**/aheit?ar=2016&vika=allar-vikur');
    await expect.poll(() => year.inputValue()).toBe('2016');
    expect(faults).toEqual([]);
    await close();
  });

  test('what cannot be read offers to try again, and does', async () => {
    await asOwner('ALTER TABLE club_sales RENAME TO club_sales_away');
    const { page, close } = await see('/aheit?ar=2026&vika=5');
    const retry = page.getByRole('link', { name: texts.validation.fetchFailed });
    await retry.click();
    await isHydrated(page);
    expect(await retry.count()).toBe(1);
    await asOwner('ALTER TABLE club_sales_away RENAME TO club_sales');
    // A page is kept for a second, also one that tells of a failure.
    await expect
      .poll(
        async () => {
          if ((await retry.count()) > 0) await retry.click();
          return page.getByRole('heading', { name: 'Framlög í viku 5 árið 2026' }).count();
        },
        { interval: 1_500 },
      )
      .toBe(1);
    await close();
  });
});
