/**
 * What surrounds every page: search, links that fetch ahead, what is kept of an address, and pages that
 * say what failed.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import {
  buyButton,
  contentHasCome,
  languages,
  openPage,
  reviewButton,
  signedInPlayer,
  title,
} from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;

beforeAll(async () => {
  await contentHasCome(instance);
});

const found = [
  { kind: 'game', title: 'Lottó', text: 'Laugardaga', url: '/lottoleikir/lotto' },
  { kind: 'page', title: 'Reglur Lottó', text: '', url: '/reglur-lotto' },
  { kind: 'article', title: 'Lottópotturinn', text: 'Frétt', url: '/um-okkur/frett/pottur' },
  { kind: 'club', title: 'Lottófélagið', text: '101', url: '/felog/101' },
];

/** Opens search on home; the answer to what is typed comes from `answers`, one after the other. */
async function openSearch(page: Page, ...answers: ({ status: number; body: object } | 'none')[]) {
  const asked: string[] = [];
  await page.route('**/api/proxy/dato/search?*', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    asked.push(new URL(route.request().url()).searchParams.get('query') ?? '');
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer === 'none') return route.abort();
    return route.fulfill({ status: answer.status, json: answer.body });
  });
  await openPage(page, '/');
  await page.locator('[popovertarget="panel-search"]').filter({ visible: true }).click();
  const panel = page.locator('#panel-search');
  return { asked, panel, field: panel.getByRole('searchbox') };
}

describe('search', () => {
  test('finds games, pages, news and clubs while one types, by keyboard', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
    const { asked, panel, field } = await openSearch(page, { status: 200, body: { found, draws: [] } });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('lottó', { delay: 20 });
    await panel.getByRole('status').getByText('4 niðurstöður').waitFor();
    expect(asked).toEqual(['lottó']);
    for (const kind of ['game', 'page', 'article', 'club'] as const) {
      expect(await panel.getByRole('heading', { name: texts.search.kind[kind] }).count()).toBe(1);
    }
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const current = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    // The button of the form is passed over: Enter in the field is enough.
    expect(await current()).toContain('Reglur Lottó');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/lottoleikir/lotto');
    await panel.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await close();
  });

  test('says that it waits, that nothing was found, and that it failed, and tries again', async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    const { panel, field } = await openSearch(
      page,
      { status: 200, body: { found: [], draws: [] } },
      { status: 500, body: { code: 'EC_EXCEPTION', message: '', details: { errorId: 'x' } } },
      'none',
      { status: 200, body: { found, draws: [] } },
    );
    const says = (text: string) => panel.getByRole('status').getByText(text).waitFor();
    await field.fill('xyz');
    await says(texts.search.loading);
    await says('Leit að „xyz“ skilaði engu');
    await field.fill('lott');
    await says(texts.search.failed);
    await expectAccessible(page);
    const retry = panel.getByRole('button', { name: texts.common.retry });
    await retry.click();
    await says(texts.search.failed);
    await retry.click();
    await says('4 niðurstöður');
    await field.fill('');
    await panel.getByRole('navigation', { name: texts.nav.searchShortcuts }).waitFor();
    await close();
  });

  test('a slow answer to an older word never replaces that of the newer one', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await page.route('**/api/proxy/dato/search?*', async (route) => {
      const isOld = route.request().url().includes('query=gamalt');
      if (isOld) await new Promise((done) => setTimeout(done, 1_500));
      await route.fulfill({
        json: { found: [{ ...found[0], title: isOld ? 'Gamalt' : 'Nýtt' }], draws: [] },
      });
    });
    await openPage(page, '/');
    await page.locator('[popovertarget="panel-search"]').filter({ visible: true }).click();
    const panel = page.locator('#panel-search');
    await panel.getByRole('searchbox').fill('gamalt');
    await page.waitForTimeout(400);
    await panel.getByRole('searchbox').fill('nýtt');
    await panel.getByRole('link', { name: 'Nýtt' }).waitFor();
    await page.waitForTimeout(1_500);
    expect(await panel.getByRole('link', { name: 'Gamalt' }).count()).toBe(0);
    await close();
  });

  test.each(['is', 'en'] as const)('has a page of its own, with any words in it: %s', async (language) => {
    const { prefix, texts: own } = languages[language];
    const { page, faults, close } = await visit(browser, instance.url, devices.phone);
    const hostile = '"><script>alert(1)</script>';
    for (const query of ['', 'lottó', hostile, 'a'.repeat(5_000)]) {
      const answer = await page.goto(`${prefix}/leit?q=${encodeURIComponent(query)}`);
      expect(answer?.status()).toBe(200);
      await expect.poll(() => title(page).textContent()).toBe(own.search.title);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    // A visitor who looks for a ticket is told where it is found.
    await page.goto(`${prefix}/leit?q=7KQ2-M9TD`);
    const main = page.getByRole('main');
    await main.getByText(own.search.ticketHint).waitFor();
    await main.getByRole('link', { name: own.nav.logIn }).waitFor();
    await main.getByRole('link', { name: own.check.title }).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('searchbox').fill('  vinningslíkur ');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/leit?q=vinningsl*');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('links', () => {
  const prefetched = (page: Page) =>
    page.locator('link[rel=prefetch]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

  test('fetch the code of their pages 200 px before they are seen', async () => {
    const { page, faults, close } = await visit(browser, instance.url, {
      viewport: { width: 800, height: 400 },
    });
    // A page whose only other links stand far below the window.
    await openPage(page, '/');
    await expect.poll(async () => (await prefetched(page)).length).toBeGreaterThan(0);
    const before = await prefetched(page);
    expect(before.some((href) => href?.includes('play-page'))).toBe(true);
    await page.evaluate(() => {
      const far = document.createElement('a');
      far.href = '/leit';
      far.textContent = 'x';
      far.style.cssText = 'position:absolute;top:2000px;left:0';
      document.querySelector('main')?.append(far);
    });
    const hasSearch = async () => (await prefetched(page)).some((href) => href?.includes('search-page'));
    await page.evaluate(() => window.scrollTo(0, 2000 - 400 - 230));
    await page.waitForTimeout(300);
    expect(await hasSearch()).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 2000 - 400 - 170));
    await expect.poll(hasSearch).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('fetch nothing ahead when the visitor saves data', async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await openPage(page, '/');
    await page.waitForTimeout(1_500);
    expect(await prefetched(page)).toEqual([]);
    await close();
  });
});

test('the affiliate of an address is kept for the browser session and sent with a purchase', async () => {
  const storageState = await signedInPlayer(instance);
  const { page, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  await page.goto('/?affiliateId=4711');
  const kept = () => page.evaluate(() => window.sessionStorage.getItem('hending.affiliate'));
  await expect.poll(kept).toBe('4711');
  await page.goto('/urslit/lotto?affiliateId=x1');
  await page.goto('/lottoleikir/lotto/spila?rows=1-2-3-4-5');
  const sent = page.waitForRequest('**/api/proxy/lotto/buy');
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  expect((await sent).postDataJSON()).toMatchObject({ affiliateId: 4711 });
  await close();
});

describe('without script', () => {
  test.each(['is', 'en'] as const)(
    'every link of header and footer leads to a page: %s',
    async (language) => {
      const { page, close } = await visit(browser, instance.url, {
        ...devices.desktop,
        javaScriptEnabled: false,
      });
      await page.goto(languages[language].home);
      const links = page.locator('header a[href^="/"], footer a[href^="/"], [popover] a[href^="/"]');
      const hrefs = new Set(
        await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')),
      );
      expect(hrefs.size).toBeGreaterThan(6);
      for (const href of hrefs) {
        const answer = await page.request.get(href);
        expect(answer.status(), href).toBe(200);
        if (language === 'en') expect(href).toMatch(/^\/(en(\/|\?|$)|$)|^\/$/);
      }
      await close();
    },
  );
});

describe('pages that say what failed', () => {
  test.each(['is', 'en'] as const)('not found: %s', async (language) => {
    const { page, faults, close } = await visit(browser, instance.url, devices.phone);
    const { prefix, texts: own } = languages[language];
    for (const path of ['/engin-sida', '/..%2f..%2fetc', '/a%2Fb/%00', '/um-okkur/frett/engin']) {
      const answer = await page.goto(prefix + path);
      expect([400, 404], path).toContain(answer?.status());
    }
    await page.goto(`${prefix}/engin-sida`);
    await expect.poll(() => title(page).textContent()).toBe(own.page.notFound.title);
    await expect.poll(() => page.locator('.error-page_errorWays a').count()).toBe(4);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
    await close();
  });

  test('a page whose answer is lost says so, offers to try again, and comes', async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    await openPage(page, '/');
    await page.route('**/*.data*', (route) => route.abort());
    await page.locator('main a[href="/lottoleikir/lotto/spila"]').first().click();
    await page.getByRole('heading', { level: 1, name: texts.page.network.title }).waitFor();
    await page.getByText(texts.page.network.money).waitFor();
    await expectAccessible(page);
    await page.unroute('**/*.data*');
    await page.getByRole('link', { name: texts.common.retry }).click();
    await page.getByRole('heading', { name: texts.play.yourRows }).waitFor();
    await close();
  });

  test('while the database is away a page of maintenance says so, also to who is signed in', async () => {
    const [{ name, value } = { name: '', value: '' }] = (await signedInPlayer(instance)).cookies;
    const headers = { cookie: `${name}=${value}` };
    await instance.kill('postgres');
    const answers: { status: number; body: string }[] = [];
    for (let asked = 0; asked < 20; asked += 1) {
      const answer = await fetch(`${instance.url}/minar-sidur`, { headers });
      expect(answer.headers.get('content-type')).toContain('text/html');
      answers.push({ status: answer.status, body: await answer.text() });
      if (answer.status === 200) break;
    }
    const away = answers.filter(({ status }) => status === 503);
    expect(away.length).toBeGreaterThan(0);
    for (const { body } of away) {
      expect(body).toContain(texts.page.maintenance.title);
      expect(body).toContain(texts.page.serverError.money);
      // Nothing but the file that the service worker keeps.
      expect(body.match(/<script\b[^>]*>/g)).toEqual([expect.stringContaining('/an-nets.js')]);
    }
    // Health goes by what the process has seen: it may not have noticed yet that nothing can be sold.
    await expect.poll(() => databaseAnswers(instance)).toBe(true);
    await instance.healthy();
  });

  test('so it does where the connection is lost while a page waits for the database', async () => {
    const [{ name, value } = { name: '', value: '' }] = (await signedInPlayer(instance)).cookies;
    const { pool, close } = databaseOf(instance);
    const client = await pool.connect();
    await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    const asked = fetch(`${instance.url}/minar-sidur`, { headers: { cookie: `${name}=${value}` } });
    const waiting = "FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted";
    await expect
      .poll(async () => (await pool.query(`SELECT pg_terminate_backend(pid) ${waiting}`)).rowCount)
      .toBeGreaterThan(0);
    const answer = await asked;
    client.release(true);
    await close();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(texts.page.maintenance.title);
  });

  test.each(['is', 'en'] as const)('offline: %s', async (language) => {
    const { home, texts: own, prefix } = languages[language];
    const storageState = await signedInPlayer(instance, 12_345);
    const { page, close } = await visit(browser, instance.url, {
      ...devices.phone,
      storageState,
      serviceWorkers: 'allow',
    });
    await page.goto(home);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated');
    await page.goto(`${prefix}/urslit/lotto`);
    await expect.poll(() => title(page).textContent()).not.toBe(own.page.network.title);
    await page.context().setOffline(true);
    await page.goto(`${prefix}/minar-sidur`);
    await expect.poll(() => title(page).textContent()).toBe(own.page.network.title);
    expect(page.url()).toContain('/minar-sidur');
    // What is kept is nobody's own: no balance in it.
    expect(await page.content()).not.toContain('12.345');
    expect(await page.locator('.header_top').evaluate((top) => getComputedStyle(top).position)).toBe(
      'sticky',
    );
    await page.context().setOffline(false);
    await page.getByRole('link', { name: own.common.retry }).click();
    await page
      .getByText(/12.345/)
      .first()
      .waitFor();
    await close();
  });
});

async function databaseAnswers(instance: Instance): Promise<boolean> {
  const { pool, close } = databaseOf(instance);
  const answer = await pool.query('SELECT').catch(() => null);
  await close();
  return answer !== null;
}
