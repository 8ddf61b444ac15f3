/** Visits are counted only after a yes, never against the browser's wish, and little is told. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import texts from '#content/texts/is.json' with { type: 'json' };
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, visit } from './browser.ts';
import { isHydrated, signedInPlayer } from './steps.ts';

const instance = ownInstance();

type Kept = { events: { payload: Record<string, string> }[]; refused: number };

async function counted(): Promise<Kept> {
  return (await (await fetch(`${instance.sandboxUrl}/_control/analytics`)).json()) as Kept;
}

/** What the page asked of anybody but the product and the content service, and the sender of visits. */
function watch(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = [instance.url, `${instance.sandboxUrl}/content/`].some((own) => url.startsWith(own));
    if (!isOurs || url.includes('/counting-')) asked.push(url);
  });
  return asked;
}

async function open(options: BrowserContextOptions) {
  const visited = await visit(browser, instance.url, options);
  await visited.page.clock.install();
  return visited;
}

/** Lets the page's time run on for longer than it waits before it counts. */
async function settle(page: Page): Promise<void> {
  await isHydrated(page);
  await page.clock.runFor(2_000);
  await page.waitForTimeout(250);
}

const sayYes = (context: BrowserContext) =>
  context.addCookies([{ name: 'hending-counting', value: 'yes', url: instance.url }]);

test('nobody is counted who has not said yes, in the footer, where both answers weigh the same', async () => {
  const { page, faults, close } = await open(devices.phone);
  const asked = watch(page);
  await page.goto('/');
  await settle(page);
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: texts.footer.cookies }).click();
  const dialog = page.getByRole('dialog', { name: texts.cookies.title });
  const [yes, no] = [texts.cookies.accept, texts.cookies.reject].map((name) =>
    dialog.getByRole('button', { name }),
  );
  expect(await no?.getAttribute('aria-pressed')).toBe('true');
  expect(await yes?.getAttribute('class')).toBe(await no?.getAttribute('class'));
  await expectAccessible(page);
  await yes?.click();
  await dialog.getByText(texts.cookies.saved).waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/lottoleikir/lotto/spila?rows=1-2-3-4-5&affiliateId=7', {
    referer: `${instance.url}/?x=1`,
  });
  await expect.poll(async () => (await counted()).events.length).toBe(1);
  const { events, refused } = await counted();
  expect(events[0]?.payload).toEqual({
    website: '00000000-0000-4000-8000-000000000001',
    hostname: 'localhost',
    url: '/lottoleikir/lotto/spila',
    referrer: '',
    screen: '390+',
  });
  expect(refused).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test.each([
  ['must-hold 148: do not track', 'doNotTrack', '1'],
  ['global privacy control', 'globalPrivacyControl', true],
] as const)('%s: nothing is loaded or sent, and the choice says so', async (_, name, value) => {
  const { page, close } = await open(devices.desktop);
  await sayYes(page.context());
  await page.addInitScript(
    ([key, wish]) => Object.defineProperty(Navigator.prototype, key, { get: () => wish }),
    [name, value] as const,
  );
  const asked = watch(page);
  const before = (await counted()).events.length;
  for (const path of ['/', '/lottoleikir/lotto', '/urslit/lotto']) {
    await page.goto(path);
    await settle(page);
  }
  expect(asked).toEqual([]);
  expect((await counted()).events.length).toBe(before);
  await page.getByRole('button', { name: texts.footer.cookies }).click();
  await page.getByText(texts.cookies.dnt).waitFor();
  expect(await page.getByRole('button', { name: texts.cookies.accept }).count()).toBe(0);
  await close();
});

test('my pages are not counted, also when one comes there from a counted page', async () => {
  const storageState = await signedInPlayer(instance);
  const { page, close } = await open({ ...devices.desktop, storageState });
  await sayYes(page.context());
  const before = (await counted()).events.length;
  const asked = watch(page);
  for (const path of ['/minar-sidur', '/minar-sidur/midar', '/en/minar-sidur/spilareikningur']) {
    await page.goto(path);
    await settle(page);
  }
  expect(asked).toEqual([]);
  await page.goto('/urslit/lotto');
  await expect.poll(async () => (await counted()).events.length).toBe(before + 1);
  await page.getByRole('link', { name: texts.nav.myPages }).first().click();
  await page.waitForURL('**/minar-sidur');
  await settle(page);
  const seen = (await counted()).events.slice(before).map(({ payload }) => payload['url']);
  expect(seen).toEqual(['/urslit/lotto']);
  await close();
});

test('a page with the sign-in form is not counted', async () => {
  const { page, close } = await open(devices.phone);
  await sayYes(page.context());
  const asked = watch(page);
  await page.goto('/?login=true');
  await page.getByRole('dialog', { name: texts.auth.login.title }).waitFor();
  await settle(page);
  expect(asked).toEqual([]);
  await close();
});

test('counting that is down or slow harms nobody', async () => {
  const control = `${instance.sandboxUrl}/_control/analytics`;
  await fetch(control, { method: 'POST', body: JSON.stringify({ status: 503 }) });
  const { page, faults, close } = await open(devices.phone);
  await sayYes(page.context());
  await page.goto('/');
  await page.waitForResponse((response) => response.url().endsWith('/api/send') && response.status() === 503);
  expect(faults).toEqual([]);
  await fetch(control, { method: 'POST', body: '{}' });
  await close();
});
