/** Home and the frame of pages as a newcomer meets them: short, in one line, each thing said once. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { brokenLines, devices, expectAccessible, visit } from './browser.ts';
import { contentHasCome, languages, openPage, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
let player: Awaited<ReturnType<typeof signedInPlayer>>;

beforeAll(async () => {
  player = await signedInPlayer(instance, 1_234_567);
  await contentHasCome(instance);
});

const see = (options: BrowserContextOptions) => visit(browser, instance.url, options);
const wide = devices.desktop.viewport;
const phone = devices.phone.viewport;

/** The page's player buys one row; the number of the ticket. */
async function buy(page: Page, last: number): Promise<string> {
  const answer = await page.request.post('/api/proxy/lotto/buy', {
    headers: { origin: instance.url },
    data: { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, last] }], stake: 150 },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('home is no longer than the mock-up, signed out and with tickets, in both languages', async () => {
  for (const storageState of [undefined, player]) {
    const { page, close } = await see({ viewport: wide, ...(storageState && { storageState }) });
    if (storageState) for (let row = 5; row < 11; row += 1) await buy(page, row);
    for (const { home, texts } of Object.values(languages)) {
      await page.goto(home);
      const main = page.getByRole('main');
      await main.getByRole('heading', { name: texts.home.latestResults }).waitFor();
      if (storageState) await main.getByRole('heading', { name: texts.myPages.tickets.title }).waitFor();
      // The first matter and six tickets included. Games that are not sold yet take one line.
      expect(await main.getByText(texts.gamesList.notYet).count()).toBe(0);
      expect(await height(page)).toBeLessThanOrEqual(2_900);
      await page.setViewportSize(phone);
      expect(await height(page)).toBeLessThanOrEqual(5_000);
      await page.setViewportSize(wide);
    }
    await close();
  }
});

test('header and announcement stand in one line from 1024 px on, and on a phone', async () => {
  for (const storageState of [undefined, player]) {
    const { page, close } = await see({ viewport: wide, ...(storageState && { storageState }) });
    for (const { home } of Object.values(languages)) {
      await page.goto(home);
      for (const width of [390, 430, 1024, 1100, 1152, 1279, 1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, home, await brokenLines(page)]).toEqual([width, home, []]);
        const top = await page.locator('.header_top').boundingBox();
        expect(top?.height).toBeLessThanOrEqual(width < 1024 ? 58 : 74);
      }
    }
    await close();
  }
});

test('18+ stands once in the header and once in the footer, on a phone in the footer alone', async () => {
  const { page, close } = await see({ viewport: wide });
  await page.goto('/lottoleikir/lotto');
  const marks = (within: string) => page.locator(within).getByText(/^18\+/);
  const shown = async (within: string) => (await marks(within).filter({ visible: true }).all()).length;
  expect([await shown('header.header_top'), await shown('footer'), await shown('body')]).toEqual([1, 1, 2]);
  expect(await page.locator('footer img').count()).toBe(0);
  await page.setViewportSize(phone);
  expect([await shown('header.header_top'), await shown('footer'), await shown('body')]).toEqual([0, 1, 1]);
  await close();
});

test('the menu names each way once, and leads to own pages and the other language', async () => {
  for (const storageState of [undefined, player]) {
    const { page, close } = await see({ viewport: phone, ...(storageState && { storageState }) });
    await openPage(page, '/');
    await page.locator('[popovertarget="panel-mobile"]:visible').click();
    const panel = page.locator('#panel-mobile');
    const hrefs = await panel
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.filter((href, place) => hrefs.indexOf(href) !== place)).toEqual([]);
    // No game leads to its rules.
    const { games, nav, language } = languages.is.texts;
    for (const { name } of [games.vikinglotto, games.eurojackpot])
      expect(await panel.getByRole('link', { name, exact: true }).count()).toBe(0);
    const bare = panel
      .locator('ul.panel_below')
      .filter({ hasNot: page.locator('xpath=preceding-sibling::*') });
    expect(await bare.count()).toBe(0);
    expect(await panel.locator('use[href$="i-hour"]').count()).toBe(0);
    expect(await panel.getByRole('link', { name: 'mörkunum þínum' }).getAttribute('href')).toBe(
      '/minar-sidur/mork',
    );
    const own = storageState ? 'link' : 'button';
    await panel.getByRole(own, { name: nav.myPages }).waitFor();
    expect(await panel.getByRole('button', { name: nav.logOut }).count()).toBe(storageState ? 1 : 0);
    await panel.getByRole('link', { name: language.en }).click();
    await page.waitForURL('**/en');
    await close();
  }
});

test('the game page leads to the rules, says what prizes came to, and shows the pot like home', async () => {
  const { page, close } = await see({ viewport: wide });
  const pot = () =>
    page
      .locator('main .pot_pot .pot_sum')
      .first()
      .evaluate((sum) => getComputedStyle(sum).fontSize);
  const sizes: string[] = [];
  for (const viewport of [wide, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const atHome = await pot();
    await page.goto('/lottoleikir/lotto');
    sizes.push(atHome, await pot());
  }
  expect([sizes[0], sizes[2]]).toEqual([sizes[1], sizes[3]]);
  const main = page.getByRole('main');
  const { gamePage, chances } = languages.is.texts;
  expect(await main.getByText(chances.exampleSample).count()).toBe(1);
  expect(await main.getByRole('cell', { name: /kr\.$/ }).count()).toBeGreaterThan(4);
  await main.getByRole('link', { name: gamePage.rules }).click();
  await page.waitForURL('**/reglur-lotto');
  await close();
});

test('every row of the news is full, however many there are', async () => {
  const { page, close } = await see({ viewport: wide });
  for (const path of ['', '/allar/2', '/oryggi', '/abyrg-spilun', '/vefurinn', '/felogin']) {
    await page.goto(`/um-okkur/frettir${path}`);
    const ends = await page.locator('.teasers-3').evaluateAll((lists) =>
      lists.flatMap((list) => {
        const right = list.getBoundingClientRect().right;
        const boxes = [...list.children].map((item) => item.getBoundingClientRect());
        const last = boxes.filter(({ top }) => top === boxes.at(-1)?.top);
        return last.length === 0 ? [] : [Math.round(right - Math.max(...last.map((box) => box.right)))];
      }),
    );
    expect([path, ...ends]).toEqual([path, ...ends.map(() => 0)]);
  }
  await close();
});

test('search finds a ticket of one’s own by its number while one types, and without script', async () => {
  const { page, faults, close } = await see({ viewport: phone, storageState: player });
  const ticketId = await buy(page, 12);
  const name = `${ticketId.slice(0, 4)}-${ticketId.slice(4, 8)}`.toUpperCase();
  await openPage(page, '/');
  // Beside the break and the balance there is no room for search: the menu has it.
  await page.locator('[popovertarget="panel-mobile"]').filter({ visible: true }).click();
  const panel = page.locator('#panel-mobile');
  await panel.getByRole('searchbox').fill(name);
  await panel.locator(`a[href*="ticketId=${ticketId}"]`).waitFor();
  await expectAccessible(page);
  const html = await (await page.request.get(`/leit?q=${name}`)).text();
  expect(html).toContain(`ticketId=${ticketId}`);
  expect(faults).toEqual([]);
  await close();
});
