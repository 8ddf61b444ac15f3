/** Signing out: said in every window, and what it takes away is said too. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { type Device, devices, visit } from './browser.ts';
import { isHydrated, languages, openPage, signedInPlayer } from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;

async function signedIn(device: Device = 'desktop') {
  return visit(browser, instance.url, { ...devices[device], storageState: await signedInPlayer(instance) });
}

describe('signing out', () => {
  const slip = (page: Page) => page.evaluate(() => window.sessionStorage.getItem('hending.slip.lotto'));
  const signOut = async (page: Page): Promise<void> => {
    await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
    await page.locator('#panel-user-menu').getByRole('button', { name: texts.nav.logOut }).click();
  };
  const says = (page: Page, text: string) =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor();

  test('is said, and so is that the slip is cleared; in the other window too, where it stays', async () => {
    const { page, faults, close } = await signedIn();
    await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5');
    await expect.poll(() => slip(page)).toContain('[1,2,3,4,5]');
    const other = await page.context().newPage();
    await openPage(other, '/urslit/lotto');
    await signOut(page);
    await says(page, texts.session.signedOutSlip);
    expect(page.url()).toBe(`${instance.url}/`);
    expect(await slip(page)).toBe(null);
    await says(other, texts.session.signedOutElsewhere);
    await page.reload();
    await isHydrated(page);
    expect(await page.getByRole('status').getByText(texts.session.signedOutSlip).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('that failed is said, and takes nothing away', async () => {
    const { page, close } = await signedIn('phone');
    await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5');
    await expect.poll(() => slip(page)).toContain('[1,2,3,4,5]');
    await page.route('**/api/auth/signout', (route) => route.abort());
    await signOut(page);
    await says(page, texts.session.signOutFailed);
    expect(await slip(page)).toContain('[1,2,3,4,5]');
    await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).waitFor();
    await close();
  });
});

test('must-hold 21: a page that nobody has touched follows when another tab signs out', async () => {
  const { page, close } = await signedIn();
  await page.goto('/urslit/lotto');
  const untouched = await page.context().newPage();
  await openPage(untouched, '/urslit/lotto');
  await untouched.getByRole('banner').getByText('50.000\u00a0kr.').first().waitFor();
  await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
  await page.getByRole('button', { name: texts.nav.logOut }).filter({ visible: true }).click();
  await untouched.getByRole('banner').getByRole('link', { name: texts.nav.logIn }).first().waitFor();
  await close();
});
