/** A deposit in two tabs, and pressed twice: one at a time waits, and each is credited once. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import { confirm, fillCard, issuer } from './card-steps.ts';
import { dialog } from './payment-steps.ts';
import { isHydrated, languages, openPage, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(texts.a11y.balance.split('{')[0] ?? '') }).click();
  await page.getByRole('button', { name: texts.nav.deposit, exact: true }).click();
}

const submit = (page: Page, amount: string) =>
  dialog(page, texts.deposit.title).getByRole('button', { name: new RegExp(`^Leggja inn ${amount}`) });

async function fill(page: Page, amount: string): Promise<void> {
  await dialog(page, texts.deposit.title).getByLabel(texts.payment.amount).fill(amount);
}

async function moneyOf({ request }: Page): Promise<{ balance: number; deposits: number[] }> {
  const details = await request.get('/api/proxy/user/account/details');
  const list = await request.get('/api/proxy/user/transactions/1?transactionType=deposit');
  const { balance } = (await details.json()) as { balance: number };
  const { transactions } = (await list.json()) as { transactions: { amount: number }[] };
  return { balance, deposits: transactions.map(({ amount }) => amount) };
}

/** Given up while the gateway is being asked: nothing false is said, and the answer is waited for. */
async function tooLateToGiveUp(page: Page): Promise<void> {
  const closeButton = { name: texts.common.close, exact: true };
  const slow = { delayMs: 4_000, on: '/VirtualCardPayment' };
  await fetch(`${instance.sandboxUrl}/_control/card-gateway`, { method: 'POST', body: JSON.stringify(slow) });
  await dialog(page, texts.deposit.doneTitle).getByRole('button', closeButton).last().click();
  await ask(page);
  await fill(page, '1100');
  await submit(page, '1\\.100').click();
  await confirm(page);
  const database = databaseOf(instance);
  const paying = () => database.pool.query("SELECT FROM payments WHERE status = 'paying'");
  await expect.poll(async () => (await paying()).rowCount, { interval: 50 }).toBe(1);
  await database.close();
  await page.getByRole('button', { name: texts.deposit.giveUp, exact: true }).click();
  await page.getByText(texts.payment.tooLate).waitFor();
  await dialog(page, texts.deposit.doneTitle)
    .getByText(/^4\.100.kr\.$/)
    .waitFor();
}

/** Back leads out of the bank's pages, which gives the deposit up, then out of the dialog; the page stays. */
async function backGivesUp(page: Page): Promise<void> {
  const back = () => page.evaluate(() => history.back());
  const close = { name: texts.common.close, exact: true };
  await dialog(page, texts.deposit.doneTitle).getByRole('button', close).last().click();
  await ask(page);
  await fill(page, '1200');
  await submit(page, '1\\.200').click();
  // Each of the bank's pages sends itself on, and makes an entry of history.
  await issuer(page).locator('#code').fill('9999');
  await issuer(page).getByRole('button', { name: 'Staðfesta' }).click();
  await issuer(page).getByText('Rangur').first().waitFor();
  await back();
  const end = dialog(page, texts.deposit.cancelledTitle);
  await end.getByText('Ekkert var skuldfært').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await back();
  await end.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/');
}

test('must-hold 53: two tabs and two presses: one deposit at a time, each króna once', async () => {
  const storageState = await signedInPlayer(instance, 1_000);
  const { page: one, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  await openPage(one, '/minar-sidur/kort');
  await one.getByRole('button', { name: texts.card.addTitle, exact: true }).first().click();
  await fillCard(one, 'is', 'challenge');
  await one.getByRole('button', { name: texts.card.submit }).click();
  await confirm(one);
  await dialog(one, texts.card.doneTitle)
    .getByRole('button', { name: texts.deposit.title, exact: true })
    .last()
    .click();

  // Pressed twice it is asked for once.
  let begun = 0;
  one.on('request', (request) => {
    if (request.url().endsWith('/account/deposit')) begun += 1;
  });
  await fill(one, '1500');
  await submit(one, '1\\.500').dblclick();
  await issuer(one).locator('#code').waitFor();
  expect(begun).toBe(1);

  // The other tab asks for another amount: the deposit of the first is given up, but its tab is not told yet.
  const verification = '**/account/verification/*';
  await one.route(verification, () => {});
  const two = await one.context().newPage();
  await two.goto('/');
  await isHydrated(two);
  await ask(two);
  await fill(two, '2000');
  await submit(two, '2\\.000').click();
  await issuer(two).locator('#code').waitFor();
  await confirm(one);
  await one.unroute(verification);
  await one.getByText(texts.ends.cardDeposit.expired.happened).waitFor();
  expect(await moneyOf(one)).toEqual({ balance: 1_000, deposits: [1_000] });

  await confirm(two);
  await dialog(two, texts.deposit.doneTitle)
    .getByText(/^3\.000.kr\.$/)
    .waitFor();
  expect(await moneyOf(two)).toEqual({ balance: 3_000, deposits: [2_000, 1_000] });

  await tooLateToGiveUp(two);
  await backGivesUp(two);
  expect(await moneyOf(two)).toEqual({ balance: 4_100, deposits: [1_100, 2_000, 1_000] });
  await close();
});
