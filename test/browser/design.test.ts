/** The components of the design system, on the catalogue that shows them in every state. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import {
  buyButton,
  filledPath,
  isHydrated,
  languages,
  openPage,
  playPath,
  reviewButton,
  signedInPlayer,
} from './steps.ts';

const { texts } = languages.is;

const instance = sharedInstance();

async function catalogue(options: BrowserContextOptions = devices.desktop, query = '') {
  const seen = await visit(browser, instance.url, options);
  await openPage(seen.page, `/_honnun${query}`);
  return seen;
}

/** From here on time passes by `page.clock.runFor` alone. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

/** One component in one theme. */
function sample(page: Page, name: string, theme: 'light' | 'dark' = 'light') {
  return page.getByRole('region', { name, exact: true }).locator(`[data-theme=${theme}]`);
}

test.each([
  ['/_honnun', 'phone'],
  ['/en/_honnun', 'desktop'],
  ['/_honnun?syna=tafla', 'phone'],
] as const)('%s: axe finds nothing on %s, text has 7:1', async (path, device) => {
  const { page, faults, close } = await visit(browser, instance.url, devices[device]);
  await openPage(page, path);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
  await close();
});

test('nothing needs sideways scrolling at 320 px', async () => {
  const { page, close } = await catalogue({ viewport: { width: 320, height: 640 } });
  await expectNoSidewaysScroll(page);
  await close();
});

test('a theme holds for the part of the page that asks for it', async () => {
  const { page, close } = await catalogue({ ...devices.desktop, colorScheme: 'dark' });
  const ground = (theme: 'light' | 'dark') =>
    sample(page, 'Notice', theme).evaluate((part) => getComputedStyle(part).backgroundColor);
  const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground('dark')).toBe(body);
  expect(await ground('light')).not.toBe(body);
  await close();
});

test('a button under way and one that is off ignore presses and keep the focus', async () => {
  const { page, close } = await catalogue();
  const buttons = sample(page, 'Button');
  for (const name of [texts.loading.sending, texts.common.continue]) {
    const button = buttons.getByRole('button', { name, disabled: true }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await button.click({ force: true });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  expect(await buttons.locator('output').textContent()).toBe('0');
  await close();
});

test('a form with errors: the summary takes the focus, its links lead to the fields', async () => {
  const { page, close } = await catalogue();
  const form = sample(page, 'Field, Checkbox, ErrorSummary');
  await form.getByRole('button', { name: texts.common.save }).click();
  const summary = form.getByRole('region', { name: /^2 / });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.title()).toMatch(/^Villa: /);
  await summary.getByRole('link', { name: texts.validation.invalidTerms }).click();
  const terms = form.getByRole('checkbox').nth(1);
  expect(await terms.evaluate((box) => box === document.activeElement)).toBe(true);
  const described = await terms.evaluate((box) => box.getAttribute('aria-describedby') ?? '');
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
    `${texts.a11y.error} ${texts.validation.invalidTerms}`,
  );
  const field = form.getByLabel(texts.auth.signUp.email);
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await close();
});

test('a dialog takes the focus and gives it back; a held one outlives repeated Escape', async () => {
  const { page, close } = await catalogue();
  const part = sample(page, 'Dialog, Toast');
  const dialog = page.getByRole('dialog', { name: texts.review.title });
  const open = part.getByRole('button', { name: texts.common.open });
  await open.click();
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(texts.review.title);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);

  await part.getByRole('button', { name: texts.common.confirm }).click();
  await dialog.waitFor();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await dialog.getByRole('button', { name: texts.common.ok }).click();
  await dialog.waitFor({ state: 'hidden' });
  await close();
});

test('a toast stays ten seconds, longer under the pointer, and its action is taken once', async () => {
  const { page, close } = await catalogue();
  await stopClock(page);
  const part = sample(page, 'Dialog, Toast');
  const region = page.getByRole('region', { name: texts.a11y.toastRegion });
  const copy = part.getByRole('button', { name: texts.common.copy });
  await copy.click();
  await region.getByText(texts.common.copied).waitFor();
  await page.clock.runFor(9_000);
  expect(await region.isVisible()).toBe(true);
  await region.hover();
  await page.clock.runFor(30_000);
  expect(await region.isVisible()).toBe(true);
  await page.mouse.move(700, 5);
  await page.clock.runFor(11_000);
  await region.waitFor({ state: 'hidden' });

  await part.getByRole('button', { name: texts.slip.clear }).click();
  await region.getByRole('button', { name: texts.common.undo }).click();
  await region.waitFor({ state: 'hidden' });
  await close();
});

test('a toast stands clear of the bar on a phone, and of every button on a wide screen', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const { page, close } = await visit(browser, instance.url, devices[device]);
    await openPage(page, filledPath);
    await openPage(page, `${playPath}?rows=1-2-3-4-6_6-7-8-9-11`);
    const region = page.getByRole('region', { name: texts.a11y.toastRegion });
    await region.waitFor();
    const { covered, below } = await region.evaluate((toast) => {
      const { top, right, bottom, left } = toast.getBoundingClientRect();
      const buttons = [...document.querySelectorAll('main :is(a, button, label)')].filter((button) => {
        const box = button.getBoundingClientRect();
        if (toast.contains(button)) return false;
        return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
      return { covered: buttons.map(({ textContent }) => textContent), below: innerHeight - bottom };
    });
    if (device === 'desktop') expect(covered).toEqual([]);
    else expect(below).toBeGreaterThanOrEqual(84);
    await close();
  }
});

test('a skeleton keeps its box, has words after three seconds, stands still when asked', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.clock.install();
  await page.goto('/_honnun');
  const box = sample(page, 'Skeleton').locator('.skeleton_skeleton').first();
  const moves = () => box.evaluate((element) => getComputedStyle(element, '::after').animationName);
  const before = await box.boundingBox();
  expect(await moves()).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moves()).toBe('skeleton_shimmer');
  expect(await box.textContent()).toBe('');
  await isHydrated(page);
  await page.clock.runFor(3_100);
  await box.getByText(texts.loading.results).waitFor();
  expect(await box.boundingBox()).toEqual(before);
  await close();
});

test('work of unknown length: quiet at first, then words and a bar, then that it goes on', async () => {
  const { page, close } = await catalogue();
  await stopClock(page);
  const part = sample(page, 'Progress, Waiting');
  await part.getByRole('button', { name: texts.common.retry }).click();
  const words = part.getByText(texts.loading.tickets);
  await page.clock.runFor(300);
  expect(await words.count()).toBe(0);
  await page.clock.runFor(200);
  await words.waitFor();
  expect(await part.getByRole('progressbar', { name: texts.loading.tickets }).count()).toBe(1);
  expect(await part.getByText(texts.loading.stillWorking).count()).toBe(0);
  await page.clock.runFor(4_600);
  await part.getByText(texts.loading.stillWorking).waitFor();
  const known = part.getByRole('progressbar', { name: texts.loading.sending });
  await expect.poll(() => known.nth(1).getAttribute('aria-valuenow')).toBe('64');
  await close();
});

test('on a phone a wide table is a list to the eye and a table to the ear', async () => {
  const { page, close } = await catalogue(devices.phone);
  const [narrow, list, scrolling] = await sample(page, 'Table').getByRole('table').all();
  const display = (table: typeof narrow) => table?.evaluate((element) => getComputedStyle(element).display);
  expect([await display(narrow), await display(list), await display(scrolling)]).toEqual([
    'table',
    'block',
    'table',
  ]);
  expect(await list?.getByRole('row').count()).toBe(4);
  expect(await list?.getByRole('cell').count()).toBe(9);
  const cell = list?.getByRole('cell').first();
  const named = await cell?.evaluate((element) => getComputedStyle(element, '::before').content);
  expect(named).toBe(`"${texts.results.count}"`);
  const box = sample(page, 'Table').getByRole('region');
  expect(
    await box.evaluate((element) => [element.tabIndex, element.scrollWidth > element.clientWidth]),
  ).toEqual([0, true]);
  await close();
});

test('a chart is the same data as its table, with script off too', async () => {
  const { page, close } = await visit(browser, instance.url, {
    ...devices.desktop,
    javaScriptEnabled: false,
  });
  await page.goto('/_honnun');
  const part = sample(page, 'BarChart');
  const bars = await part.getByRole('img').locator('.bar-chart_chartBar').count();
  await part.getByRole('link', { name: texts.statistics.asTable }).click();
  await expect.poll(() => part.getByRole('row').count()).toBe(bars + 1);
  await part.getByRole('link', { name: texts.statistics.asChart }).click();
  await part.getByRole('img').waitFor();
  await close();
});

test('forced colours keep what is chosen and how far it is', async () => {
  const { page, close } = await catalogue({ ...devices.desktop, forcedColors: 'active' });
  const ticked = sample(page, 'Field, Checkbox, ErrorSummary').getByRole('checkbox', { checked: true });
  expect(await ticked.evaluate((box) => getComputedStyle(box).appearance)).toBe('auto');
  const bar = sample(page, 'Progress, Waiting').locator('.progress_track rect').nth(1);
  const track = sample(page, 'Progress, Waiting').locator('.progress_track').nth(1);
  const fill = await bar.evaluate((rect) => getComputedStyle(rect).fill);
  expect(await track.evaluate((box) => getComputedStyle(box).backgroundColor)).not.toBe(fill);
  await close();
});

test.each(['phone', 'desktop'] as const)('in the dark pages read as well, on %s', async (device) => {
  const storageState = await signedInPlayer(instance);
  const dark = { ...devices[device], storageState, colorScheme: 'dark' as const };
  const { page, faults, close } = await visit(browser, instance.url, dark);
  const play = '/lottoleikir/lotto/spila?rows=1-2-3-4-5&joker=01234';
  const paths = {
    phone: ['/', '/urslit/eurojackpot', '/engin'],
    desktop: ['/lottoleikir/lotto', '/minar-sidur'],
  };
  for (const path of [...paths[device], play]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await close();
});

test('on paper what is folded stands open, and nothing is left to press', async () => {
  const { page, close } = await catalogue();
  const folded = sample(page, 'Breadcrumbs, FilterLinks, Pages, Disclosure').getByText(texts.howTo.choose);
  const height = () => folded.evaluate((text) => text.getBoundingClientRect().height);
  expect(await height()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await height()).toBeGreaterThan(10);
  expect(await page.getByRole('button').count()).toBe(0);
  await close();
});

test('terms print whole: every heading and paragraph, no menus', async () => {
  const { page, close } = await visit(browser, instance.url, { ...devices.desktop, colorScheme: 'dark' });
  await page.goto('/notendaskilmalar');
  await page.emulateMedia({ media: 'print' });
  const heights = await page
    .getByRole('main')
    .locator('h1, h2, p')
    .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(20);
  expect(heights.filter((height) => height === 0)).toEqual([]);
  for (const frame of ['banner', 'contentinfo'] as const) {
    expect(await page.getByRole(frame).isVisible()).toBe(false);
  }
  await close();
});

test('a ticket prints on one A5, dark on white, whatever the theme', async () => {
  const storageState = await signedInPlayer(instance);
  const options = { ...devices.phone, storageState, colorScheme: 'dark' as const };
  const { page, close } = await visit(browser, instance.url, options);
  const rows = Array.from({ length: 10 }, (_, row) => `1${row}-2${row}-3${row}-40-45`).join('_');
  await openPage(page, `/lottoleikir/lotto/spila?rows=${rows}&joker=01234`);
  // As much as one ticket can hold.
  await page.getByRole('radio', { name: /^10 / }).check();
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
  expect(sizes).toEqual([[420, 595]]);

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByText(texts.print.notReceipt).isVisible()).toBe(true);
  for (const words of [texts.status.ticket.pending, texts.ticket.average]) {
    const ink = await page
      .getByText(words)
      .first()
      .evaluate((text) => getComputedStyle(text).color);
    expect(ink).toMatch(/^rgb\((\d|[1-4]\d), /);
  }
  for (const press of ['print', 'share', 'cancel'] as const)
    expect(await page.getByRole('button', { name: texts.myPages.tickets[press] }).isVisible()).toBe(false);
  await close();
});
