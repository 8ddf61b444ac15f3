/** Every way back without password or name, through the inboxes; languages and widths alternate. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { byTurns } from './by-turns.ts';
import { choosePassword, languageRuns, languages, operator } from './steps.ts';

const instance = ownInstance({ TRUSTED_PROXIES: '127.0.0.0/8 ::1' });

const nationalId = '010170-0019';
const username = 'spilari1';

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** What came into an inbox of the sandboxes after the first `before` and says `wanted`. */
async function arrived(name: 'mail' | 'home-bank', before: number, wanted: string): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    found = (await inbox(name)).slice(before).findLast((text) => text.includes(wanted));
    return found;
  };
  await expect.poll(look).toBeDefined();
  return found ?? '';
}

/** Oldest first. */
async function inbox(name: 'mail' | 'home-bank'): Promise<string[]> {
  const answer = await fetch(`${instance.sandboxUrl}/_control/${name}`);
  const { letters = [], documents = [] } = (await answer.json()) as {
    letters?: { Text: string }[];
    documents?: { text: string }[];
  };
  return name === 'mail' ? letters.map(({ Text }) => Text).reverse() : documents.map(({ text }) => text);
}

function linkIn(text: string): string {
  const [link = ''] = /http\S+\/reset-password\S+/.exec(text) ?? [];
  expect(link).toContain('hash=');
  return link;
}

describe.each(languageRuns)('in %s on %s', (language, device) => {
  const walk = byTurns(language);
  const { texts, home, prefix } = languages[language];
  const { login, forgotPassword, forgotUsername, resetPassword } = texts.auth;
  const password = (way: string) => `nýtt orð ${language} ${device} ${way}`.slice(0, 30);
  const network = `10.${languageRuns.findIndex(([a, b]) => a === language && b === device)}.0.1`;
  const enter = () =>
    visit(browser, instance.url, {
      ...devices[device],
      extraHTTPHeaders: { 'x-forwarded-for': network },
    });

  /** What the address asked for is taken out of it by the script. */
  const awake = (page: Page) => page.waitForURL((url) => !url.searchParams.has('login'));
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

  async function openForgotPassword(page: Page) {
    await page.goto(`${home}?login=true`);
    const form = dialog(page, login.title);
    await awake(page);
    await choosePassword(page, language);
    await form.getByRole('button', { name: login.forgotPassword }).click();
    const asking = dialog(page, forgotPassword.title);
    await asking.getByRole('textbox', { name: forgotPassword.nationalId }).waitFor();
    return asking;
  }

  async function setNewPassword(page: Page, link: string, chosen: string): Promise<void> {
    await page.goto(link);
    const form = dialog(page, resetPassword.title);
    await form.getByRole('textbox', { name: resetPassword.password, exact: true }).waitFor();
    // The form stands before the scripts have taken the link's secret out of the address.
    await expect.poll(() => page.url()).toBe(new URL(home, instance.url).href);
    await expectGood(page);
    await form.getByRole('textbox', { name: resetPassword.password, exact: true }).fill(chosen);
    await form.getByLabel(resetPassword.confirmPassword).fill(chosen);
    await form.getByRole('button', { name: resetPassword.submit }).click();
    await dialog(page, resetPassword.doneTitle).waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: login.submit, exact: true }).click();
    const back = dialog(page, login.title);
    await back.getByLabel(login.username).fill(username);
    await back.getByLabel(login.password, { exact: true }).fill(chosen);
    await back.getByRole('button', { name: login.submit, exact: true }).click();
  }

  /** Electronic ID, after which the new password opens the account as before. */
  async function proveByPhone(page: Page): Promise<void> {
    const { strongRequired, eLoginRequired, eLogin } = texts.auth;
    await dialog(page, strongRequired.title).getByRole('button', { name: eLoginRequired.renew }).click();
    const form = page.getByRole('dialog').filter({ visible: true });
    await form.getByRole('radio', { name: eLogin.sim }).check();
    await form.getByLabel(eLogin.cellphoneNumber).fill('611 0011');
    await form.getByRole('button', { name: eLogin.submit }).click();
    await form.getByRole('heading', { name: eLogin.codeTitle }).waitFor();
    const confirmed = await fetch(`${instance.sandboxUrl}/_control/e-id`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ act: 'confirm', nationalId: nationalId.replace('-', '') }),
    });
    expect(confirmed.status).toBe(200);
    await form.getByRole('button', { name: texts.common.continue }).click();
  }

  walk('by e-mail: what is wrong is said, the letter comes, electronic ID opens the account', async () => {
    operator(instance, 'clock', 'advance', '11m');
    const { page, faults, close } = await enter();
    const asking = await openForgotPassword(page);
    await asking.getByRole('button', { name: forgotPassword.submit }).click();
    await asking.getByText(texts.validation.usernameRequired).first().waitFor();
    expect(
      await asking.getByRole('textbox', { name: forgotPassword.nationalId }).getAttribute('aria-invalid'),
    ).toBe('true');
    await expectGood(page);
    const before = (await inbox('mail')).length;
    await asking.getByRole('textbox', { name: forgotPassword.nationalId }).fill(nationalId);
    await asking.getByLabel(forgotPassword.username).fill(username);
    await asking.getByRole('button', { name: forgotPassword.submit }).click();
    await dialog(page, forgotPassword.doneTitle).getByText(forgotPassword.doneEmail).waitFor();
    await expectGood(page);
    const link = linkIn(await arrived('mail', before, '/reset-password?'));
    expect(new URL(link).pathname).toBe(`${prefix}/reset-password`);
    await setNewPassword(page, link, password('e-mail'));
    await proveByPhone(page);
    await page.waitForURL(`**${prefix}/minar-sidur`);
    expect(faults).toEqual([]);
    // Must-hold 130.
    const secrets = [password('e-mail'), new URL(link).searchParams.get('hash') ?? '', '0101700019'];
    for (const secret of secrets) expect(instance.output()).not.toContain(secret);
    await close();
  });

  walk('by online bank: signed in at once; the link is dead then and offers another', async () => {
    const { page, faults, close } = await enter();
    const asking = await openForgotPassword(page);
    await asking.locator('label', { hasText: forgotPassword.methodHomeBank }).click();
    await expect.poll(() => asking.getByLabel(forgotPassword.username).count()).toBe(0);
    const before = (await inbox('home-bank')).length;
    await asking.getByRole('textbox', { name: forgotPassword.nationalId }).fill(nationalId);
    await asking.getByRole('button', { name: forgotPassword.submit }).click();
    await dialog(page, forgotPassword.doneTitle).getByText(forgotPassword.doneHomeBank).waitFor();
    const link = linkIn(await arrived('home-bank', before, '/reset-password?'));
    await setNewPassword(page, link, password('bank'));
    await page.waitForURL(`**${prefix}/minar-sidur`);
    await close();

    const later = await enter();
    await later.page.goto(link.replace('/reset-password', '/reset-password/aftur'));
    const form = dialog(later.page, resetPassword.title);
    await form.getByRole('textbox', { name: resetPassword.password, exact: true }).fill('enn annað lykilorð');
    await form.getByLabel(resetPassword.confirmPassword).fill('enn annað lykilorð');
    await form.getByRole('button', { name: resetPassword.submit }).click();
    await form.getByText(resetPassword.expired).waitFor();
    await expectGood(later.page);
    await form.getByRole('button', { name: resetPassword.newLink }).click();
    await dialog(later.page, forgotPassword.title).waitFor();
    expect([...faults, ...later.faults]).toEqual([]);
    await later.close();
  });

  walk('the user name by e-mail, and back to sign-in', async () => {
    const { page, faults, close } = await enter();
    const asking = await openForgotPassword(page);
    await asking.getByRole('button', { name: login.forgotUsername }).click();
    const form = dialog(page, forgotUsername.title);
    await form.getByRole('textbox', { name: forgotUsername.nationalId }).fill('3202700019');
    await form.getByRole('button', { name: forgotUsername.submit }).click();
    await form.getByText(texts.validation.invalidNationalId).first().waitFor();
    await expectGood(page);
    const before = (await inbox('mail')).length;
    await form.getByRole('textbox', { name: forgotUsername.nationalId }).fill(nationalId);
    await form.getByRole('button', { name: forgotUsername.submit }).click();
    const done = dialog(page, forgotUsername.doneTitle);
    await done.getByText(forgotUsername.done).waitFor();
    await expectGood(page);
    expect(await arrived('mail', before, username)).not.toContain('hash=');
    await done.getByRole('button', { name: forgotPassword.back }).click();
    await dialog(page, login.title).getByLabel(login.username).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  walk('the password page: the wrong one is shown at its field, the right one changes it', async () => {
    const { page, faults, close } = await enter();
    await page.goto(`${prefix}/minar-sidur/lykilord`);
    const back = dialog(page, login.title);
    await awake(page);
    await choosePassword(page, language);
    await back.getByLabel(login.username).fill(username);
    await back.getByLabel(login.password, { exact: true }).fill(password('bank'));
    await back.getByRole('button', { name: login.submit, exact: true }).click();
    const { password: words } = texts.myPages;
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    await expectGood(page);
    const fill = async (current: string, chosen: string) => {
      await page.getByLabel(words.current).fill(current);
      await page.getByLabel(words.new, { exact: true }).fill(chosen);
      await page.getByLabel(words.confirm).fill(chosen);
      await page.getByRole('button', { name: words.submit }).click();
    };
    await fill('rangt lykilorð', password('page'));
    await page.locator('#password-currentPassword-error').waitFor();
    await expectGood(page);
    await fill(password('bank'), 'lykilord1');
    await page.locator('#password-password-error').waitFor();
    await fill(password('bank'), password('page'));
    await page.getByText(words.done).waitFor();
    await expectGood(page);
    expect(faults).toEqual([]);
    await close();
  });
});
