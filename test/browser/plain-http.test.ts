/**
 * A phone on the same network opens the product over plain http, where browsers leave out `crypto.subtle`,
 * `crypto.randomUUID`, the clipboard and service workers.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#test/harness/browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, visit } from './browser.ts';
import { buyButton, languages, openPage, reviewButton, signIn } from './steps.ts';

const instance = ownInstance({ HOST: '0.0.0.0' });
const { texts } = languages.is;
/** Loopback addresses count as secure, so the page needs another name. */
const host = 'hending.test';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser({ loopbackName: host });
});
afterAll(() => browser?.close());

test('a ticket is filled, its code copied, its rows saved, bought and looked at', async () => {
  const url = instance.url.replace('localhost', host);
  const { page, faults, close } = await visit(browser, url, devices.phone);
  await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5&login=true');
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);
  await signIn(page, 'is', 'spilari1');
  // Sign-in leaves nothing of itself in the address.
  expect(new URL(page.url()).search).not.toContain('login');

  await page.getByRole('button', { name: texts.play.code }).click();
  await page.getByRole('button', { name: texts.play.codeShare }).click();
  await page.getByText(texts.common.copyFailed).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: texts.savedRows.title }).click();
  await page.getByRole('button', { name: texts.savedRows.save }).click();
  await page.getByText(texts.savedRows.saved).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  // Nothing would open it without a service worker.
  await page.getByRole('button', { name: texts.kept.keep }).click();
  await page.getByText(texts.kept.failed).waitFor();

  await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
  await page.locator('#panel-user-menu').getByRole('button', { name: texts.nav.logOut }).click();
  await page.getByRole('status').getByText(texts.session.signedOut).waitFor();
  await openPage(page, '/lottoleikir/lotto/spila');
  await page.getByRole('button', { name: texts.savedRows.title }).click();
  await page.getByText(texts.savedRows.none).waitFor();
  // The browser's own note about a header that it ignores on plain http.
  expect(faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await close();
});
