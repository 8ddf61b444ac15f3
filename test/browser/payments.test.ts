/** Money in and out, through the practice bank, the practice phone and back (must-hold 50 to 60). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { type Device, devices, expectAccessible, visit } from './browser.ts';
import { confirm, fillCard, issuer } from './card-steps.ts';
import { change, dialog, expectGood, newMobile, update } from './payment-steps.ts';
import {
  buyButton,
  filledPath,
  languages,
  openPage,
  reviewButton,
  signedInPlayer,
  ticketCount,
} from './steps.ts';

const instance = sharedInstance();

/** The practice bank tells browsers to look at its field, which they do not do in a frame. */
const harmless = /autofocusing/;

async function player(device: Device, balance: number) {
  const storageState = await signedInPlayer(instance, balance);
  const visitor = await visit(browser, instance.url, { ...devices[device], storageState });
  const faults = () => visitor.faults.filter((fault) => !harmless.test(fault));
  return { ...visitor, faults };
}

const balanceOf = async (page: Page): Promise<number> => {
  const answer = await page.request.get('/api/proxy/user/account/details');
  return ((await answer.json()) as { balance: number }).balance;
};

const depositsOf = async (page: Page): Promise<number[]> => {
  const answer = await page.request.get('/api/proxy/user/transactions/1?transactionType=deposit');
  const { transactions } = (await answer.json()) as { transactions: { amount: number }[] };
  return transactions.map(({ amount }) => amount);
};

test('from the review with 0 kr. to the ticket: first card, bank, deposit, bank, in one go', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone', 0);
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  const thenBuy = page.getByRole('button', { name: /^Leggja inn 500.kr\. og kaupa miðann$/ });
  await thenBuy.click();
  await page.getByRole('button', { name: texts.limitPrompt.skip }).click();

  await page.getByLabel(texts.card.number).waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: texts.card.submit }).click();
  await page.getByRole('link', { name: texts.validation.invalidCardNumber }).waitFor();
  await page.getByRole('link', { name: texts.validation.invalidCvv }).waitFor();
  await expectGood(page);
  const digits = await fillCard(page, 'is', 'challenge');
  await page.getByRole('button', { name: texts.card.submit }).click();
  await issuer(page).locator('#code').waitFor();
  await expectAccessible(page);
  // The number is nowhere any more.
  const kept = await page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input')].map(({ value }) => value),
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
    ]),
  );
  for (const spelled of [digits, digits.replace(/(\d{4})(?=\d)/g, '$1 ')])
    expect(kept).not.toContain(spelled);

  await confirm(page);
  const deposit = dialog(page, texts.deposit.notEnough);
  await deposit.getByText(texts.card.doneTitle).waitFor();
  await expectGood(page);
  await deposit.getByRole('button', { name: /og kaupa miðann$/ }).dblclick();
  await confirm(page);
  await dialog(page, texts.purchase.doneTitle).waitFor();
  expect([await ticketCount(page), await balanceOf(page), await depositsOf(page)]).toEqual([1, 200, [500]]);

  // What the frame left behind in history is in nobody's way.
  await page.keyboard.press('Escape');
  await dialog(page, texts.purchase.doneTitle).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: texts.a11y.logo }).click();
  await page.waitForURL(`${instance.url}/`);
  await page.goBack();
  await page.waitForURL('**/lottoleikir/lotto/spila*');
  expect(faults()).toEqual([]);
  await close();
});

test('declined, given up, read again, with a lost answer: told in words, and credited once', async () => {
  const { texts, prefix } = languages.en;
  const { page, faults, close } = await player('desktop', 1_000);
  await openPage(page, `${prefix}/minar-sidur/kort`);
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(texts.a11y.balance.split('{')[0] ?? '') }).click();
    await page.getByRole('button', { name: texts.nav.deposit, exact: true }).click();
  };
  const box = dialog(page, texts.deposit.title);
  const amount = box.getByLabel(texts.payment.amount);

  await page.getByRole('button', { name: texts.card.addTitle, exact: true }).first().click();
  await fillCard(page, 'en', 'declined');
  await page.getByRole('button', { name: texts.card.submit }).click();
  await dialog(page, texts.card.doneTitle).waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: texts.deposit.title, exact: true }).last().click();
  await amount.fill('2,000');
  await box.getByRole('button', { name: texts.deposit.submit }).click();
  await box.getByText(texts.validation.amountWholeOnly).waitFor();
  expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectGood(page);
  await amount.fill('2.000 kr.');
  await box.getByText(/^3\.000.kr\.$/).waitFor();
  await box.getByRole('button', { name: /^Deposit 2\.000/ }).click();
  const failed = dialog(page, texts.deposit.failedTitle);
  await failed.getByText(/^Your bank declined/).waitFor();
  await expectGood(page);

  await failed.getByRole('button', { name: texts.deposit.otherCard }).click();
  await fillCard(page, 'en', 'challenge');
  await page.getByRole('button', { name: texts.card.submit }).click();
  await confirm(page);
  await amount.fill('1500');
  await box.getByRole('button', { name: /^Deposit 1\.500/ }).click();
  await issuer(page).locator('#code').waitFor();
  await dialog(page, texts.card.verifyTitle).getByRole('button', { name: texts.deposit.giveUp }).click();
  const given = dialog(page, texts.deposit.cancelledTitle);
  await given.waitFor();
  await expectGood(page);
  await given.getByRole('button', { name: texts.common.close, exact: true }).last().click();
  expect(await depositsOf(page)).toEqual([1_000]);

  // The answer of the first request is lost, the page is read again while the bank asks.
  let lost = 0;
  await page.route('**/api/proxy/user/account/deposit', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await open();
  await amount.fill('1500');
  await box.getByRole('button', { name: /^Deposit 1\.500/ }).click();
  await issuer(page).locator('#code').waitFor();
  expect(lost).toBe(2);
  await page.reload();
  await open();
  await confirm(page);
  await dialog(page, texts.deposit.doneTitle)
    .getByText(/^2\.500.kr\.$/)
    .waitFor();
  expect([await balanceOf(page), await depositsOf(page)]).toEqual([2_500, [1_500, 1_000]]);
  expect(faults()).toEqual([]);
  await close();
});

test('a first limit that the ticket is above: said before a card is asked for', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone', 0);
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  await page.getByRole('button', { name: /^Leggja inn 500.kr\. og kaupa miðann$/ }).click();
  await page.getByLabel(texts.limitPrompt.depositMonth).fill('100');
  await page.getByRole('button', { name: texts.limitPrompt.save }).click();
  const box = dialog(page, texts.deposit.notEnough);
  await box.getByText(/^Mörkin þín leyfa 100.kr\. í viðbót en leggja þarf inn 500.kr\./).waitFor();
  await expectGood(page);
  await box.getByRole('button', { name: texts.review.back }).click();
  await box.waitFor({ state: 'hidden' });
  expect(faults()).toEqual([]);
  await close();
});

/** The withdrawal among the movements, by month too, and all that is known of it. */
async function expectInMovements(page: Page): Promise<void> {
  const { texts, prefix } = languages.en;
  const { transactions } = texts.myPages;
  await openPage(page, `${prefix}/minar-sidur/spilareikningur?transactionType=withdrawal`);
  const movement = page.getByRole('button', { name: `Account ••• 689. ${transactions.details}` });
  await movement.filter({ visible: true }).click();
  const details = dialog(page, texts.status.transaction.withdrawal);
  await details.getByText(transactions.paymentId).waitFor();
  await details.getByText(/^(On its way|Completed)$/).waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect
    .poll(() => movement.evaluateAll((all) => all.includes(document.activeElement as never)))
    .toBe(true);
  await page.getByRole('link', { name: transactions.byMonth }).click();
  await page.getByRole('term').filter({ hasText: transactions.sum.change }).waitFor();
  expect(new URL(page.url()).searchParams.get('transactionType')).toBe('withdrawal');
  await expectGood(page);
}

test('a withdrawal: the day after the account was changed, all of the balance and no more', async () => {
  const { texts, prefix } = languages.en;
  const { page, faults, close } = await player('desktop', 3_000);
  const mobile = newMobile();
  await update(page, { mobile, bankAccount: '0133-26-007689' });
  await openPage(page, `${prefix}/minar-sidur`);
  const withdraw = page.getByRole('main').getByRole('button', { name: texts.withdraw.title, exact: true });
  await withdraw.click();
  const waits = dialog(page, texts.withdraw.waitTitle);
  await waits.getByText(texts.ends.withdrawal.waits.happened).waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await change(instance, { mobile }, "bank_account_since = bank_account_since - interval '2 days'");
  await withdraw.click();
  const out = dialog(page, texts.withdraw.title);
  await out.getByText('0133-26-••7689').waitFor();
  await out.getByLabel(texts.payment.amount).fill('3001');
  await out.getByRole('button', { name: texts.withdraw.submit, exact: true }).click();
  await out.getByText(texts.validation.amountTooHigh).waitFor();
  await expectGood(page);
  await out.getByRole('button', { name: texts.withdraw.all }).click();
  await out.getByRole('button', { name: /^Withdraw 3\.000/ }).click();
  await dialog(page, texts.withdraw.doneTitle).getByText('Taken from the balance').waitFor();
  expect(await balanceOf(page)).toBe(0);
  await expectGood(page);

  await expectInMovements(page);
  expect(faults()).toEqual([]);
  await close();
});

test('the way of a card: its own address, both uses, and out again with a proof', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await player('phone', 1_000);
  await page.goto('/credit-card/nytt');
  await page.getByLabel(texts.card.number).waitFor();
  await expect.poll(() => page.url()).toBe(`${instance.url}/`);
  await page.getByLabel(texts.card.use.subscription).check();
  await fillCard(page, 'is', 'frictionless');
  await page.getByRole('button', { name: texts.card.submit }).click();
  await dialog(page, texts.card.doneTitle).getByText(texts.card.forSubscriptions).waitFor();
  await page.getByRole('button', { name: texts.common.close, exact: true }).last().click();

  await openPage(page, '/minar-sidur/kort');
  await page.getByRole('button', { name: new RegExp(`^${texts.card.removeThis.split('{')[0]}`) }).click();
  await dialog(page, texts.card.remove).getByRole('button', { name: texts.card.removeConfirm }).click();
  await page.getByText(texts.card.noSubscriptionCard).waitFor();
  expect(faults()).toEqual([]);
  await close();
});

test('a subscription without balance: its card declined, another one, named when it goes', async () => {
  const { texts } = languages.is;
  const { subscription, myPages, card } = texts;
  const { page, faults, close } = await player('phone', 0);
  await openPage(page, '/lottoleikir/lotto/spila?rows=4-11-19-27-35&subscription=true');
  await page.getByRole('button', { name: texts.slip.reviewSubscription }).filter({ visible: true }).click();
  const review = dialog(page, texts.review.subscriptionTitle);
  await page.getByLabel(subscription.terms).check();
  await review.getByRole('button', { name: /^Skrá kort og stofna áskrift · / }).click();
  await page.getByLabel(card.number).waitFor();
  await expectGood(page);
  await fillCard(page, 'is', 'declined');
  await page.getByRole('button', { name: card.submit }).click();
  await review.getByText(texts.errors.byCall.buy.EC_CC_DECLINED).waitFor();
  await expectGood(page);
  await review.getByRole('button', { name: subscription.otherCard }).click();
  const last4 = (await fillCard(page, 'is', 'frictionless')).slice(-4);
  await page.getByRole('button', { name: card.submit }).click();
  await dialog(page, subscription.doneTitle).waitFor();
  expect(await balanceOf(page)).toBe(0);

  // Another one: the card is there, and the review says what it is charged.
  await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5&subscription=true');
  await page.getByRole('button', { name: texts.slip.reviewSubscription }).filter({ visible: true }).click();
  await review.getByText(new RegExp(`skuldfærðar af Visa •••• ${last4}`)).waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');

  await openPage(page, '/minar-sidur/askriftir');
  await page.getByText(`Inneign, annars Visa •••• ${last4}`).waitFor();
  await expectGood(page);
  await openPage(page, '/minar-sidur/spilareikningur?transactionType=subscriptions');
  const movement = page.getByRole('button', { name: new RegExp(`^Visa •••• ${last4}`) });
  await movement.filter({ visible: true }).click();
  await dialog(page, myPages.transactions.byCard).getByText(myPages.transactions.authId).waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');

  await openPage(page, '/minar-sidur/kort');
  await page.getByRole('button', { name: new RegExp(`^${card.removeThis.split('{')[0]}`) }).click();
  await dialog(page, card.remove)
    .getByText(/^Virk áskrift er greidd með kortinu: Lottó/)
    .waitFor();
  expect(faults()).toEqual([]);
  await close();
});

test('a purchase goes on only for the same draw at the same price', async () => {
  const { texts } = languages.is;
  const { page, close } = await player('phone', 0);
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  await page.getByRole('button', { name: /og kaupa miðann$/ }).click();
  await page.getByRole('button', { name: texts.limitPrompt.skip }).click();
  await page.getByLabel(texts.card.number).waitFor();
  await fillCard(page, 'is', 'frictionless');
  await page.getByRole('button', { name: texts.card.submit }).click();
  // While the bank is asked the draw on sale becomes another one.
  await page.route('**/spila.data*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/("amountRow",)150\b/, '$1160');
    await route.fulfill({ response: answer, body });
  });
  await dialog(page, texts.deposit.notEnough)
    .getByRole('button', { name: /og kaupa miðann$/ })
    .click();
  await page.getByText(texts.ends.purchase.depositedOnly.happened).waitFor();
  expect([await ticketCount(page), await balanceOf(page)]).toEqual([0, 500]);
  await buyButton(page, 'is').waitFor();
  await close();
});
