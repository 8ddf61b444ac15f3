/** The page behind an open dialog stands still, and nothing moves when it opens. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { type Device, devices, visit } from './browser.ts';
import { buyButton, filledPath, languages, openPage, reviewButton, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;

const openers: Record<string, (page: Page) => Promise<void>> = {
  review: async (page) => {
    await reviewButton(page, 'is').click();
    await buyButton(page, 'is').waitFor();
  },
  deposit: async (page) => {
    await page
      .getByRole('button', { name: new RegExp(texts.a11y.balance.split('{')[0] ?? '') })
      .first()
      .click();
    await page.getByRole('button', { name: texts.nav.deposit, exact: true }).click();
    // Once it is known that the player has no card.
    await page.getByRole('dialog', { name: texts.card.addTitle }).waitFor();
  },
  cookies: async (page) => {
    await page.getByRole('button', { name: texts.footer.cookies }).click();
    await page.getByRole('dialog', { name: texts.cookies.title }).waitFor();
  },
};

const cases = Object.keys(openers).flatMap((name) =>
  (['desktop', 'phone'] as const).map((device): [string, Device] => [name, device]),
);

test.each(cases)('%s on %s', async (name, device) => {
  const storageState = await signedInPlayer(instance, 1_000);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], storageState });
  await openPage(page, filledPath);
  const top = () => page.evaluate(() => window.scrollY);
  const headingLeft = () => page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().left);
  const before = await headingLeft();
  await openers[name]?.(page);
  await expect.poll(() => page.locator('html[data-locked]').count()).toBe(1);
  const stood = await top();
  expect(await headingLeft()).toBe(before);
  await page.mouse.move(5, 450);
  await page.mouse.wheel(0, 700);
  for (const key of ['PageDown', 'End', 'Space']) await page.keyboard.press(key);
  // Scrolling is under way a frame later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await top()).toBe(stood);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('html[data-locked]').count()).toBe(0);
  await page.mouse.wheel(0, stood > 0 ? -300 : 300);
  await expect.poll(top).not.toBe(stood);
  expect(faults).toEqual([]);
  await close();
});
