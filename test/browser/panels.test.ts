/** The panels of the header: their closing rules word for word, focus, keyboard, axe. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, revisit, visit } from './browser.ts';
import { contentHasCome, filledPath, languages, openPage, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
let player: Awaited<ReturnType<typeof signedInPlayer>>;

beforeAll(async () => {
  player = await signedInPlayer(instance);
  await contentHasCome(instance);
});

const wideButLow = { width: 1280, height: 600 };
const narrow = { width: 800, height: 700 };

async function home(options: BrowserContextOptions, path = '/') {
  const visited = await revisit(browser, instance.url, options);
  await openPage(visited.page, path);
  return visited;
}

/** What stands in the header; the way to my pages stands in the menu. */
const opener = (page: Page, name: string) =>
  page
    .locator(`[popovertarget="panel-${name === 'auth' ? 'menu' : name}"]`)
    .filter({ visible: true })
    .first();
const panel = (page: Page, name: string) => page.locator(`#panel-${name}`);

async function open(page: Page, name: string): Promise<void> {
  await opener(page, name).click();
  if (name === 'auth') await page.locator('#panel-menu [popovertarget="panel-auth"]').click();
  await panel(page, name).waitFor();
  // Its way back is held by then.
  await expect.poll(() => focused(page)).toBe(`panel-${name}`);
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.closest('[popover]')?.id ?? activeElement?.getAttribute('popovertarget') ?? '';
  });

/** Every panel where it can be opened: name, window, signed in. */
const cases: [string, { width: number; height: number }, boolean][] = [
  ['mobile', narrow, false],
  ['search', narrow, false],
  ['search', wideButLow, false],
  ['menu', wideButLow, false],
  ['auth', wideButLow, false],
  ['user-menu', narrow, true],
  ['user-menu', wideButLow, true],
];

describe.each(cases)('%s at %o', (name, viewport, isSignedIn) => {
  const options = () => ({ viewport, ...(isSignedIn && { storageState: player }) });

  test('takes the focus, Escape closes it and gives the focus back', async () => {
    const { page, faults, close } = await home(options());
    await open(page, name);
    await expect.poll(() => focused(page)).toBe(`panel-${name}`);
    await page.keyboard.press('Escape');
    await panel(page, name).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(`panel-${name === 'auth' ? 'menu' : name}`);
    expect(await opener(page, name).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('is modal below 1024 and leaves the page alone above', async () => {
    const { page, close } = await home(options());
    await open(page, name);
    const main = page.locator('main');
    const isModal = viewport.width < 1024;
    await expect.poll(() => main.evaluate((element) => element.hasAttribute('inert'))).toBe(isModal);
    await expect.poll(() => panel(page, name).getAttribute('aria-modal')).toBe(isModal ? 'true' : null);
    if (isModal) {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const { activeElement, body } = document;
          return activeElement === body || activeElement?.closest('[popover]') !== null;
        });
        expect(at).toBe(true);
      }
    }
    await panel(page, name)
      .getByRole('button', { name: /^Loka: / })
      .click();
    await panel(page, name).waitFor({ state: 'hidden' });
    expect(await main.evaluate((element) => element.hasAttribute('inert'))).toBe(false);
    await close();
  });

  test('a press outside closes it', async () => {
    const { page, close } = await home(options());
    await open(page, name);
    // Below the panel, or above one that reaches down to the end of the window.
    const { y = 0, height = 0 } = (await panel(page, name).boundingBox()) ?? {};
    const isTall = y + height > viewport.height - 12;
    await page.mouse.click(4, isTall ? y - 6 : viewport.height - 10);
    await panel(page, name).waitFor({ state: 'hidden' });
    expect(await page.locator('main').evaluate((element) => element.hasAttribute('inert'))).toBe(false);
    await close();
  });

  test('a change of route closes it, and so does a change of hash', async () => {
    const { page, close } = await home(options());
    await open(page, name);
    await page.evaluate(() => window.history.pushState(null, '', '/lottoleikir/lotto'));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
    await panel(page, name).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Lottó' }).waitFor();
    await open(page, name);
    await page.evaluate(() => {
      window.location.hash = 'efni';
    });
    await panel(page, name).waitFor({ state: 'hidden' });
    await close();
  });
});

/** Which panel stays at which window, by the rules of `panel-rules.ts`. */
const sizes: [string, { width: number; height: number }, boolean][] = [
  ['mobile', { width: 1023, height: 900 }, true],
  ['mobile', { width: 1024, height: 500 }, false],
  ['search', { width: 1023, height: 900 }, true],
  ['search', { width: 1024, height: 669 }, true],
  ['search', { width: 1024, height: 670 }, false],
  ['menu', { width: 1024, height: 669 }, true],
  ['menu', { width: 1024, height: 670 }, false],
  ['menu', { width: 900, height: 900 }, true],
  ['auth', { width: 1400, height: 900 }, true],
  ['user-menu', { width: 1400, height: 900 }, true],
];

test.each(sizes)('%s in a window that becomes %o stays: %s', async (name, size, stays) => {
  const from = name === 'menu' || name === 'auth' ? wideButLow : narrow;
  const { page, close } = await home({
    viewport: from,
    ...(name === 'user-menu' && { storageState: player }),
  });
  await open(page, name);
  await page.setViewportSize(size);
  await page.waitForTimeout(150);
  await expect.poll(() => panel(page, name).isVisible()).toBe(stays);
  const isModal = stays && size.width < 1024;
  await expect
    .poll(() => page.locator('main').evaluate((element) => element.hasAttribute('inert')))
    .toBe(isModal);
  await close();
});

test('one panel is open at a time, also when one is opened from another', async () => {
  const { page, close } = await home({ viewport: wideButLow, storageState: player });
  const shown = () => page.locator('[popover]:popover-open').evaluateAll((all) => all.map(({ id }) => id));
  await open(page, 'search');
  await opener(page, 'menu').click();
  await expect.poll(shown).toEqual(['panel-menu']);
  await opener(page, 'user-menu').click();
  await expect.poll(shown).toEqual(['panel-user-menu']);
  await opener(page, 'credit-card').click();
  await expect.poll(shown).toEqual(['panel-credit-card']);
  await page.keyboard.press('Escape');
  await expect.poll(shown).toEqual([]);
  // Back to where the way began.
  const isBack = () => opener(page, 'user-menu').evaluate((button) => button === document.activeElement);
  await expect.poll(isBack).toBe(true);
  await opener(page, 'user-menu').click();
  await opener(page, 'credit-card').click();
  await panel(page, 'credit-card').getByRole('link').click();
  await page.waitForURL('**/minar-sidur/kort');
  await expect.poll(shown).toEqual([]);
  await close();
});

test('the keyboard alone goes through the header, a panel and out again', async () => {
  const { page, faults, close } = await home(devices.desktop);
  const { nav } = languages.is.texts;
  const name = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim();
    });
  const tabTo = async (text: string): Promise<void> => {
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await name()).startsWith(text)) return;
    }
    throw new Error(`Tab never reached ${text}`);
  };
  await tabTo(nav.skipToContent);
  await tabTo(nav.menu);
  await page.keyboard.press('Enter');
  await panel(page, 'menu').waitFor();
  await tabTo(nav.myPages);
  await page.keyboard.press('Enter');
  await panel(page, 'auth').waitFor();
  await tabTo(nav.logIn);
  expect(await focused(page)).toBe('panel-auth');
  await page.keyboard.press('Enter');
  const { auth } = languages.is.texts;
  await page.getByRole('dialog', { name: auth.login.title }).waitFor();
  await expect.poll(() => panel(page, 'auth').isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: auth.login.title }).waitFor({ state: 'hidden' });
  for (const stop of [nav.openSearch, '18+', nav.signUp, nav.logIn]) await tabTo(stop);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: auth.eLogin.title }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('panels open, close and lead on before script arrives', async () => {
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, javaScriptEnabled: false });
  await page.goto('/');
  await open(page, 'mobile');
  await page.keyboard.press('Escape');
  await panel(page, 'mobile').waitFor({ state: 'hidden' });
  await open(page, 'mobile');
  await panel(page, 'mobile').getByRole('link', { name: languages.is.texts.nav.results }).first().click();
  await page.waitForURL('**/urslit/**');
  await open(page, 'search');
  await panel(page, 'search').getByRole('searchbox').fill('lottó');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/leit?q=*');
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toBe(languages.is.texts.search.title);
  await close();
});

/** Each theme in each language and at each width. */
const looks = [
  ['is', 'dark', 'phone'],
  ['en', 'light', 'desktop'],
] as const;

test.each(['pressed', 'waited for'])(
  'on a page that drops its own query, a panel whose script is late stands and is %s',
  async (way) => {
    const { page, faults, close } = await visit(browser, instance.url, {
      ...devices.desktop,
      storageState: player,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/assets.(panel-contents|footer)/, async (route) => {
      await promise;
      await route.continue();
    });
    await openPage(page, filledPath);
    await page.waitForURL((url) => url.search === '');
    await open(page, 'user-menu');
    const { texts } = languages.is;
    const deposit = panel(page, 'user-menu').getByRole('button', { name: texts.nav.deposit, exact: true });
    await page.locator('footer').getByRole('link').first().waitFor();
    await deposit.waitFor();
    if (way === 'pressed') await deposit.click();
    resolve();
    await expect.poll(() => page.locator('[data-dehydrated]').count()).toBe(0);
    // A deposit of a player who has no card asks for one.
    if (way === 'pressed') await page.getByRole('dialog', { name: texts.card.addTitle }).waitFor();
    else {
      await page.waitForTimeout(300);
      expect(await panel(page, 'user-menu').isVisible()).toBe(true);
    }
    expect(faults).toEqual([]);
    await close();
  },
);

test('search keeps the focus and what was typed while its script is late', async () => {
  const { page, faults, close } = await visit(browser, instance.url, { viewport: narrow });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/assets.(search-area|panel-contents|footer)/, async (route) => {
    await promise;
    await route.continue();
  });
  await openPage(page, filledPath);
  await open(page, 'search');
  await page.keyboard.type('lott');
  await page.waitForURL((url) => url.search === '');
  await expect.poll(() => focused(page)).toBe('panel-search');
  await page.keyboard.type('ó');
  resolve();
  await expect.poll(() => page.locator('[data-dehydrated]').count()).toBe(0);
  const field = panel(page, 'search').getByRole('searchbox');
  expect(await field.inputValue()).toBe('lottó');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test.each(looks)('axe finds nothing in any open panel: %s, %s, %s', async (language, colorScheme, device) => {
  const of = device === 'phone' ? ['mobile', 'search'] : ['menu', 'search', 'auth'];
  const visits = [
    { names: of, storageState: undefined },
    { names: ['user-menu', 'credit-card'], storageState: player },
  ];
  for (const { names, storageState } of visits) {
    const { page, faults, close } = await home(
      { ...devices[device], colorScheme, ...(storageState && { storageState }) },
      languages[language].home,
    );
    for (const name of names) {
      await open(page, name);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      if (name !== 'user-menu') await page.keyboard.press('Escape');
    }
    expect(faults).toEqual([]);
    await close();
  }
});

test('320 px and 400 % zoom: every panel fits, and the header too', async () => {
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    const { page, close } = await home({ viewport });
    await expectNoSidewaysScroll(page);
    await open(page, 'mobile');
    await expectNoSidewaysScroll(page);
    const last = panel(page, 'mobile').getByRole('link').last();
    await last.focus();
    expect(await last.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight)).toBe(
      true,
    );
    await close();
  }
});
