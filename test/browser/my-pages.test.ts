/** My pages in a real browser: every section, details, devices, notices, movements and their files. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#test/harness/browser.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import {
  type Device,
  devices,
  expectAccessible,
  expectMainFits,
  expectNoSidewaysScroll,
  holdScripts,
  visit,
} from './browser.ts';
import {
  demoPassword,
  languageRuns,
  languages,
  operator,
  signedInPlayer,
  signInDirectly,
  title,
} from './steps.ts';

const instance = ownInstance();

const sections = [
  '',
  '/midar',
  '/askriftir',
  '/spilareikningur',
  '/mork',
  '/upplysingar',
  '/kort',
  '/lykilord',
  '/taeki',
  '/tilkynningar',
  '/hopar',
];
/** A browser of its own in which a demo player is signed in. */
async function signedIn(device: Device, username = 'spilari1') {
  const visitor = await visit(browser, instance.url, devices[device]);
  await signInDirectly(visitor.page, username);
  return visitor;
}

const told = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const letters = async () => (await fetch(`${instance.sandboxUrl}/mail/`)).text();

describe.each(languageRuns)('in %s on %s', (language, device) => {
  const { prefix, texts } = languages[language];

  test('every section is there, reached by its menu, sound for axe and narrow screens', async () => {
    const storageState = await signedInPlayer(instance);
    const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], storageState });
    const turn = languageRuns.findIndex(([first]) => first === language);
    const own = sections.filter((_, index) => index % languageRuns.length === turn);
    for (const section of own) {
      await page.setViewportSize(devices[device].viewport);
      await page.goto(`${prefix}/minar-sidur${section}`);
      const menu = page.getByRole('navigation', { name: texts.myPages.sections });
      const here = menu.locator('[aria-current=page]');
      await expect.poll(() => here.getAttribute('href')).toBe(`${prefix}/minar-sidur${section}`);
      await expect.poll(() => here.evaluate((link) => link.getBoundingClientRect().left >= 0)).toBe(true);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScroll(page);
    }
    await page.goto(`${prefix}/minar-sidur/spilareikningur`);
    const filter = page.getByRole('navigation', { name: texts.myPages.transactions.filter });
    for (const name of ['withdrawal', 'subscriptions', 'teamSystem', 'deposit'] as const) {
      await filter.getByRole('link', { name: texts.myPages.transactions[name], exact: true }).click();
      await page.waitForURL(`**/spilareikningur?transactionType=${name}`);
    }
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.goto(`${prefix}/minar-sidur?ticketId=x&couponId=y`);
    expect(page.url()).toBe(`${instance.url}${prefix}/minar-sidur/midar?ticketId=x&couponId=y`);
    await page.goto(`${prefix}/minar-sidur?subscriptionId=x`);
    expect(page.url()).toBe(`${instance.url}${prefix}/minar-sidur/askriftir?subscriptionId=x`);
    await expect.poll(() => title(page).textContent()).toBe(texts.page.notFound.title);
    expect(faults).toEqual([]);
    await close();
  });
});

test('must-hold 22: a device is ended from another, and is signed out with its next step', async () => {
  const { texts } = languages.is;
  const first = await signedIn('desktop');
  const second = await signedIn('phone');
  await second.page.goto('/minar-sidur');
  await first.page.goto('/minar-sidur/taeki');
  const items = first.page.getByRole('main').getByRole('listitem');
  const ends = first.page.getByRole('button', { name: texts.myPages.sessions.end });
  await expect.poll(() => ends.count()).toBe(1);
  await expect.poll(() => items.filter({ hasText: texts.myPages.sessions.this }).count()).toBe(1);
  await expectAccessible(first.page);
  await ends.press('Enter');
  await told(first.page, texts.myPages.sessions.ended);
  const held = () => first.page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(held).toContain(texts.myPages.sessions.ended);
  await told(first.page, texts.myPages.sessions.alone);
  await second.page.getByRole('navigation', { name: texts.myPages.sections }).locator('summary').click();
  await second.page.getByRole('link', { name: texts.myPages.nav.tickets, exact: true }).last().click();
  await second.page.getByRole('dialog', { name: texts.auth.login.title }).waitFor();
  await first.page.goto('/minar-sidur/tilkynningar');
  await first.page.getByRole('heading', { name: texts.messages.email.newDevice.subject }).waitFor();
  await expectAccessible(first.page);
  await first.page.getByRole('link', { name: 'Skoða innskráð tæki' }).click();
  await first.page.waitForURL('**/minar-sidur/taeki');
  expect([first.faults, second.faults]).toEqual([[], []]);
  await Promise.all([first.close(), second.close()]);
});

test('details: faults at their fields, a fresh proof keeps what was typed, both addresses hear', async () => {
  const { texts } = languages.is;
  const { profile } = texts.myPages;
  const { page, faults, close } = await signedIn('desktop', 'spilari2');
  await page.goto('/minar-sidur/upplysingar');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const save = page.getByRole('button', { name: texts.common.saveChanges });

  await field(profile.address).fill('');
  await field(profile.email).fill('rangt');
  await save.click();
  const summary = page.getByRole('region', { name: /atriði þarf að laga/ });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await summary.getByRole('link', { name: texts.validation.invalidEmail }).click();
  await expect.poll(() => field(profile.email).evaluate((box) => box === document.activeElement)).toBe(true);

  // The proof of the sign-in is stale, and the session lives on.
  operator(instance, 'clock', 'advance', '16m', '--expire-sessions');
  await field(profile.address).fill(' Hlíðarvegur  3 ');
  await field(profile.postalCode).fill('200');
  await field(profile.email).fill('Skarphedinn@hending.example');
  await save.click();
  const dialog = page.getByRole('dialog', { name: texts.auth.fresh.title });
  await dialog.getByLabel(texts.auth.login.password, { exact: true }).fill('rangt-ord');
  await dialog.getByRole('button', { name: texts.auth.fresh.submit }).click();
  await dialog.getByText(texts.errors.EC_INVALID_PASSWORD).waitFor();
  await dialog.getByLabel(texts.auth.login.password, { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: texts.auth.fresh.submit }).click();
  await told(page, profile.saved);
  await expect.poll(() => field(profile.address).inputValue()).toBe('Hlíðarvegur 3');
  await expect.poll(() => field(profile.email).inputValue()).toBe('skarphedinn@hending.example');
  for (const address of ['spilari2@hending.example', 'skarphedinn@hending.example'])
    await expect.poll(letters).toContain(address);
  expect(faults).toEqual([]);
  await close();
});

test('a bank account by electronic ID, the mobile by a code in a text message', async () => {
  const { texts } = languages.is;
  const { profile } = texts.myPages;
  const { eLogin, eLoginRevalidation } = texts.auth;
  const { page, faults, close } = await signedIn('phone');
  const shoot = async (name: string) => {
    await expectAccessible(page);
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
  await page.goto('/minar-sidur/upplysingar');
  const account = page.getByLabel(profile.bankAccount, { exact: true });
  const save = page.getByRole('button', { name: texts.common.saveChanges });
  await account.fill('101-26');
  await save.click();
  await page.getByRole('link', { name: texts.validation.invalidBankAccount }).waitFor();
  await account.fill('101-26-12345');
  await save.click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByText(eLoginRevalidation.why).waitFor();
  await shoot('bank-1-dialog');
  await dialog.getByRole('radio', { name: eLogin.app }).check();
  await dialog.getByLabel(eLogin.nationalId).fill('0101700019');
  await dialog.getByRole('button', { name: eLogin.submit }).click();
  await dialog.getByRole('heading', { name: eLogin.codeTitle }).waitFor();
  await fetch(`${instance.sandboxUrl}/_control/e-id`, {
    method: 'POST',
    body: JSON.stringify({ act: 'confirm', nationalId: '0101700019' }),
  });
  await dialog.getByRole('button', { name: texts.common.continue }).click();
  await told(page, profile.saved);
  await expect.poll(() => account.inputValue()).toBe('0101-26-012345');
  await page.getByText(profile.bankAccountFrom.split('{')[0] ?? '').waitFor();

  const codes = async (): Promise<string[]> => {
    const answer = await fetch(`${instance.sandboxUrl}/_control/sms`);
    const { texts: sent } = (await answer.json()) as { texts: { to: string; body: string }[] };
    return sent.flatMap(({ to, body }) => (to.endsWith('6110011') ? (body.match(/\b\d{6}\b/) ?? []) : []));
  };
  await page.getByRole('button', { name: profile.mobileSend, exact: true }).click();
  await told(page, profile.mobileSent);
  await expect.poll(codes).toHaveLength(1);
  const [code = ''] = await codes();
  const field = page.getByLabel(profile.mobileCode);
  const confirm = page.getByRole('button', { name: profile.mobileConfirm, exact: true });
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await confirm.click();
  await page.getByText(texts.validation.wrongMobileCode).waitFor();
  await shoot('bank-2-mobile');
  await field.fill(code);
  await confirm.click();
  await page.getByText(profile.mobileConfirmed.replace('{mobile}', '611\u00a00011')).waitFor();
  await shoot('bank-3-done');
  expect(faults).toEqual([]);
  await close();
});

test('what is set, typed and sent before the scripts came is kept and done', async () => {
  const { texts } = languages.is;
  const { profile, password } = texts.myPages;
  const { page, faults, close } = await signedIn('phone', 'spilari2');
  const letScriptsCome = await holdScripts(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().includes('/api/')) sent.push(request.url());
  });
  await page.goto('/minar-sidur/upplysingar', { waitUntil: 'domcontentloaded' });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field(profile.address).fill('Hlíðarvegur 5');
  await field(profile.postalCode).fill('200');
  await field(profile.club).selectOption({ index: 3 });
  const club = await field(profile.club).inputValue();
  const wanted = !(await field(profile.mailList).isChecked());
  const off = [...(wanted ? [] : [profile.newsOff]), profile.drawLettersOff];
  await field(profile.mailList).setChecked(wanted);
  await field(profile.drawLetters).setChecked(false);
  await page.getByRole('button', { name: texts.common.saveChanges }).click();
  letScriptsCome();
  for (const text of [profile.saved, ...off]) await page.getByRole('status').getByText(text).waitFor();
  await page.reload();
  await expect.poll(() => field(profile.address).inputValue()).toBe('Hlíðarvegur 5');
  await expect.poll(() => field(profile.club).inputValue()).toBe(club);
  await expect.poll(() => field(profile.mailList).isChecked()).toBe(wanted);
  await expect.poll(() => field(profile.drawLetters).isChecked()).toBe(false);
  await page.unroute('**/assets/*.js');

  const letTheseCome = await holdScripts(page);
  await page.goto('/minar-sidur/lykilord', { waitUntil: 'domcontentloaded' });
  await field(password.current).fill('rangt-ord');
  await field(password.new).fill('sjö fuglar á steini');
  await field(password.confirm).fill('sjö fuglar á steini');
  await field(password.confirm).press('Enter');
  letTheseCome();
  const summary = page.getByRole('region', { name: /atriði þarf að laga/ });
  await summary.getByRole('link', { name: texts.errors.byCall.updatePassword.EC_AUTH_FAIL }).waitFor();
  await expect.poll(() => field(password.new).inputValue()).toBe('sjö fuglar á steini');
  expect(page.url()).toBe(`${instance.url}/minar-sidur/lykilord`);
  expect([faults, sent]).toEqual([[], []]);
  await close();
});

test('must-hold 42, 147: spending comes unasked when it is due; movements are saved as files', async () => {
  const { texts } = languages.is;
  const { page, faults, close } = await visit(browser, instance.url, {
    ...devices.phone,
    storageState: await signedInPlayer(instance, 12_000),
    acceptDownloads: true,
  });
  await page.goto('/minar-sidur');
  const seen = page.getByRole('button', { name: texts.myPages.review.seen });
  expect(await seen.count()).toBe(0);
  operator(instance, 'clock', 'advance', '14d');
  await page.reload();
  await seen.waitFor();
  await expectAccessible(page);
  const rhythm = page.getByLabel(texts.myPages.review.rhythm);
  await rhythm.click();
  await rhythm.selectOption('30');
  await seen.waitFor({ state: 'hidden' });
  const letScriptsCome = await holdScripts(page);
  await page.goto('/minar-sidur', { waitUntil: 'domcontentloaded' });
  await rhythm.selectOption('7');
  letScriptsCome();
  await seen.click();
  await seen.waitFor({ state: 'hidden' });
  const next = texts.myPages.review.next.split('{')[0] ?? '';
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(next);

  await page.goto('/minar-sidur/spilareikningur');
  for (const [name, start] of [
    [texts.myPages.transactions.exportCsv, '\ufeffDagsetning;Tegund;'],
    [texts.myPages.transactions.exportJson, '{"exportedAt":'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^hending-\d{4}-\d\d-\d\d\.(csv|json)$/);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.startsWith(start)).toBe(true);
    expect(text).toContain('12000');
  }
  await expect.poll(() => title(page).textContent()).toBe(texts.myPages.nav.account);
  expect(faults).toEqual([]);
  await close();
});

test('text twice as large, a phone that lies: my pages and results stay in the window', async () => {
  const large = await openBrowser({ textSize: 32 });
  const storageState = await signedInPlayer(instance, 12_000);
  const paths = [
    ...sections.map((section) => `/minar-sidur${section}`),
    '/urslit/lotto',
    '/urslit/eurojackpot',
  ];
  const windows = [
    [large, devices.phone.viewport],
    [large, devices.desktop.viewport],
    [browser, { width: 844, height: 390 }],
  ] as const;
  for (const [one, viewport] of windows) {
    const { page, faults, close } = await visit(one, instance.url, { viewport, storageState });
    for (const path of paths) {
      await page.goto(path);
      await expectMainFits(page);
    }
    expect(faults).toEqual([]);
    await close();
  }
  await large.close();
});
