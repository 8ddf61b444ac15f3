/** Deposits by Aur, through the practice phone, and what bars them (must-hold 50 to 60). */
import { expect, test } from 'vitest';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import { change, dialog, expectGood, newMobile, update } from './payment-steps.ts';
import { languages, openPage, signedInPlayer } from './steps.ts';

const instance = sharedInstance();

async function player() {
  const storageState = await signedInPlayer(instance, 1_000);
  return visit(browser, instance.url, { ...devices.desktop, storageState });
}

const control = (name: string, body: object) =>
  fetch(`${instance.sandboxUrl}/_control/${name}`, { method: 'POST', body: JSON.stringify(body) });

async function setLock(mobile: string, until: string): Promise<void> {
  const database = databaseOf(instance);
  await database.pool
    .query(
      `UPDATE wallets SET locked_until = ${until} FROM players
       WHERE players.player_id = wallets.player_id AND mobile = $1`,
      [mobile],
    )
    .finally(database.close);
}

test('Aur: the method, a payment given up and one approved', async () => {
  const { texts, prefix } = languages.en;
  const { page, faults, close } = await player();
  const mobile = newMobile();
  await update(page, { mobile });
  await openPage(page, `${prefix}/minar-sidur/kort`);
  await page.getByRole('button', { name: texts.paymentMethod.toAur }).click();
  // Whose phone it is comes first.
  const connect = dialog(page, texts.paymentMethod.connectTitle);
  await connect.getByRole('button', { name: texts.myPages.profile.mobileSend }).click();
  await connect.getByText(texts.myPages.profile.mobileSent).waitFor();
  await expectGood(page);
  // The code itself is typed in my-pages.test.ts: nobody writes to players of tests.
  await change(instance, { mobile }, 'mobile_confirmed_at = domain_now()');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: texts.paymentMethod.toAur }).click();
  const switched = dialog(page, texts.paymentMethod.confirmTitle);
  await switched.getByText(`Aur · ${mobile.slice(0, 3)}\u00a0${mobile.slice(3)}`).waitFor();
  await expectGood(page);
  await switched.getByRole('button', { name: texts.paymentMethod.switchAur }).click();
  const done = dialog(page, texts.paymentMethod.doneTitle);
  await done.getByText(texts.paymentMethod.doneAur).waitFor();
  await done.getByRole('button', { name: texts.common.close, exact: true }).last().click();

  await openPage(page, `${prefix}/minar-sidur`);
  const deposit = page.getByRole('main').getByRole('button', { name: texts.nav.deposit, exact: true });
  const box = dialog(page, texts.deposit.title);
  await deposit.click();
  await box.getByLabel(texts.payment.amount).fill('2000');
  await box.getByRole('button', { name: /^Deposit 2\.000/ }).click();
  const waiting = dialog(page, texts.aur.title);
  await waiting.getByText(texts.aur.waitingShort).waitFor();
  await expectGood(page);
  await waiting.getByRole('button', { name: texts.aur.giveUp }).click();
  const given = dialog(page, texts.deposit.cancelledTitle);
  await given.getByText(texts.ends.aurDeposit.givenUp.now).waitFor();
  await given.getByRole('button', { name: texts.common.retry }).click();
  await box.getByLabel(texts.payment.amount).fill('2000');
  await box.getByRole('button', { name: /^Deposit 2\.000/ }).click();
  await waiting.waitFor();
  await control('aur', { act: 'approve', msisdn: mobile });
  const paid = dialog(page, texts.deposit.doneTitle);
  await paid.getByText(/^3\.000.kr\.$/).waitFor();
  await expectGood(page);
  await paid.getByRole('button', { name: texts.common.close, exact: true }).last().click();

  expect(faults).toEqual([]);
  await close();
});

test('Aur: a break that began meanwhile, and a number that is not confirmed any more', async () => {
  const { texts, prefix } = languages.en;
  const { page, faults, close } = await player();
  const mobile = newMobile();
  await update(page, { mobile });
  await change(instance, { mobile }, "mobile_confirmed_at = domain_now(), payment_method = 'aur'");
  await openPage(page, `${prefix}/minar-sidur`);
  const deposit = page.getByRole('main').getByRole('button', { name: texts.nav.deposit, exact: true });
  const box = dialog(page, texts.deposit.title);
  const connect = dialog(page, texts.paymentMethod.connectTitle);
  // A break that begins on another page while the form is open.
  await deposit.click();
  await box.getByLabel(texts.payment.amount).fill('2000');
  await setLock(mobile, "domain_now() + interval '1 day'");
  await box.getByRole('button', { name: /^Deposit 2\.000/ }).click();
  const barred = dialog(page, texts.deposit.failedTitle);
  // What became of the money has a line of its own.
  const happened = texts.errors.byCall.deposit.EC_ACTION_NOT_ALLOWED.replace('Nothing was charged. ', '');
  await barred.getByText(happened).waitFor();
  await barred.getByText(/^The break ends /).waitFor();
  expect(await barred.getByRole('button', { name: texts.common.retry }).count()).toBe(0);
  await expectGood(page);
  await page.keyboard.press('Escape');
  await setLock(mobile, 'domain_now()');
  await openPage(page, `${prefix}/minar-sidur`);

  // Another number is nobody's until it is confirmed.
  await change(instance, { mobile }, 'mobile_confirmed_at = NULL');
  await deposit.click();
  await connect.getByRole('button', { name: texts.myPages.profile.mobileSend }).waitFor();
  await connect.getByRole('button', { name: texts.paymentMethod.toCard }).waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await openPage(page, `${prefix}/minar-sidur/kort`);
  await page.getByText(texts.paymentMethod.unconfirmed).waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: texts.paymentMethod.confirmPhone }).click();
  await connect.getByRole('button', { name: texts.myPages.profile.mobileSend }).waitFor();

  expect(faults).toEqual([]);
  await close();
});
