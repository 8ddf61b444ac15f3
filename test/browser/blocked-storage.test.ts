/** Browsers that keep nothing: storage blocked, storage full, cookies blocked. Pages go on or say why not. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CookielessProxy, cookielessProxy } from '#test/harness/cookieless-proxy.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import { confirm, fillCard } from './card-steps.ts';
import { dialog } from './payment-steps.ts';
import {
  buyButton,
  choosePassword,
  demoPassword,
  filledPath,
  isHydrated,
  languages,
  openPage,
  playPath,
  reviewButton,
  signedInPlayer,
  ticketCount,
  title,
} from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;

/** Runs in the page before its scripts. */
const lacks = {
  'storage blocked': () => {
    const refuse = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  },
  'storage full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
} as const;

type Lack = keyof typeof lacks;
const lackNames = Object.keys(lacks) as Lack[];

async function visitLacking(lack: Lack) {
  const storageState = await signedInPlayer(instance, 1_000);
  const visitor = await visit(browser, instance.url, { ...devices.desktop, storageState });
  await visitor.page.addInitScript(lacks[lack]);
  return visitor;
}

async function signOut(page: Page): Promise<void> {
  await page.locator('[popovertarget=panel-user-menu]:visible').first().click();
  await page.locator('#panel-user-menu').getByRole('button', { name: texts.nav.logOut }).click();
}

describe.each(lackNames)('%s', (lack) => {
  test('pages show what the server sent', async () => {
    const { page, faults, close } = await visitLacking(lack);
    for (const path of ['/', '/urslit/lotto', '/hjalp', '/abyrg-spilun', '/minar-sidur']) {
      const sent = await (await page.request.get(path)).text();
      await openPage(page, path);
      expect(sent, path).toContain((await title(page).textContent()) ?? '');
      expect(await title(page).textContent(), path).not.toBe(texts.page.serverError.title);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('a slip is filled, reviewed and bought; signing out leaves the page', async () => {
    const { page, faults, close } = await visitLacking(lack);
    await openPage(page, playPath);
    await page.getByRole('button', { name: texts.play.quickPickRest }).first().click();
    await reviewButton(page, 'is').click();
    await buyButton(page, 'is').click();
    await dialog(page, texts.purchase.doneTitle).waitFor();
    expect(await ticketCount(page)).toBe(1);
    await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
    await page.getByText(texts.ticket.more).waitFor();
    await signOut(page);
    await page.waitForURL(`${instance.url}/`);
    await page
      .getByRole('button', { name: texts.nav.logIn })
      .or(page.getByRole('link', { name: texts.nav.logIn }))
      .first()
      .waitFor();
    expect(await page.getByText('Prufa').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('saved rows say that they were not kept, and stay on the slip', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
    await page.addInitScript(lacks[lack]);
    await openPage(page, filledPath);
    await page.getByRole('button', { name: texts.savedRows.title }).click();
    await page.getByRole('button', { name: texts.savedRows.save }).click();
    const alert = page.getByRole('alert').filter({ hasText: texts.savedRows.notKept });
    await alert.getByRole('link', { name: texts.nav.logIn }).waitFor();
    await alert.getByRole('button', { name: texts.savedRows.copy }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: texts.savedRows.title }).click();
    await page.getByRole('button', { name: texts.savedRows.save }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('money is deposited', async () => {
    const { page, faults, close } = await visitLacking(lack);
    await openPage(page, '/minar-sidur/kort');
    await page.getByRole('button', { name: texts.card.addTitle, exact: true }).first().click();
    await fillCard(page, 'is', 'challenge');
    await page.getByRole('button', { name: texts.card.submit }).click();
    await confirm(page);
    await dialog(page, texts.card.doneTitle)
      .getByRole('button', { name: texts.deposit.title, exact: true })
      .last()
      .click();
    const form = dialog(page, texts.deposit.title);
    await form.getByLabel(texts.payment.amount).fill('1500');
    await form.getByRole('button', { name: /^Leggja inn 1\.500/ }).click();
    await confirm(page);
    await dialog(page, texts.deposit.doneTitle)
      .getByText(/^2\.500.kr\.$/)
      .waitFor();
    // The browser's own remark about the page of the bank.
    expect(faults.filter((fault) => !fault.startsWith('Blocked autofocusing'))).toEqual([]);
    await close();
  });
});

test('storage that fills up while the review is open does not stop the purchase', async () => {
  const { page, faults, close } = await visit(browser, instance.url, {
    ...devices.phone,
    storageState: await signedInPlayer(instance, 1_000),
  });
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  await page.evaluate(lacks['storage full']);
  await buyButton(page, 'is').click();
  await dialog(page, texts.purchase.doneTitle).waitFor();
  expect(faults).toEqual([]);
  await close();
});

describe('cookies blocked', () => {
  let proxy: CookielessProxy;
  beforeAll(async () => {
    proxy = await cookielessProxy(instance.url);
  });
  afterAll(() => proxy.close());

  async function visitWithoutCookies(options: object) {
    const visitor = await visit(browser, proxy.url, { ...devices.phone, ...options });
    await visitor.page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
    });
    return visitor;
  }

  test('the sign-in dialog says that cookies are needed, before and after it is tried', async () => {
    const { page, faults, close } = await visitWithoutCookies({});
    await page.goto('/?login=true');
    await isHydrated(page);
    const notice = page.getByRole('dialog').getByText(texts.auth.cookiesNeeded);
    await expect.poll(() => notice.count()).toBe(1);
    await choosePassword(page);
    await page.getByLabel(texts.auth.login.username).fill('spilari1');
    await page.getByLabel(texts.auth.login.password, { exact: true }).fill(demoPassword);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts.auth.login.submit, exact: true })
      .click();
    await expect.poll(() => notice.count()).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  test('so does the form without script', async () => {
    const { page, close } = await visitWithoutCookies({ javaScriptEnabled: false });
    await page.goto('/?login=true');
    await page.getByText(texts.auth.login.withPassword).click();
    await page.getByLabel(texts.auth.login.username).fill('spilari1');
    await page.getByLabel(texts.auth.login.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: texts.auth.login.submit, exact: true }).click();
    await page.getByText(texts.auth.cookiesNeeded).waitFor();
    await close();
  });

  test('the choice about counting is said not to be kept; the theme changes all the same', async () => {
    const { page, close } = await visitWithoutCookies({});
    await openPage(page, '/');
    await page.getByRole('button', { name: texts.a11y.themeDark }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: texts.footer.cookies }).click();
    await page.getByRole('button', { name: texts.cookies.accept }).click();
    await page.getByText(texts.cookies.blocked).waitFor();
    await close();
  });
});
