/** Pages changed by a translator or extensions keep working and show a purchase even after an error. */
import { describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import {
  buyButton,
  filledPath,
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

async function visitSignedIn() {
  const storageState = await signedInPlayer(instance, 1_000);
  return visit(browser, instance.url, { ...devices.desktop, storageState });
}

/**
 * As Chrome's translator: every text stands in two `font` elements, new ones too. `replaced`: with a text
 * of its own; `wrapped`: with the page's text.
 */
function translate(way: 'replaced' | 'wrapped'): void {
  const put = (text: Text): void => {
    if (text.parentElement === null || text.parentElement.closest('font, script, style')) return;
    if ((text.nodeValue ?? '').trim() === '') return;
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    outer.append(inner);
    if (way === 'replaced') inner.append(text.nodeValue ?? '');
    text.replaceWith(outer);
    if (way === 'wrapped') inner.append(text);
  };
  const all = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const textNodes: Text[] = [];
    while (walker.nextNode()) textNodes.push(walker.currentNode as Text);
    if (root.nodeType === Node.TEXT_NODE) textNodes.push(root as Text);
    textNodes.forEach(put);
  };
  all(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) all(node);
  }).observe(document.body, { childList: true, subtree: true });
}

describe.each(['replaced', 'wrapped'] as const)('texts %s by a translator', (way) => {
  test('quick picks, rows, undo and prices go on', async () => {
    const { page, faults, close } = await visitSignedIn();
    await openPage(page, playPath);
    await page.evaluate(translate, way);
    await page.getByRole('button', { name: texts.play.quickPickRest }).click();
    await page
      .getByRole('button', { name: /^Fara yfir/ })
      .filter({ hasText: '150', visible: true })
      .waitFor();
    await page.getByRole('button', { name: texts.play.addRow }).first().click();
    await page.getByRole('button', { name: texts.play.quickPickRest }).click();
    // The price that is read is that of two rows.
    await page
      .getByRole('button', { name: /^Fara yfir/ })
      .filter({ hasText: '300', visible: true })
      .waitFor();
    await page.getByRole('link', { name: texts.nav.results }).first().click();
    await page.waitForURL('**/urslit**');
    await page.goBack();
    await page
      .getByRole('button', { name: /^Fara yfir/ })
      .filter({ hasText: '300', visible: true })
      .waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a purchase in the open review is made once, and its receipt is shown', async () => {
    const { page, faults, close } = await visitSignedIn();
    await openPage(page, filledPath);
    await reviewButton(page, 'is').click();
    await buyButton(page, 'is').waitFor();
    await page.evaluate(translate, way);
    await buyButton(page, 'is').click();
    await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: texts.purchase.viewTicket }).click();
    await page.getByText(texts.ticket.more).waitFor();
    expect(await ticketCount(page)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a page that was translated before its scripts came is taken over', async () => {
    const { page, close } = await visitSignedIn();
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translate})('${way}'))`);
    await openPage(page, playPath);
    await page.getByRole('button', { name: texts.play.quickPickRest }).click();
    await page
      .getByRole('button', { name: /^Fara yfir/ })
      .filter({ hasText: '150', visible: true })
      .click();
    await buyButton(page, 'is').click();
    await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
    await close();
  });
});

/** Changes the page as common extensions do, before its own scripts run. */
function extend(): void {
  addEventListener('DOMContentLoaded', () => {
    const { documentElement: html, head, body } = document;
    html.setAttribute('data-darkreader-mode', 'dynamic');
    body.setAttribute('data-gr-ext-installed', '');
    body.setAttribute('cz-shortcut-listen', 'true');
    for (const [parent, name] of [
      [head, 'style'],
      [head, 'meta'],
      [head, 'script'],
      [body, 'div'],
      [html, 'grammarly-desktop-integration'],
    ] as const) {
      const added = document.createElement(name);
      added.className = 'extension';
      parent.prepend(added);
      parent.append(added.cloneNode());
    }
    for (const link of document.querySelectorAll('head > link[rel=manifest]')) link.remove();
  });
  addEventListener('hydrated', () => {
    setTimeout(() => {
      for (const input of document.querySelectorAll('input')) {
        const wrapper = document.createElement('span');
        input.replaceWith(wrapper);
        wrapper.append(input, document.createElement('i'));
      }
    });
  });
}

test('extensions that add, remove and wrap elements do not stop a purchase', async () => {
  const { page, close } = await visitSignedIn();
  await page.addInitScript(extend);
  await openPage(page, playPath);
  await page.getByRole('button', { name: texts.play.quickPickRest }).click();
  await page.locator('[popovertarget=panel-menu]:visible').click();
  await page.keyboard.press('Escape');
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
  await close();
});

/** From now on the picture of a receipt cannot be drawn. */
function breakReceipt(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'class' && value === 'review_done') throw new Error('broken');
    setAttribute.call(this, name, value);
  };
}

test('where the page fails after the purchase, the error page says that it was bought', async () => {
  const { page, close } = await visitSignedIn();
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').waitFor();
  await page.evaluate(breakReceipt);
  await buyButton(page, 'is').click();
  await expect.poll(() => title(page).textContent()).toBe(texts.page.serverError.title);
  await page.getByText(texts.page.serverError.bought).waitFor();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.waitForURL('**ticketId=**');
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('a page that the browser kept is read anew, and shows nothing of a player who signed out', async () => {
  const { page, close } = await visitSignedIn();
  await openPage(page, '/minar-sidur');
  await page.context().clearCookies();
  const pageLoad = page.waitForEvent('load');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await pageLoad;
  expect(await page.getByText('Prufa').count()).toBe(0);
  await close();
});
