/** Answers of purchases that get lost: looked up by their key, bought again by nobody but the person. */
import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, visit } from './browser.ts';
import { buyButton, languages, openReview, playPath, signedInPlayer, ticketCount } from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;

async function signedIn() {
  const storageState = await signedInPlayer(instance);
  const visited = await visit(browser, instance.url, { ...devices.desktop, storageState });
  await visited.page.context().clock.install();
  return visited;
}

/** The keys with which a page buys, and those with which it asks what was bought. */
function watchKeys(page: Page) {
  const [bought, asked]: [(string | undefined)[], (string | null)[]] = [[], []];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/lotto/buy')) bought.push(request.headers()['idempotency-key']);
    if (pathname.endsWith('/user/purchase')) asked.push(searchParams.get('key'));
  });
  return { bought, asked };
}

/** Cuts the page off from what buys and from what tells; the answer joins them again. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const paths = ['**/api/proxy/lotto/buy', '**/api/proxy/user/purchase?*'];
  for (const path of paths) await page.route(path, (route) => route.abort());
  return async () => {
    for (const path of paths) await page.unroute(path);
  };
}

/** Lets the page's time run ahead until it shows `wanted`: nobody waits here for what pages wait for. */
async function hurryTo(page: Page, wanted: Locator): Promise<void> {
  const isShown = async () => {
    await page.clock.fastForward(1_000);
    return wanted.isVisible();
  };
  await expect.poll(isShown, { interval: 50 }).toBe(true);
}

const checkButton = (page: Page) => page.getByRole('button', { name: texts.review.checkAgain });
const nothingBought = (page: Page) => page.getByText(texts.ends.purchase.nothing.happened);
const receipt = (page: Page) => page.getByRole('dialog', { name: texts.purchase.doneTitle });

test('must-hold 149: a lost answer is asked about by its key, and the ticket is found', async () => {
  const { page, faults, close } = await signedIn();
  const keys = watchKeys(page);
  await page.route('**/api/proxy/lotto/buy', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openReview(page);
  await buyButton(page, 'is').click();
  await receipt(page).waitFor();
  expect(keys.bought).toHaveLength(1);
  expect(keys.asked).toEqual(keys.bought);
  expect(await ticketCount(page)).toBe(1);
  expect(faults).toEqual([]);
  await close();
});

test('asking again after a lost answer buys nothing; the person’s own press then buys once', async () => {
  const { page, faults, close } = await signedIn();
  const keys = watchKeys(page);
  await openReview(page);
  const joinAgain = await cutOff(page);
  await buyButton(page, 'is').click();
  await hurryTo(page, checkButton(page));
  for (const shown of [checkButton(page), page.getByText(texts.ends.purchase.unknown.happened)])
    await expect.poll(() => shown.evaluate(isInView)).toBe(true);
  await expectAccessible(page);

  await joinAgain();
  await checkButton(page).dblclick();
  await nothingBought(page).waitFor();
  expect(keys.bought).toHaveLength(1);
  expect(await ticketCount(page)).toBe(0);
  for (const shown of [buyButton(page, 'is'), nothingBought(page)])
    await expect.poll(() => shown.evaluate(isInView)).toBe(true);
  await expectAccessible(page);

  await buyButton(page, 'is').dblclick();
  await receipt(page).waitFor();
  expect(keys.bought).toHaveLength(2);
  expect(new Set([...keys.bought, ...keys.asked]).size).toBe(1);
  expect(await ticketCount(page)).toBe(1);
  expect(faults).toEqual([]);
  await close();
});

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  const [x, y] = [element.getBoundingClientRect().left + 2, (top + bottom) / 2];
  const shown = document.elementFromPoint(x, y);
  return top >= 0 && bottom <= window.innerHeight && shown !== null && element.contains(shown);
};

test('coming back online buys nothing by itself, and says so', async () => {
  const { page, close } = await signedIn();
  const keys = watchKeys(page);
  await openReview(page);
  await page.context().setOffline(true);
  await buyButton(page, 'is').click();
  await page.getByText(texts.ends.purchase.looking.happened).waitFor();
  await page.context().setOffline(false);
  await hurryTo(page, nothingBought(page));
  expect(keys.bought).toHaveLength(1);
  expect(await ticketCount(page)).toBe(0);
  await close();
});

test('a purchase that comes late is told, though nothing was there before', async () => {
  const { page, close } = await signedIn();
  await openReview(page);
  const { promise: sent, resolve: isSent } = Promise.withResolvers<Request>();
  await page.route('**/api/proxy/lotto/buy', async (route) => {
    await route.abort();
    isSent(route.request());
  });
  await buyButton(page, 'is').click();
  const purchase = await sent;
  await hurryTo(page, nothingBought(page));
  expect(await ticketCount(page)).toBe(0);
  // The page looks again for 75 s of its own time: it must not be hurried while the purchase is made.
  await page.request.fetch(purchase);
  await hurryTo(page, receipt(page));
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('a second tab that took the purchase along buys the same ticket, not another', async () => {
  const { page, close } = await signedIn();
  await openReview(page);
  const joinAgain = await cutOff(page);
  await buyButton(page, 'is').click();
  await hurryTo(page, checkButton(page));
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  const other = await page.context().newPage();
  await other.goto('/felog');
  await other.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
  }, kept);
  await joinAgain();
  await other.goto(playPath);
  await hurryTo(other, nothingBought(other));
  await checkButton(page).click();
  await hurryTo(page, nothingBought(page));
  await Promise.all([page, other].map((tab) => buyButton(tab, 'is').click()));
  await Promise.all([page, other].map((tab) => receipt(tab).waitFor()));
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('an answer lost together with the page is asked about on the next one', async () => {
  const { page, close } = await signedIn();
  await openReview(page);
  const bought = new Promise<void>((resolve) => {
    // Bought, but the answer never comes.
    void page.route('**/api/proxy/lotto/buy', (route) => route.fetch().then(() => resolve()), { times: 1 });
  });
  await buyButton(page, 'is').click();
  await bought;
  await page.goto(`${playPath}?rows=40-41-42-43-44`);
  await receipt(page).waitFor();
  // What was bought, not the slip that the address asked for meanwhile.
  await receipt(page).getByText('300').first().waitFor();
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('the page of another game takes over nothing that is owed; that of its own game tells it', async () => {
  const { page, close } = await signedIn();
  const keys = watchKeys(page);
  await openReview(page);
  const joinAgain = await cutOff(page);
  await buyButton(page, 'is').click();
  await hurryTo(page, checkButton(page));
  await joinAgain();
  const asked = keys.asked.length;
  await openReview(page, '/lottoleikir/eurojackpot/spila?rows=1-2-3-4-5b1-2');
  expect(keys.asked).toHaveLength(asked);
  await page.goto(playPath);
  await hurryTo(page, nothingBought(page));
  await buyButton(page, 'is').click();
  await receipt(page).waitFor();
  expect(new Set(keys.bought).size).toBe(1);
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('the sale closed meanwhile: the dialog shows the next draw, and the next press buys it', async () => {
  const { page, close } = await signedIn();
  const sent: { draw: number; key: string | undefined }[] = [];
  await page.route('**/api/proxy/lotto/buy', async (route) => {
    const request = route.request();
    sent.push({ draw: request.postDataJSON().draw, key: request.headers()['idempotency-key'] });
    const body = { code: 'EC_SALE_CLOSED', message: '', details: { errorId: 'x' } };
    await route.fulfill({ status: 400, json: body });
  });
  await openReview(page);
  await page.route('**/spila.data*', async (route) => {
    const answer = await route.fetch();
    const draw = sent[0]?.draw ?? 0;
    const body = (await answer.text()).replace(new RegExp(`\\b${draw}\\b`), String(draw + 1));
    await route.fulfill({ response: answer, body });
  });
  await buyButton(page, 'is').click();
  await page.getByText(/Viltu spila í næsta útdrætti\?/).waitFor();
  await expect
    .poll(async () => {
      await buyButton(page, 'is').click();
      return sent.at(-1)?.draw;
    })
    .toBe((sent[0]?.draw ?? 0) + 1);
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
  await close();
});
