/**
 * The whole story in a real browser: bought on a phone, read in English on a wide screen, bought by keyboard
 * alone, drawn, proved.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { byTurns } from './by-turns.ts';
import {
  buyButton,
  languageRuns,
  languages,
  openPage,
  operator,
  reviewButton,
  signedInPlayer,
  signIn,
  title,
} from './steps.ts';

const instance = ownInstance({ AUTO_DRAW: '1' });

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

describe.each(languageRuns)('in %s on %s', (language, device) => {
  const walk = byTurns(language);
  const { texts, home } = languages[language];

  walk('flow A: five quick-pick rows from home, sign-in, review, receipt, ticket', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices[device]);
    await page.goto(home);
    await expect.poll(() => title(page).textContent()).toBe(texts.home.heading);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    await expectGood(page);

    await page.getByRole('link', { name: /750/ }).click();
    await page.getByRole('heading', { name: texts.play.yourRows }).waitFor();
    await expect.poll(() => page.url()).not.toContain('quick');
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^\D*[A-E](\d{1,2}){5}$/ })
        .count(),
    ).toBe(5);
    await expectGood(page);

    await page.getByRole('link', { name: texts.slip.logInToBuy }).filter({ visible: true }).click();
    await expectGood(page);
    await page.getByText(texts.auth.login.keepSlip).waitFor();
    await signIn(page, language, 'spilari1');
    await buyButton(page, language).waitFor();
    await expectGood(page);
    await buyButton(page, language).click();
    await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
    await expectGood(page);

    await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
    await page.getByText(texts.ticket.more).waitFor();
    expect(page.url()).toContain('ticketId=');
    await expectGood(page);
    expect(faults).toEqual([]);
    await close();
  });

  walk('reading: game page, results of three games, my pages', async () => {
    const storageState = await signedInPlayer(instance);
    const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], storageState });
    const { prefix } = languages[language];
    const { games, myPages } = texts;
    const results = (game: { nameIn: string }) => texts.results.gameTitle.replace('{gameIn}', game.nameIn);
    const titles = {
      'lottoleikir/lotto': games.lotto.name,
      urslit: results(games.lotto),
      'urslit/vikinglotto': results(games.vikinglotto),
      'urslit/eurojackpot': results(games.eurojackpot),
      'minar-sidur': myPages.greeting.replace('{name}', 'Prufa'),
      'minar-sidur/midar': myPages.tickets.title,
      'minar-sidur/spilareikningur': myPages.nav.account,
      'engin-sida': texts.page.notFound.title,
    };
    for (const [slug, expected] of Object.entries(titles)) {
      await page.goto(`${prefix}/${slug}`);
      await expect.poll(() => title(page).textContent()).toBe(expected);
      await expectGood(page);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    for (const slug of ['urslit/lotto', 'urslit/eurojackpot', 'urslit/lotto?week=1&year=2026']) {
      await page.goto(`${prefix}/${slug}`);
      await expectNoSidewaysScroll(page);
    }
    expect(faults).toEqual([]);
    await close();
  });
});

test('must-hold 157: the keyboard alone fills a row, reviews and buys', async () => {
  const storageState = await signedInPlayer(instance);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  const keys = page.keyboard;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === null || activeElement === body ? '' : (activeElement.textContent ?? '').trim();
    });
  const tabTo = async (text: string): Promise<void> => {
    for (let presses = 0; presses < 80; presses += 1) {
      await keys.press('Tab');
      if ((await focused()).startsWith(text)) return;
    }
    throw new Error(`Tab never reached ${text}`);
  };

  await openPage(page, '/lottoleikir/lotto/spila');
  await keys.press('Tab');
  expect(await focused()).toBe(languages.is.texts.nav.skipToContent);
  await page.getByRole('checkbox', { name: '1', exact: true }).focus();
  for (const typed of ['27', '3', '45']) {
    await keys.type(typed);
    await keys.press('Space');
    await page.waitForTimeout(650);
  }
  await keys.press('Home');
  await keys.press('Space');
  await keys.press('ArrowUp');
  await keys.press('ArrowRight');
  await keys.press('Space');
  const chosen = page.getByRole('checkbox', { checked: true });
  expect(await chosen.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    '3',
    '27',
    '29',
    '37',
    '45',
  ]);

  await keys.press('ArrowRight');
  await keys.press('Space');
  expect(await chosen.count()).toBe(5);
  await page.getByRole('status').getByText(languages.is.texts.play.rowFull).waitFor();

  await keys.press('Escape');
  expect(await focused()).toContain('A');
  await tabTo('Fara yfir miðann');
  await keys.press('Enter');
  await expect.poll(focused).toBe(languages.is.texts.review.title);
  await keys.press('Escape');
  await expect.poll(focused).toContain('Fara yfir miðann');
  await keys.press('Enter');
  await tabTo('Kaupa fyrir');
  await keys.press('Enter');
  await expect.poll(focused).toBe(languages.is.texts.purchase.doneTitle);
  expect(faults).toEqual([]);
  await close();
});

test('a ticket is shared, put into a calendar, and cancelled with the money back', async () => {
  const storageState = await signedInPlayer(instance, 10_000);
  const { page, faults, close } = await visit(browser, instance.url, {
    ...devices.phone,
    storageState,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { texts } = languages.is;
  const { tickets } = texts.myPages;
  await page.goto('/lottoleikir/lotto/spila?rows=1-2-3-4-5&joker=01234');
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  const receipt = page.getByRole('dialog', { name: texts.purchase.doneTitle });
  const shared = async (button: Locator) => {
    await button.click();
    await page.getByRole('status').getByText(texts.share.linkCopied).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // This browser has no sheet of its own for sharing.
  const played = `${instance.url}/lottoleikir/lotto/spila?rows=1-2-3-4-5&joker=01234`;
  expect(await shared(receipt.getByRole('button', { name: tickets.share }))).toBe(played);
  const toCalendar = page.getByRole('link', { name: /dagatal/ });
  const file = await toCalendar.getAttribute('href');
  await receipt.getByRole('link', { name: texts.purchase.viewTicket }).click();

  // The receipt has the same buttons, so wait until it has made room for the ticket's page.
  await receipt.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /9.600/ }).waitFor();
  expect(await toCalendar.getAttribute('href')).toBe(file);
  expect(await (await page.request.get(file ?? '')).text()).toContain('BEGIN:VEVENT');
  expect(await shared(page.getByRole('button', { name: tickets.share }))).toBe(played);
  const cancel = page.getByRole('button', { name: tickets.cancel });
  await cancel.press('Enter');
  await expectGood(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await cancel.press('Enter');
  await page.getByRole('button', { name: tickets.cancelConfirm }).press('Enter');
  await page.getByText(texts.status.ticket.cancelled).first().waitFor();
  const done = tickets.cancelDone.replace('{amount}', '400\u00a0kr.');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(done);
  await page.getByRole('button', { name: /10.000/ }).waitFor();
  expect(await cancel.count()).toBe(0);
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 74: after the draw the ticket shows hits and its proof, results show the seal', async () => {
  const storageState = await signedInPlayer(instance);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  const { texts } = languages.is;
  // The receipt does without what comes later.
  await page.route('**/assets/receipt-ways*.js', (route) => route.abort());
  await page.goto('/lottoleikir/lotto/spila?rows=1-2-3-4-5&joker=01234');
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  const ticket = page.url();
  operator(instance, 'clock', 'advance', '7d');

  await page.goto(ticket);
  await page.getByText(texts.proof.holds).waitFor();
  await page.getByText(texts.ticket.drawn).waitFor();
  await expectGood(page);
  await page.getByRole('link', { name: texts.proof.viewDraw }).click();
  await page.getByRole('heading', { name: texts.results.proof }).waitFor();
  await page.getByText(texts.seal.agree).waitFor();
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
});
