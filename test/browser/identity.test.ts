/**
 * Electronic ID in a real browser: from nobody to a player by SIM and by app, what phones refuse, and the
 * certificate that soon ends or has ended (must-hold 1, 2, 13–15, 31).
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { type Device, devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import {
  buyButton,
  choosePassword,
  contentHasCome,
  demoPassword,
  type Language,
  languages,
  openPage,
  operator,
  reviewButton,
  signInDirectly,
  title,
} from './steps.ts';

const people = {
  ylfa: { nationalId: '0101700019', phone: '611 0011' },
  bryndis: { nationalId: '2902960059', phone: '611 0014' },
  thorhildur: { nationalId: '0505950069', phone: '611 0016' },
  oskar: { nationalId: '1503150180', phone: '611 0015' },
  skarphedinn: { nationalId: '1706850089', phone: '611 0012' },
  vedis: { nationalId: '2412990079', phone: '611 0013' },
  hallgerdur: { nationalId: '1205880019', phone: '611 0018' },
} as const;
type Person = (typeof people)[keyof typeof people];

const instance = ownInstance({ AUTO_DRAW: '0' });

beforeAll(async () => {
  await contentHasCome(instance);
});

async function phone(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(wanted);
  const answer = await fetch(`${instance.sandboxUrl}/_control/e-id`, { method: 'POST', headers, body });
  expect(answer.status, await answer.text()).toBe(200);
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** @param path of a page that leads to sign-in by itself; by default home is asked to */
async function openELogin(
  page: Page,
  language: Language,
  path = `${languages[language].home}?login=true`,
): Promise<void> {
  page.setDefaultTimeout(15_000);
  await openPage(page, path);
}

/** Fills the number in and presses. */
async function send(page: Page, language: Language, person: Person, kind: 'sim' | 'app'): Promise<void> {
  const { eLogin } = languages[language].texts.auth;
  await dialog(page).getByRole('radio', { name: eLogin[kind] }).check();
  const [label, value] =
    kind === 'sim' ? [eLogin.cellphoneNumber, person.phone] : [eLogin.nationalId, person.nationalId];
  await dialog(page).getByLabel(label).fill(value);
  await dialog(page).getByRole('button', { name: eLogin.submit }).click();
}

/** The same, until the page shows the code. */
async function ask(...asked: Parameters<typeof send>): Promise<void> {
  await send(...asked);
  const { eLogin } = languages[asked[1]].texts.auth;
  await dialog(asked[0]).getByRole('heading', { name: eLogin.codeTitle }).waitFor();
}

/** The last two: a page that needs a session, if one is asked for, and where the new account leads to. */
const cases: [Language, Device, 'sim' | 'app', Person, string, string | undefined, string][] = [
  ['is', 'phone', 'sim', people.bryndis, 'bryndis96', undefined, '/minar-sidur'],
  [
    ...(['en', 'desktop', 'app', people.thorhildur, 'thorhildur95'] as const),
    ...(['/en/minar-sidur/mork', '/en/minar-sidur/mork'] as const),
  ],
];

describe.each(cases)('in %s on %s by %s', (language, device, kind, person, username, asked, end) => {
  const { texts, home, prefix } = languages[language];
  const { eLogin, signUp } = texts.auth;

  test('from nobody to a player with a limit', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices[device]);
    await openELogin(page, language, asked);
    await expectGood(page, `${language}-1-form`);
    await dialog(page).getByRole('button', { name: eLogin.submit }).click();
    await dialog(page).getByRole('link', { name: texts.validation.invalidMobile }).waitFor();
    await expectGood(page, `${language}-2-faults`);

    await ask(page, language, person, kind);
    await expectGood(page, `${language}-3-code`);
    await phone({ act: 'confirm', nationalId: person.nationalId });
    await dialog(page).getByRole('heading', { name: signUp.title }).waitFor();
    await expectGood(page, `${language}-4-sign-up`);

    const form = dialog(page);
    await form.getByRole('button', { name: signUp.submit }).click();
    await form.getByRole('link', { name: texts.validation.invalidTerms }).waitFor();
    await expectGood(page, `${language}-5-sign-up-faults`);
    await form.getByLabel(signUp.username).fill('spilari1');
    await form.getByLabel(signUp.password, { exact: true }).fill('sjö fuglar á steini');
    await form.getByLabel(signUp.confirmPassword).fill('sjö fuglar á steini');
    await form.getByLabel(signUp.cellphoneNumber).fill(person.phone);
    await form.getByLabel(signUp.email, { exact: true }).fill(`${username}@example.is`);
    await form.getByLabel(signUp.acceptTerms).check();
    await form.getByRole('button', { name: signUp.submit }).click();
    await form.getByRole('link', { name: texts.errors.EC_USERNAME_EXISTS }).waitFor();
    await form.getByLabel(signUp.username).fill(username);
    await form.getByRole('button', { name: signUp.submit }).click();

    await form.getByRole('heading', { name: signUp.doneTitle }).waitFor();
    await expectGood(page, `${language}-6-limit`);
    await form.getByLabel(texts.limitPrompt.depositMonth).fill('20,5');
    await form.getByRole('button', { name: texts.limitPrompt.save }).click();
    await form.getByRole('link', { name: texts.validation.amountWholeOnly }).waitFor();
    await form.getByLabel(texts.limitPrompt.depositMonth).fill('20.000 kr.');
    await form.getByRole('button', { name: texts.limitPrompt.save }).click();
    await form.getByRole('heading', { name: texts.card.addTitle }).waitFor();
    await expectGood(page, `${language}-7-card`);
    await form.getByRole('button', { name: texts.card.skip }).click();

    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(page.url()).toBe(instance.url + end);
    const heading = asked === undefined ? texts.myPages.greeting.split('{')[0] : texts.myPages.nav.limits;
    await expect.poll(() => title(page).textContent()).toContain(heading?.trim());
    const limits = await page.request.get('/api/proxy/user/limits');
    expect(await limits.json()).toMatchObject({
      depositLimitDay: 20_000,
      depositLimitWeek: 20_000,
      depositLimitMonth: 20_000,
    });
    expect(faults).toEqual([]);
    await close();
  });

  test('the new player signs in by electronic ID alone', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices[device]);
    // The first answer is lost on the way, and is asked for again.
    await page.route('**/e-login/status/**', (route) => route.abort(), { times: 1 });
    await openELogin(page, language);
    await ask(page, language, person, kind);
    await phone({ act: 'confirm', nationalId: person.nationalId });
    await page.waitForURL(`${instance.url}${prefix}/minar-sidur`);
    expect(faults).toEqual([]);
    await close();
  });

  test('what is called off in the browser can be begun again; what the phone refuses cannot', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices[device]);
    await openELogin(page, language);
    await ask(page, language, people.skarphedinn, kind);
    await dialog(page).getByRole('button', { name: eLogin.cancel }).click();
    await dialog(page).getByText(eLogin.cancelled).waitFor();
    await expectGood(page, `${language}-8-called-off`);
    await dialog(page).getByRole('button', { name: eLogin.submit }).click();
    await dialog(page).getByRole('heading', { name: eLogin.codeTitle }).waitFor();
    await phone({ act: 'block', nationalId: people.skarphedinn.nationalId });
    await dialog(page).getByText(eLogin.blocked).waitFor();
    await expectGood(page, `${language}-9-refused`);
    await dialog(page).getByRole('button', { name: texts.common.close, exact: true }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(page.url()).toBe(`${instance.url}${home}`);
    expect(faults).toEqual([]);
    await close();
  });
});

test('who has no electronic ID is told so and keeps the form; a child is told at the end', async () => {
  const { texts } = languages.is;
  const { eLogin, signUp } = texts.auth;
  const { page, faults, close } = await visit(browser, instance.url, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  await openELogin(page, 'is');
  await send(page, 'is', people.hallgerdur, 'sim');
  await dialog(page).getByText(eLogin.noEid).waitFor();
  await expectGood(page, 'dark-no-eid');
  await expect
    .poll(() => dialog(page).getByLabel(eLogin.cellphoneNumber).inputValue())
    .toBe(people.hallgerdur.phone);
  const where = dialog(page).getByRole('link', { name: eLogin.getEid });
  await expect.poll(() => where.getAttribute('href')).toBe('/hjalp');

  // A provider that answers nothing we can believe leaves the form, too.
  await ask(page, 'is', people.oskar, 'app');
  await phone({ forge: 'otherSignature' });
  await phone({ act: 'confirm', nationalId: people.oskar.nationalId });
  await dialog(page).getByText(texts.errors.EC_ELOGIN_ERROR).waitFor();
  await phone({ forge: null });

  await ask(page, 'is', people.oskar, 'sim');
  await expectGood(page, 'dark-code');
  await phone({ act: 'confirm', nationalId: people.oskar.nationalId });
  const form = dialog(page);
  await form.getByLabel(signUp.username).fill('oskarlogi');
  await form.getByLabel(signUp.password, { exact: true }).fill('sjö fuglar á steini');
  await form.getByLabel(signUp.confirmPassword).fill('sjö fuglar á steini');
  await form.getByLabel(signUp.email, { exact: true }).fill('oskar@example.is');
  await form.getByLabel(signUp.acceptTerms).check();
  await form.getByRole('button', { name: signUp.submit }).click();
  await form.getByText(texts.errors.EC_PLAYER_TOO_YOUNG).waitFor();
  await expectGood(page, 'dark-too-young');
  await form.getByRole('button', { name: texts.common.close, exact: true }).click();
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 15: who is asked again proves it by electronic ID; what was typed is saved', async () => {
  const { texts } = languages.is;
  const { fresh, login, eLogin } = texts.auth;
  const { profile } = texts.myPages;
  const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
  page.setDefaultTimeout(15_000);
  await signInDirectly(page, 'spilari1');
  operator(instance, 'clock', 'advance', '16m', '--expire-sessions');
  await openPage(page, '/minar-sidur/upplysingar');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field(profile.address).fill('Hlíðarvegur 7');
  await field(profile.postalCode).fill('200');
  await field(profile.email).fill('nytt@hending.example');
  await page.getByRole('button', { name: texts.common.saveChanges }).click();
  await dialog(page).getByRole('heading', { name: fresh.title }).waitFor();
  await expectGood(page, 'fresh');
  await dialog(page).getByRole('button', { name: login.withEid }).click();
  await ask(page, 'is', people.ylfa, 'sim');
  await phone({ act: 'confirm', nationalId: people.ylfa.nationalId });
  await dialog(page).getByText(eLogin.success).waitFor();
  await dialog(page).getByRole('button', { name: texts.common.continue }).click();
  await page.getByText(profile.saved).waitFor();
  await expect.poll(() => field(profile.address).inputValue()).toBe('Hlíðarvegur 7');
  await expect.poll(() => field(profile.email).inputValue()).toBe('nytt@hending.example');
  expect(faults).toEqual([]);
  await close();
});

describe('the certificate', () => {
  const { texts } = languages.is;
  const { eLogin, eLoginReminder, eLoginRequired, eLoginRevalidation, login } = texts.auth;

  async function signIn(page: Page, username: string): Promise<void> {
    page.setDefaultTimeout(15_000);
    await openPage(page, '/?login=true');
    await choosePassword(page);
    await dialog(page).getByLabel(login.username).fill(username);
    await dialog(page).getByLabel(login.password, { exact: true }).fill(demoPassword);
    await dialog(page).getByRole('button', { name: login.submit, exact: true }).click();
  }

  test('that soon ends is told of and can be put off', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
    await signIn(page, 'spilari2');
    await dialog(page).getByRole('heading', { name: eLoginReminder.title }).waitFor();
    await expectGood(page, 'reminder');
    await dialog(page).getByRole('button', { name: eLoginReminder.skip }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(page.url()).toContain('/minar-sidur');
    expect(faults).toEqual([]);
    await close();
  });

  test('that soon ends is renewed from its reminder, and the way leads on to my pages', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices.phone);
    await signIn(page, 'spilari2');
    await dialog(page).getByRole('button', { name: eLoginReminder.renew }).click();
    await dialog(page).getByRole('heading', { name: eLoginRevalidation.title }).waitFor();
    await expectGood(page, 'renewal');
    await dialog(page).getByRole('button', { name: texts.auth.stepBack }).click();
    await dialog(page).getByRole('button', { name: eLoginReminder.renew }).click();
    await ask(page, 'is', people.skarphedinn, 'app');
    await phone({ act: 'confirm', nationalId: people.skarphedinn.nationalId });
    await dialog(page).getByText(eLogin.success).waitFor();
    await dialog(page)
      .getByText(eLoginRevalidation.done.split('{')[0] ?? '')
      .waitFor();
    await expectGood(page, 'renewed-early');
    await dialog(page).getByRole('button', { name: texts.common.continue }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(page.url()).toBe(`${instance.url}/minar-sidur`);
    expect(faults).toEqual([]);
    await close();
  });

  test('must-hold 15: that has ended holds the dialog, then the purchase, until it is renewed', async () => {
    const { page, faults, close } = await visit(browser, instance.url, devices.phone);
    await signIn(page, 'spilari3');
    await dialog(page).getByRole('heading', { name: eLoginRequired.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('heading', { name: eLoginRequired.title }).waitFor();
    await expectGood(page, 'required');
    await dialog(page).getByRole('button', { name: eLoginRequired.renew }).click();
    await dialog(page).getByRole('heading', { name: eLoginRevalidation.title }).waitFor();

    await ask(page, 'is', people.bryndis, 'app');
    await phone({ act: 'confirm', nationalId: people.bryndis.nationalId });
    await dialog(page).getByText(eLoginRevalidation.wrongPerson).waitFor();
    await expectGood(page, 'wrong-person');
    await dialog(page).getByRole('button', { name: texts.auth.stepBack }).last().click();
    await dialog(page).getByRole('button', { name: eLoginRequired.renew }).click();

    await ask(page, 'is', people.vedis, 'sim');
    await phone({ act: 'confirm', nationalId: people.vedis.nationalId });
    await dialog(page).getByText(eLogin.expired).waitFor();

    await openPage(page, '/minar-sidur');
    // The first matter of my pages leads straight to it.
    await page.getByRole('main').getByRole('button', { name: eLoginRequired.renew }).click();
    await dialog(page).getByRole('heading', { name: eLoginRevalidation.title }).waitFor();

    // Who goes on to buy is asked there, and the purchase is made once the certificate is renewed.
    await openPage(page, '/lottoleikir/lotto/spila?quick=1');
    await reviewButton(page, 'is').click();
    await buyButton(page, 'is').click();
    await dialog(page).getByRole('heading', { name: eLoginRequired.title }).waitFor();
    await expectGood(page, 'required-to-buy');
    await dialog(page).getByRole('button', { name: eLoginRequired.renew }).click();
    const renewed = await fetch(`${instance.sandboxUrl}/e-id/renew/${people.vedis.nationalId}`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(renewed.status).toBe(303);
    await ask(page, 'is', people.vedis, 'app');
    await phone({ act: 'confirm', nationalId: people.vedis.nationalId });
    await dialog(page).getByText(eLogin.success).waitFor();
    await expectGood(page, 'renewed');
    await dialog(page).getByRole('button', { name: texts.common.continue }).click();
    await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
    await expectGood(page, 'bought');
    expect(faults).toEqual([]);
    await close();
  });

  test('that ended long ago stops signing in; the electronic ID then signs in by itself', async () => {
    const { pool, close: closeDatabase } = databaseOf(instance);
    await pool
      .query(
        `UPDATE wallets SET certificate_expires = (domain_now() AT TIME ZONE 'UTC')::date - 90
         WHERE player_id = (SELECT player_id FROM players WHERE username = 'spilari2')`,
      )
      .finally(closeDatabase);
    const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
    await signIn(page, 'spilari2');
    await dialog(page).getByRole('heading', { name: texts.auth.strongRequired.title }).waitFor();
    await expectGood(page, 'strong');
    await fetch(`${instance.sandboxUrl}/e-id/renew/${people.skarphedinn.nationalId}`, { method: 'POST' });
    await dialog(page).getByRole('button', { name: eLoginRequired.renew }).click();
    await ask(page, 'is', people.skarphedinn, 'sim');
    await phone({ act: 'confirm', nationalId: people.skarphedinn.nationalId });
    await dialog(page).getByRole('button', { name: texts.common.continue }).click();
    await page.waitForURL(`${instance.url}/minar-sidur`);
    expect(faults).toEqual([]);
    await close();
  });
});

test('must-hold 147: whose account was erased is told so', async () => {
  const { page, faults, close } = await visit(browser, instance.url, devices.phone);
  const enter = async () => {
    await openELogin(page, 'is');
    await ask(page, 'is', people.bryndis, 'app');
    await phone({ act: 'confirm', nationalId: people.bryndis.nationalId });
  };
  await enter();
  await page.waitForURL(`${instance.url}/minar-sidur`);
  const { user } = await (await page.request.get('/api/auth/session')).json();
  const headers = { origin: instance.url, 'content-type': 'application/json' };
  const closed = await page.request.post('/api/proxy/user/close-account', { headers });
  expect(closed.status()).toBe(204);
  // A letter to her that is just being sent is waited for.
  const erase = () => operator(instance, 'players', 'erase', user.playerId, '--reason', 'her letter');
  await expect.poll(erase).toContain('is erased');
  await page.context().clearCookies();
  await enter();
  await dialog(page).getByText(languages.is.texts.errors.EC_ACCOUNT_REMOVED).waitFor();
  await expectGood(page, 'erased');
  expect(faults).toEqual([]);
  await close();
});
