/**
 * Limits, break, closing and the time reminder as a player meets them (must-hold 15, 26-33, 37-40, 42-44).
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { compile } from '#texts/compile.ts';
import { evaluate } from '#texts/evaluate.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, holdScripts, visit } from './browser.ts';
import { byTurns } from './by-turns.ts';
import {
  contentHasCome,
  demoPassword,
  isHydrated,
  languageRuns,
  languages,
  operator,
  signedInPlayer,
  signInDirectly,
  title,
} from './steps.ts';

const instance = ownInstance();

beforeAll(async () => {
  await contentHasCome(instance);
});

test('whoever saves too often reads how long to wait, not that the account may not', async () => {
  const { texts } = languages.is;
  const storageState = await signedInPlayer(instance);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices.phone, storageState });
  const body = { code: 'EC_ACTION_NOT_ALLOWED', message: 'Refused.', details: { errorId: 'x' } };
  await page.goto('/minar-sidur/mork');
  await isHydrated(page);
  await page.route('**/api/proxy/user/limits', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: body }),
  );
  await page.locator('summary').filter({ hasText: texts.myPages.limits.edit }).click();
  await page.getByRole('textbox', { name: texts.myPages.limits.stakeLimitDay }).fill('1.000');
  await page.getByRole('button', { name: texts.myPages.limits.save }).click();
  await page.getByRole('alert').getByText('Of margar tilraunir. Reyndu aftur eftir 7 sekúndur.').waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 30: a raise is confirmed after the password, and what was typed stays', async () => {
  const { texts } = languages.is;
  const { limits } = texts.myPages;
  const { fresh, login } = texts.auth;
  const { page, faults, close } = await visit(browser, instance.url, devices.phone);
  await signInDirectly(page, 'spilari1');
  const change = async (stakeLimitDay: number) => {
    const now = await (await page.request.get('/api/proxy/user/limits')).json();
    const answer = await page.request.post('/api/proxy/user/limits', { data: { ...now, stakeLimitDay } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await change(1000);
  await change(3000);
  operator(instance, 'clock', 'advance', '73h');
  operator(instance, 'clock', 'advance', '16m', '--expire-sessions');

  await page.goto('/minar-sidur/mork');
  await isHydrated(page);
  await page.locator('summary').filter({ hasText: limits.edit }).click();
  const week = page.getByRole('textbox', { name: limits.depositLimitWeek });
  await week.fill('77.000');
  const confirm = page.getByRole('button', { name: new RegExp(`^${limits.pendingConfirm.split('{')[0]}`) });
  const dialog = page.getByRole('dialog', { name: fresh.title });
  const password = dialog.getByLabel(login.password, { exact: true });

  await confirm.press('Enter');
  await password.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByText(texts.errors.EC_ELOGIN_AUTH_REQUIRED).waitFor();
  await expect.poll(() => confirm.evaluate((button) => button === document.activeElement)).toBe(true);

  await confirm.press('Enter');
  await password.fill('rangt-ord');
  await password.press('Enter');
  await dialog.getByText(texts.errors.EC_INVALID_PASSWORD).waitFor();
  await password.fill(demoPassword);
  await password.press('Enter');
  await page.getByText(limits.savedNow).waitFor();
  const meter = page.getByRole('meter', { name: limits.stakeLimitDay });
  await expect.poll(() => meter.getAttribute('aria-valuemax')).toBe('3000');
  await expect.poll(() => week.inputValue()).toBe('77.000');
  expect(faults).toEqual([]);
  await close();
});

describe.each(languageRuns)('%s, %s', (language, device) => {
  const walk = byTurns(language);
  const { texts, prefix } = languages[language];
  const { limits, lockout, close, reminder } = texts.myPages;
  const invalidBreakEnd = texts.validation.invalidBreakEnd.split('{')[0] ?? '';
  const start = (text: string) => new RegExp(`^${text.split('{')[0]}`);

  const daysOf = (days: number) => evaluate(language, compile(lockout.daysOption), { days });

  const open = async (path: string) => {
    const storageState = await signedInPlayer(instance);
    const seen = await visit(browser, instance.url, { ...devices[device], storageState });
    await seen.page.goto(prefix + path);
    await isHydrated(seen.page);
    return { ...seen, storageState };
  };
  const done = async ({ page, faults, close }: Awaited<ReturnType<typeof open>>) => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
    await close();
  };
  const field = (page: Page, name: string) => page.getByRole('textbox', { name });
  const save = (page: Page) => page.getByRole('button', { name: limits.save });
  const meter = (page: Page, name: string) => page.getByRole('meter', { name });
  const edit = (page: Page) => page.locator('summary').filter({ hasText: limits.edit }).click();

  walk('must-hold 28, 32: a lower limit is typed freely, explained, and holds at once', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    // The link at a limit that is not set opens the form at its field.
    await page.getByRole('link', { name: `${limits.set} – ${limits.stakeLimitDay}` }).click();
    await expect
      .poll(() => field(page, limits.stakeLimitDay).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await field(page, limits.stakeLimitDay).fill('5.000 kr.');
    await page.getByText(limits.effect.lower).waitFor();
    await save(page).click();
    await page.getByText(limits.savedNow).waitFor();
    await expect.poll(() => meter(page, limits.stakeLimitDay).getAttribute('aria-valuemax')).toBe('5000');
    await done(seen);
  });

  walk('what is set, typed and sent before the scripts came is kept and done', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    const letScriptsCome = await holdScripts(page);
    await page.goto(`${prefix}/minar-sidur/mork`, { waitUntil: 'domcontentloaded' });
    const often = page.getByRole('radio', { name: /30/ }).and(page.locator('[name="reminder"]'));
    await often.check();
    await edit(page);
    await field(page, limits.depositLimitDay).fill('4.000');
    await field(page, limits.stakeLimitDay).fill('3000 kr.');
    await save(page).click();
    letScriptsCome();
    await page.getByText(limits.savedNow).waitFor();
    await expect.poll(() => meter(page, limits.depositLimitDay).getAttribute('aria-valuemax')).toBe('4000');
    await expect.poll(() => meter(page, limits.stakeLimitDay).getAttribute('aria-valuemax')).toBe('3000');
    await expect.poll(() => often.isChecked()).toBe(true);
    await page.getByRole('button', { name: texts.common.save, exact: true }).click();
    await page.getByText(reminder.saved).waitFor();
    expect(page.url()).toBe(`${instance.url}${prefix}/minar-sidur/mork`);
    await done(seen);
  });

  walk('must-hold 29, 30: a raise says when, waits, is given up or confirmed in one press', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    await edit(page);
    const ask = async (amount: string) => {
      await field(page, limits.stakeLimitDay).fill(amount);
      await save(page).click();
    };
    const { promise: late, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/*.data*', (route) => late.then(() => route.continue()));
    await ask('1000');
    await field(page, limits.stakeLimitDay).fill('2000');
    letCome();
    await page.getByText(limits.savedNow).waitFor();
    await page.unroute('**/*.data*');
    await page.getByText(start(limits.effect.request)).waitFor();
    await save(page).click();
    await page.getByRole('button', { name: start(limits.pendingCancel) }).click();
    const held = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(held).toContain(limits.savedWithdrawn);
    await expect.poll(() => meter(page, limits.stakeLimitDay).getAttribute('aria-valuemax')).toBe('1000');

    await ask('3000');
    await page.getByRole('button', { name: start(limits.pendingCancel) }).waitFor();
    operator(instance, 'clock', 'advance', '73h');
    await page.reload();
    await page.getByRole('button', { name: start(limits.pendingConfirm) }).click();
    await page.getByText(limits.savedNow).waitFor();
    await expect.poll(() => meter(page, limits.stakeLimitDay).getAttribute('aria-valuemax')).toBe('3000');
    await page.getByText(limits.history).click();
    await expect.poll(() => page.locator('.limits_changes li').count()).toBe(5);
    await done(seen);
  });

  walk('what is no amount, above the system or out of order is said at its field', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    const { amountWholeOnly, limitAboveSystem, limitOrder } = texts.validation;
    const cases: [string, string, string][] = [
      [limits.stakeLimitDay, '1,5', amountWholeOnly],
      [limits.stakeLimitDay, '1.50', amountWholeOnly],
      [limits.stakeLimitDay, '100.001', limitAboveSystem.split('{')[0] ?? ''],
      [limits.stakeLimitWeek, '100', limitOrder],
    ];
    for (const [name, typed, said] of cases) {
      await page.reload();
      await isHydrated(page);
      await edit(page);
      await field(page, limits.stakeLimitDay).fill('300');
      await field(page, name).fill(typed);
      await save(page).click();
      const summary = page.locator('.error-summary_errorSummary');
      await summary.getByText(said).waitFor();
      expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
    }
    await done(seen);
  });

  walk('must-hold 37-39: a break begins with one confirmation, sells nothing, shows tickets', async () => {
    const seen = await open('/urslit');
    const { page } = seen;
    // From the head of any page, by keyboard; Escape gives the focus back.
    const head = page.getByRole('banner').getByRole('link', { name: texts.nav.lock });
    const dialog = page.getByRole('dialog', { name: lockout.title });
    const shortest = dialog.getByRole('radio', { name: start(daysOf(1)) });
    await head.press('Enter');
    await expect.poll(() => shortest.isChecked()).toBe(true);
    const confirm = dialog.getByRole('button', { name: start(lockout.confirm) });
    const [tomorrow = ''] = /\d+/.exec((await confirm.textContent()) ?? '') ?? [];
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => head.evaluate((link) => link === document.activeElement)).toBe(true);
    await head.press('Enter');
    await dialog.getByRole('radio', { name: lockout.custom }).check();
    await dialog.getByRole('button', { name: lockout.start }).click();
    await dialog.getByText(invalidBreakEnd).waitFor();
    const day = dialog.getByLabel(texts.calendar.day, { exact: true });
    await expect.poll(() => day.evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);
    for (const wrong of ['32', '0', 'á morgun']) {
      await day.fill(wrong);
      await dialog.getByRole('button', { name: lockout.start }).click();
      await dialog.getByText(invalidBreakEnd).waitFor();
    }
    await day.fill(tomorrow);
    await dialog.getByText(start(lockout.customEnd)).waitFor();
    await confirm.click();
    const begun = page.getByRole('dialog', { name: texts.nav.break });
    await begun.getByText(start(lockout.done)).waitFor();
    await expectAccessible(page);
    await begun.getByRole('button', { name: texts.common.close }).last().click();
    await page.goto(`${prefix}/minar-sidur/mork`);
    await page.getByText(start(lockout.active)).waitFor();
    await expectAccessible(page);

    await page.goto(`${prefix}/`);
    await page.getByRole('heading', { level: 1, name: texts.nav.break }).waitFor();
    await page.getByRole('main').getByText(start(lockout.active)).waitFor();
    await expectAccessible(page);
    expect(await page.locator('main a:is([href$="/spila"], [href*="/spila?"])').count()).toBe(0);
    await page.goto(`${prefix}/lottoleikir/lotto/spila?rows=1-2-3-4-5`);
    await page.getByText(start(texts.responsible.paused)).first().waitFor();
    const review = page
      .getByRole('button', { name: start(texts.slip.reviewShort) })
      .filter({ visible: true });
    await isHydrated(page);
    expect(await review.count()).toBe(0);
    await page.goto(`${prefix}/minar-sidur/midar`);
    await title(page).waitFor();
    await done(seen);
  });

  walk('must-hold 40: closing says what is open, ends the session, and the way back is shut', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    await page.getByText(start(close.balance)).first().waitFor();
    await page.getByRole('button', { name: close.confirm }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: close.confirmTitle }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: close.confirm }).click();
    await dialog.getByText(texts.ends.account.closed.happened).waitFor();
    await dialog.getByRole('link', { name: texts.common.backToHome }).click();
    await page.getByRole('heading', { level: 1, name: texts.home.heading }).waitFor();
    const answer = await page.request.get('/api/proxy/user/account/details');
    expect(answer.status()).toBe(401);
    await done(seen);
  });

  walk('must-hold 43: the time reminder is chosen, comes when it is due, and once', async () => {
    const seen = await open('/minar-sidur/mork');
    const { page } = seen;
    await page.getByRole('radio', { name: /30/ }).and(page.locator('[name="reminder"]')).check();
    await page.getByRole('button', { name: texts.common.save, exact: true }).click();
    await page.getByText(reminder.saved).waitFor();
    // Half an hour ago this sitting was reminded last.
    await page.evaluate(async () => {
      const answer = await fetch('/api/proxy/user/spending');
      const { session } = (await answer.json()) as { session: { from: string } };
      const before = new Date(Date.parse(session.from) - 31 * 60_000).toISOString();
      localStorage.setItem('time-reminder', `${session.from} ${before}`);
    });
    await page.reload();
    const dialog = page.getByRole('dialog', { name: start(texts.responsible.realityTitle) });
    await dialog.waitFor();
    await dialog.getByText(start(texts.responsible.realityText)).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await title(page).waitFor();
    await isHydrated(page);
    expect(await dialog.count()).toBe(0);
    await done(seen);
  });

  walk('must-hold 33, 42: spent and net on home and in the menu, limits one press away', async () => {
    const seen = await open('/');
    const { page } = seen;
    await page.getByText(start(texts.home.boughtFor)).waitFor();
    await page.getByRole('main').getByRole('link', { name: texts.responsible.setLimits }).click();
    await page.getByRole('heading', { name: limits.title }).waitFor();
    await page.goto(`${prefix}/lottoleikir/lotto/spila`);
    await page.getByRole('button', { name: start(texts.a11y.balance) }).click();
    const menu = page.getByRole('navigation', { name: texts.nav.userMenu });
    await menu.getByRole('link', { name: texts.myPages.nav.limits }).click();
    await page.getByRole('heading', { name: limits.title }).waitFor();
    await done(seen);
  });
});
