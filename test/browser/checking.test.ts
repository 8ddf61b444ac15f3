/** Statistics, compared numbers, Did I win: read and answered, by code and without network. */
import { expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { isHydrated, languages, openPage, operator, signedInPlayer, title } from './steps.ts';

const instance = ownInstance({ AUTO_DRAW: '1' });

const pages = [
  '/tolfraedi/lotto',
  '/tolfraedi/eurojackpot?tab=aukatolur&syn=tafla',
  '/tolfraedi/vikinglotto?tab=joker',
  '/tolfraedi/eurojackpot?tab=vinningar&ar=2025',
  '/vann-eg?kodi=AAAA-BBBB-CCCC-DDDD-EEEE&leikur=eurojackpot&n=1&n=2&n=3&n=4&n=5&b=6&b=7',
  '/urslit/vikinglotto?n=1',
];

test.each([
  ['is', 'phone', 'dark'],
  ['en', 'desktop', 'light'],
] as const)('%s on %s, %s: sound for axe, narrow screens and no faults', async (language, device, scheme) => {
  const { prefix } = languages[language];
  const { page, faults, close } = await visit(browser, instance.url, {
    ...devices[device],
    colorScheme: scheme,
  });
  // By turns: every page once.
  for (const path of pages.filter((_, index) => index % 2 === (device === 'phone' ? 0 : 1))) {
    await page.setViewportSize(devices[device].viewport);
    await page.goto(prefix + path);
    await isHydrated(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  }
  expect(faults).toEqual([]);
  await close();
});

test('without script: a period is chosen, numbers are compared, a code is asked about', async () => {
  const { texts } = languages.is;
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, javaScriptEnabled: false });
  await page.goto('/tolfraedi/lotto');
  await page.getByText(texts.statistics.fair).waitFor();
  await page.getByLabel(texts.statistics.period).selectOption('2025');
  await page.getByRole('button', { name: texts.common.show }).click();
  expect(new URL(page.url()).searchParams.get('ar')).toBe('2025');
  await page.getByRole('link', { name: texts.statistics.asTable }).click();
  expect(await page.getByRole('row').count()).toBeGreaterThanOrEqual(46);

  await page.goto('/urslit/lotto');
  const compare = page.getByRole('button', { name: texts.compare.ask });
  await compare.click();
  for (let place = 1; place <= 5; place += 1)
    await page.getByLabel(`Tala ${place} af 5`).fill(String(place === 5 ? 1 : place));
  await compare.click();
  await page.getByText(texts.compare.fault.twice).waitFor();
  await page.getByLabel('Tala 5 af 5').fill('5');
  await compare.click();
  await page
    .getByRole('status')
    .getByText(/Þessi röð hefði/)
    .first()
    .waitFor();

  // As the link on a system ticket carries it.
  await page.goto('/vann-eg?leikur=lotto&rows=1-12-19-38-42-44-45&system=7');
  const boxes = page.locator('input[name=n]');
  const filled = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
  expect(filled.join('-')).toBe('1-12-19-38-42-44-45');
  await page.goto('/vann-eg');
  // What is no code is told by its shape; numbers lead to where they are of use.
  const ask = async (typed: string): Promise<void> => {
    await page.getByLabel(texts.check.code).fill(typed);
    await page.getByRole('button', { name: texts.check.ask }).click();
  };
  await ask('120F-ZAKK');
  await page.getByText(texts.check.shape.shortNumber).waitFor();
  await ask('7KQ2-M9TD-4HX');
  await page.getByText('9 stafi vantar. Kóðinn er tuttugu stafir.').waitFor();
  await ask('AAAA-BBBB-CCCC-DDDD-EEEE');
  await page.getByText(texts.check.notFound).waitFor();
  await ask('L 3 9 14 27 33');
  await page.getByText(texts.check.shape.numbers).waitFor();
  const toTicket = page.getByRole('link', { name: texts.check.toTicket });
  expect(await toTicket.getAttribute('href')).toContain('rows=3-9-14-27-33');
  await page.getByRole('link', { name: texts.results.checkNumbers }).click();
  await page
    .getByRole('status')
    .getByText(/Þessi röð hefði/)
    .first()
    .waitFor();
  await close();
});

test('a ticket kept on the device is checked without network, and goes with the session', async () => {
  const { texts } = languages.is;
  const storageState = await signedInPlayer(instance);
  const { page, close } = await visit(browser, instance.url, {
    ...devices.phone,
    storageState,
    serviceWorkers: 'allow',
  });
  const { draw } = await called<ApiAnswer<'lotto.currentDraw'>>('/lotto/current-draw/lotto');
  const rows = [{ numbers: [1, 2, 3, 4, 5] }];
  const bought = await page.request.post('/api/proxy/lotto/buy', {
    headers: { Origin: instance.url, 'Idempotency-Key': crypto.randomUUID() },
    data: { gameId: 'lotto', draw, rows, stake: 150 },
  });
  const { id } = (await bought.json()) as { id: string };

  await openPage(page, `/minar-sidur/midar?ticketId=${id}`);
  await page.getByRole('button', { name: texts.kept.keep }).click();
  await page.getByText(texts.kept.isKept).waitFor();
  const kept = () => page.evaluate(() => window.localStorage.getItem('kept-tickets'));
  await expect.poll(kept).toContain('[1,2,3,4,5]');
  expect((await kept())?.toLowerCase()).not.toContain(id);
  const code = (await page.getByText(/^\w{4}(-\w{4}){4}$/).textContent()) ?? '';

  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  operator(instance, 'clock', 'advance', '7d');
  // The next page fetches the result.
  await openPage(page, '/vann-eg');
  await expect.poll(kept).toContain('lottoWins');
  await page.getByLabel(texts.check.code).fill(code);
  await page.getByRole('button', { name: texts.check.ask }).click();
  const [win = ''] = texts.check.winPaid.split('{');
  const answer = page.getByRole('status').getByText(new RegExp(`^(${win}|${texts.check.verdict.none})`));
  const hasWon = (await answer.textContent())?.startsWith(win);

  await page.context().setOffline(true);
  await page.goto('/vann-eg');
  await expect.poll(() => title(page).textContent()).toBe(texts.page.network.title);
  const line = page.getByRole('region', { name: texts.kept.title }).getByRole('listitem');
  await line.getByText(hasWon ? texts.kept.tier : texts.check.verdict.none, { exact: true }).waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);

  await openPage(page, '/');
  await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
  await page.locator('#panel-user-menu').getByRole('button', { name: texts.nav.logOut }).click();
  await expect.poll(kept).toBe(null);
  await close();
});

async function called<T>(path: string): Promise<T> {
  return (await (await fetch(`${instance.url}/api/proxy${path}`)).json()) as T;
}
