/** Enlarged text, a page at 400 %, a small phone that lies: nothing is cut, the way on is in view. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#test/harness/browser.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectMainFits, expectNoSidewaysScroll, visit } from './browser.ts';
import { buyButton, filledPath, isHydrated, openReview, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
let large: Browser;

beforeAll(async () => {
  large = await openBrowser({ textSize: 32 });
});
afterAll(async () => large?.close());

/** Whose text, and the window in CSS pixels. */
const sizes = {
  'text twice as large on a phone': ['large', devices.phone.viewport],
  'text twice as large on a desktop': ['large', { width: 1280, height: 800 }],
  'a desktop page at 400 %': ['usual', { width: 320, height: 256 }],
  'a small phone that lies': ['usual', { width: 568, height: 320 }],
} as const;

const paths = [
  '/',
  '/lottoleikir/lotto',
  filledPath,
  '/urslit/lotto',
  '/um-okkur/frettir',
  '/sonnun',
  '/hjalp',
  '/leit?q=lotto',
  '/engin-slik-sida',
].flatMap((path) => [path, `/en${path}`]);

test.each(Object.entries(sizes))('%s: every page stays in its window', async (_, [text, viewport]) => {
  const storageState = await signedInPlayer(instance);
  const options = { viewport, storageState, hasTouch: viewport.width < 1_024 };
  const { page, faults, close } = await visit(text === 'large' ? large : browser, instance.url, options);
  for (const path of paths) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    await expectMainFits(page);
  }
  await openReview(page);
  await expect
    .poll(async () => {
      const box = await buyButton(page, 'is').boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
    })
    .toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('two draws of EuroJackpot are at most 3,000 px on a phone', async () => {
  const { page, close } = await visit(browser, instance.url, devices.phone);
  await page.goto('/urslit/eurojackpot');
  const before = page.locator('.step_step').getByRole('link').first();
  await page.goto((await before.getAttribute('href')) ?? '');
  expect(await page.locator('.results_drawn').count()).toBe(2);
  await isHydrated(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(3_000);
  await close();
});
