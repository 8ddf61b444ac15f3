/** Purchases under bad luck, and the web without script: what is said, what is bought, what is kept. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, holdScripts, visit } from './browser.ts';
import {
  buyButton,
  choosePassword,
  demoPassword,
  filledPath,
  languages,
  openPage,
  openReview,
  operator,
  playPath,
  reviewButton,
  signedInPlayer,
  signIn,
  signInDirectly,
  ticketCount,
  title,
} from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;

async function signedIn() {
  return visit(browser, instance.url, { ...devices.desktop, storageState: await signedInPlayer(instance) });
}

test('a slow answer is explained after three seconds, repeated presses are ignored', async () => {
  const { page, close } = await signedIn();
  let calls = 0;
  await page.route('**/api/proxy/lotto/buy', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  await openReview(page);
  const button = buyButton(page, 'is');
  await button.dblclick();
  await page.getByText(texts.ends.purchase.slow.happened).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
  expect(calls).toBe(1);
  expect(await ticketCount(page)).toBe(1);
  await close();
});

test('must-hold 56: a refusal says why and what became of the money, and frees the key', async () => {
  const storageState = await signedInPlayer(instance, 500);
  const { page, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  const limits = { depositLimitDay: 0, depositLimitWeek: 0, depositLimitMonth: 0, stakeLimitDay: 200 };
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/lotto/buy')) keys.push(request.headers()['idempotency-key']);
  });
  await openReview(page);
  await page.request.post('/api/proxy/user/limits', { data: limits });
  await buyButton(page, 'is').click();
  await page.getByRole('alert').getByText('Ekkert var skuldfært.').waitFor();
  await page.getByRole('button', { name: texts.review.back }).last().click();
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).not.toBe(keys[1]);
  expect(await ticketCount(page)).toBe(0);
  await close();
});

test('an expired certificate: spilari3 signs in and reads, a purchase is refused in words', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  // Before the scripts the form is sent as HTML does it, and nobody looks at the certificate.
  await openPage(page, `${filledPath.replace('?', '?login=true&')}`);
  await signIn(page, 'is', 'spilari3');
  const { title: required, notNow } = texts.auth.eLoginRequired;
  await page.getByRole('dialog', { name: required }).waitFor();
  await page.goto(filledPath);
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('dialog', { name: required }).getByRole('button', { name: notNow }).click();
  await page.getByRole('alert').getByText(texts.errors.byCall.buy.EC_ELOGIN_AUTH_REQUIRED).waitFor();
  expect(await ticketCount(page)).toBe(0);
  await close();
});

test('must-hold 24: a session that ended asks for sign-in and keeps the slip', async () => {
  const { page, close } = await signedIn();
  await openReview(page);
  await page.context().clearCookies();
  await buyButton(page, 'is').click();
  const expired = page.getByRole('dialog', { name: texts.session.expiredTitle });
  await expired.getByText(texts.ends.session.expiredSlip.money).waitFor();
  await expired.getByRole('link', { name: texts.session.logIn }).click();
  await signIn(page, 'is', 'spilari1');
  await reviewButton(page, 'is').waitFor();
  await page.getByText('300').first().waitFor();
  await close();
});

test('a link with rows drops them from its address and reads nothing again that could fail', async () => {
  const { page, close } = await signedIn();
  const read: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) read.push(request.url());
  });
  await openReview(page);
  await expect.poll(() => page.url()).toBe(`${instance.url}${playPath}`);
  expect(read).toEqual([]);
  await close();
});

test('a press from before the scripts came is done once they are there', async () => {
  const { page, faults, close } = await signedIn();
  const letScriptsCome = await holdScripts(page);
  await page.goto(filledPath, { waitUntil: 'domcontentloaded' });
  await reviewButton(page, 'is').click();
  expect(await page.locator('[data-pressed]').count()).toBe(1);
  letScriptsCome();
  await buyButton(page, 'is').waitFor();
  expect(await page.locator('[data-pressed]').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('a press from before the scripts came wakes a part of the page that slept', async () => {
  const { page, faults, close } = await visit(browser, instance.url, devices.phone);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  // No pointer and no key that would wake it as well.
  await page.getByRole('button', { name: texts.a11y.themeDark }).dispatchEvent('click');
  letScriptsCome();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(faults).toEqual([]);
  await close();
});

test('numbers and draws chosen before the scripts came join the slip that was kept', async () => {
  const { page, faults, close } = await signedIn();
  const press = (number: number) =>
    page.locator('.number-grid_cell').getByText(String(number), { exact: true }).click();
  await openPage(page, playPath);
  await press(5);
  const letScriptsCome = await holdScripts(page);
  await page.goto(playPath, { waitUntil: 'domcontentloaded' });
  for (const number of [5, 7, 12, 12]) await press(number);
  const draws = page.getByRole('radio', { name: /^2 / });
  await draws.check();
  letScriptsCome();
  const chosen = page.getByRole('checkbox', { checked: true });
  const values = () => chosen.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  await page.getByText('2 af 5', { exact: true }).first().waitFor();
  expect(await values()).toEqual(['5', '7']);
  await expect.poll(() => draws.isChecked()).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('forms that filter lead on before the scripts came', async () => {
  const { page, close } = await signedIn();
  const letScriptsCome = await holdScripts(page);
  await page.goto('/felog', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(texts.clubs.search).fill('víkingur');
  await page.getByLabel(texts.clubs.search).press('Enter');
  await page.waitForURL('**/felog?leit=v%C3%ADkingur', { waitUntil: 'domcontentloaded' });
  await page.goto('/aheit', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(texts.contributions.week).selectOption('allar-vikur');
  await page.getByRole('button', { name: texts.common.show }).click();
  await page.waitForURL('**/aheit?ar=*&vika=allar-vikur', { waitUntil: 'domcontentloaded' });
  letScriptsCome();
  await close();
});

test('the slip lasts for the session; reset=true empties it; what cannot be read is left out', async () => {
  const { page, close } = await visit(browser, instance.url, devices.phone);
  await page.goto(`${playPath}?rows=1-2-3-4-5_1-2-3&joker=12`);
  await page.getByText(texts.play.leftOut).waitFor();
  await expect.poll(() => page.url()).toBe(instance.url + playPath);
  await page.goto(playPath);
  const chosen = page.getByRole('checkbox', { checked: true });
  await expect.poll(() => chosen.count()).toBe(5);
  await page.goto(`${playPath}?reset=true`);
  await expect.poll(() => page.url()).toBe(instance.url + playPath);
  await expect.poll(() => chosen.count()).toBe(0);
  await close();
});

test('a removed row comes back', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto(filledPath);
  await page.getByRole('button', { name: 'Fjarlægja röð B' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Fjarlægja röð B' }).count()).toBe(0);
  await page.getByRole('button', { name: texts.common.undo, exact: true }).click();
  await page.getByRole('button', { name: 'Fjarlægja röð B' }).waitFor();
  await close();
});

test('a Joker that lacks digits holds the review back until it is completed or removed', async () => {
  const { page, faults, close } = await signedIn();
  const missing = page.getByRole('alert').getByText(/vantar í Jóker/);
  const digit = (place: number) => page.getByLabel(`Tölustafur ${place} af 5`);
  const isFocused = (place: number) => digit(place).evaluate((box) => box === document.activeElement);
  await page.goto(`${filledPath}&joker=012`);
  await page.getByText(texts.play.jokerIncomplete).waitFor();
  expect(await Promise.all([1, 2, 3, 4].map((place) => digit(place).inputValue()))).toEqual([
    '0',
    '1',
    '2',
    '',
  ]);
  await reviewButton(page, 'is').click();
  await missing.waitFor();
  await expect.poll(() => isFocused(4)).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);

  // Kept for the session as it is.
  await page.goto(playPath);
  await expect.poll(() => digit(3).inputValue()).toBe('2');
  await reviewButton(page, 'is').click();
  await missing.waitFor();
  await page.keyboard.type('34');
  await expect.poll(() => missing.count()).toBe(0);
  await reviewButton(page, 'is').click();
  await page.getByRole('dialog').getByText('550').first().waitFor();
  await page.keyboard.press('Escape');

  await digit(1).fill('');
  await reviewButton(page, 'is').click();
  await missing.waitFor();
  await expect.poll(() => isFocused(1)).toBe(true);
  await page.getByRole('button', { name: texts.joker.remove }).click();
  await reviewButton(page, 'is').click();
  await page.getByRole('dialog').getByText('300').first().waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('five digits are pasted into Joker at once', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto(filledPath);
  await page.getByRole('button', { name: /^Bæta við Jóker/ }).click();
  const first = page.getByLabel('Tölustafur 1 af 5');
  await first.evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '01234');
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => page.getByLabel('Tölustafur 5 af 5').inputValue()).toBe('4');
  expect(await first.inputValue()).toBe('0');
  await close();
});

test('without script: home, results, sign-in by a plain form, my pages, a ticket', async () => {
  const { page, close } = await visit(browser, instance.url, { ...devices.phone, javaScriptEnabled: false });
  await page.goto('/');
  await expect.poll(() => title(page).textContent()).toBe(texts.home.heading);
  await page.goto('/urslit/lotto');
  await expect.poll(() => page.getByRole('table').count()).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: texts.common.week }).getByRole('link').first().click();
  expect(page.url()).toContain('week=');

  await page.goto('/minar-sidur');
  expect(page.url()).toContain('login=true');
  // What needs the scripts is not shown.
  expect(await page.getByText(texts.auth.login.withEid).isVisible()).toBe(false);
  await choosePassword(page);
  await page.getByLabel(texts.auth.login.username).fill('spilari2');
  await page.getByLabel(texts.auth.login.password, { exact: true }).fill('rangtrangt');
  await page.getByRole('button', { name: texts.auth.login.submit, exact: true }).click();
  await page.getByRole('alert').getByText(texts.errors.byCall.login.EC_AUTH_FAIL).waitFor();
  await page.getByLabel(texts.auth.login.username).fill('spilari2');
  await page.getByLabel(texts.auth.login.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: texts.auth.login.submit, exact: true }).click();
  await page.goto('/minar-sidur');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Góðan dag');

  // What only scripts can finish says so, and a form that is sent anyway gives nothing away.
  for (const path of ['/minar-sidur/upplysingar', '/minar-sidur/mork', '/minar-sidur/lykilord', playPath]) {
    await page.goto(path);
    await page.locator('noscript .notice_notice').waitFor();
  }
  await page.goto('/minar-sidur/lykilord');
  await page.getByLabel(texts.myPages.password.current).fill(demoPassword);
  await page.getByRole('button', { name: texts.myPages.password.submit }).click();
  expect(page.url()).toBe(`${instance.url}/minar-sidur/lykilord`);
  await expect.poll(() => page.getByLabel(texts.myPages.password.current).inputValue()).toBe(demoPassword);
  await close();
});

test('the theme is kept in a cookie and rendered by the server', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto('/');
  await page.getByRole('button', { name: texts.a11y.themeDark }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  const html = await (await page.request.get('/urslit/lotto')).text();
  expect(html).toContain('data-theme="dark"');
  await close();
});

async function confirmByApp(page: Page, nationalId: string): Promise<void> {
  const { eLogin } = texts.auth;
  await page.getByRole('button', { name: texts.claim.identify.submit }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByRole('radio', { name: eLogin.app }).check();
  await dialog.getByLabel(eLogin.nationalId).fill(nationalId);
  await dialog.getByRole('button', { name: eLogin.submit }).click();
  await dialog.getByRole('heading', { name: eLogin.codeTitle }).waitFor();
  const act = JSON.stringify({ act: 'confirm', nationalId });
  await fetch(`${instance.sandboxUrl}/_control/e-id`, { method: 'POST', body: act });
}

/** The electronic ID of Bryndís opens nothing of Ylfa's prize. */
async function expectOtherRefused(page: Page): Promise<void> {
  await confirmByApp(page, '2902960059');
  await page.getByText(texts.auth.eLoginRevalidation.wrongPerson).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: texts.common.close, exact: true }).click();
  expect(await page.getByLabel(texts.claim.account.otherFirst).count()).toBe(0);
}

test('a winning ticket shows each hit and sum; a large prize is claimed, and its day told', async () => {
  const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
  await signInDirectly(page, 'spilari1');
  const answer = await page.request.get('/api/proxy/lotto/current-draw/lotto');
  const { draw, drawDate } = (await answer.json()) as { draw: number; drawDate: string };
  await openReview(page, `${playPath}?rows=1-2-3-40-41_1-2-3-4-5&joker=01239`);
  await buyButton(page, 'is').click();
  await page.getByRole('link', { name: texts.purchase.viewTicket }).click();
  await page.getByText(texts.ticket.more).waitFor();
  const ticket = page.url();

  const result = ['--numbers', '1,2,3,4,5', '--bonus', '6', '--joker', '01234'];
  const lotto = ['lotto', String(draw)];
  operator(instance, 'draw', 'close', ...lotto, '--as', 'operator1', '--reason', 'browser walk');
  operator(instance, 'clock', 'set', new Date(Date.parse(drawDate) + 30_000).toISOString());
  operator(instance, 'draw', 'enter', ...lotto, ...result, '--as', 'operator1');
  operator(instance, 'draw', 'confirm', ...lotto, ...result, '--as', 'operator2');
  operator(instance, 'draw', 'settle', ...lotto);
  operator(instance, 'draw', 'pay', ...lotto, '--as', 'operator3');

  await page.goto(ticket);
  await page.getByText('3 réttar').waitFor();
  await page.getByText('5 réttar').waitFor();
  await page.getByText('125.000\u00a0kr.').waitFor();
  const { large } = texts.myPages.tickets;
  const step = page.locator('[aria-labelledby=large-prize-heading] [aria-current=step]');
  await page.getByText(large.waiting).waitFor();
  expect(await step.textContent()).toContain(texts.claim.station.claim);
  await expectAccessible(page);
  expect(await page.getByText(/^Spila sömu tölur aftur/).count()).toBe(0);
  // From the letter to the claim: its link, then the button.
  const ticketId = new URL(ticket).searchParams.get('ticketId') ?? '';
  await page.goto(`/minar-sidur/vinningur?ticketId=${ticketId}`);
  await page.getByRole('heading', { name: texts.contact.never }).waitFor();
  await expectOtherRefused(page);
  await confirmByApp(page, '0101700019');
  await page.getByRole('dialog').getByRole('button', { name: texts.common.continue }).click();
  await page.getByLabel(texts.claim.account.otherFirst).fill('0133-26-333333');
  const claim = page.getByRole('button', { name: /^Vitja [\d.]+\skr\./ });
  await claim.click();
  await page.getByText(texts.errors.byCall.claimPrize.EC_BANK_DECLINED).first().waitFor();
  await expectAccessible(page);
  await page.getByLabel(texts.claim.account.otherFirst).fill('0133-26-007689');
  await claim.dblclick();
  await page.getByRole('heading', { name: texts.claim.titleClaimed }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.locator('main [aria-current=step]').textContent()).toContain(texts.claim.station.review);
  await expectAccessible(page);
  await page.goto(ticket);
  const paidOn = new Date(Date.parse(drawDate) + 28 * 86_400_000).getUTCDate();
  await page.getByText(new RegExp(large.claimedHeld.replace('{date}', `${paidOn}\\. .*`))).waitFor();
  expect(await step.textContent()).toContain(texts.claim.station.review);
  await page.goto('/minar-sidur/midar');
  await page.getByText(texts.status.ticket.claimed).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('must-hold 71: at close the button closes at once and the next draw is offered', async () => {
  const { page, close } = await signedIn();
  const answer = await page.request.get('/api/proxy/lotto/current-draw/lotto');
  const { closeDate } = (await answer.json()) as { closeDate: string };
  operator(instance, 'clock', 'set', new Date(Date.parse(closeDate) - 6_000).toISOString());
  await page.goto(filledPath);
  await expect.poll(() => reviewButton(page, 'is').getAttribute('aria-disabled')).toBe('false');
  await page.getByText(texts.play.drawClosed).waitFor();
  await expect.poll(() => reviewButton(page, 'is').getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: texts.play.switchDraw }).click();
  await page.getByText(texts.play.drawClosed).waitFor({ state: 'hidden' });
  await expect.poll(() => reviewButton(page, 'is').getAttribute('aria-disabled')).toBe('false');
  await close();
});

test('the catalogue of the design system is no page where it is not asked for', async () => {
  for (const path of ['/_honnun', '/en/_honnun']) {
    expect((await fetch(instance.url + path)).status).toBe(404);
  }
});
