/** The session in the browser: rechecks, other tabs, its end, and the dialog that asks again. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { type Device, devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import {
  choosePassword,
  demoPassword,
  isHydrated,
  type Language,
  languageRuns,
  languages,
  openPage,
  reviewButton,
  signedInPlayer,
  signIn,
  signInDirectly,
  title,
} from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;

const sessionCookie = 'next-auth.session-token';
const myPages = '/minar-sidur';
/** As the browser says it when the tab is looked at again; the scripts of the page have to have come. */
async function lookAt(page: Page): Promise<void> {
  await isHydrated(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const open = (page: Page) => page.locator('dialog[open]');
const expired = (page: Page, language: Language = 'is') =>
  page.getByRole('dialog', { name: languages[language].texts.session.expiredTitle });
const login = (page: Page) => page.getByRole('dialog', { name: texts.auth.login.title });

async function signedIn(device: Device = 'desktop') {
  return visit(browser, instance.url, { ...devices[device], storageState: await signedInPlayer(instance) });
}

/** Ends the session of a browser on the server, as its owner does from another one. */
async function revoke(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === sessionCookie);
  const headers = { Cookie: `${sessionCookie}=${cookie?.value}` };
  const csrf = await fetch(`${instance.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = [headers.Cookie, ...csrf.headers.getSetCookie().map((set) => set.split(';')[0])].join('; ');
  const answer = await fetch(`${instance.url}/api/auth/signout`, {
    method: 'POST',
    headers: { Cookie: cookies, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/' }),
  });
  expect(answer.status).toBe(200);
}

describe('must-hold 24: a session that ended', () => {
  test('is noticed within one recheck; a page that needs one leaves two ways', async () => {
    const { page, faults, close } = await signedIn();
    await page.clock.install();
    await openPage(page, myPages);
    await revoke(page);
    await page.clock.runFor(290_000);
    expect(await open(page).count()).toBe(0);
    await page.clock.runFor(11_000);
    await expired(page).waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await expired(page).waitFor();
    expect(await expired(page).getByRole('button').count()).toBe(0);
    expect(page.url()).toBe(instance.url + myPages);
    await expectAccessible(page);
    await expired(page).getByRole('link', { name: texts.session.home }).click();
    await page.waitForURL(`${instance.url}/`);
    expect(await open(page).count()).toBe(0);
    await page.getByRole('link', { name: texts.nav.logIn, exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('leads by way of sign-in to where one was', async () => {
    const { page, close } = await signedIn();
    await page.goto(`${myPages}/spilareikningur?transactionType=sales`);
    await revoke(page);
    await lookAt(page);
    await expired(page).getByRole('link', { name: texts.session.logIn }).click();
    await page.getByText(texts.session.required).waitFor();
    await signIn(page, 'is', 'spilari1');
    await page.waitForURL(`${instance.url}${myPages}/spilareikningur?transactionType=sales`);
    await close();
  });

  test('elsewhere the page can be used on, without a session', async () => {
    const { page, close } = await signedIn('phone');
    await page.goto('/urslit/lotto');
    await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).waitFor();
    await revoke(page);
    await lookAt(page);
    await expired(page).getByRole('button', { name: texts.session.cancel }).last().click();
    expect(await open(page).count()).toBe(0);
    await page.getByRole('link', { name: texts.nav.logIn, exact: true }).waitFor();
    await close();
  });

  test('every tab says so, although one of them noticed it', async () => {
    const { page, close } = await signedIn();
    await page.goto(myPages);
    const other = await page.context().newPage();
    await other.goto('/urslit/lotto');
    await title(other).waitFor();
    await revoke(page);
    await lookAt(other);
    await expired(other).waitFor();
    await expired(page).waitFor();
    expect(page.url()).toBe(instance.url + myPages);
    await close();
  });

  test('a call says so at once, and what was put together stays', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await signInDirectly(page, 'spilari1');
    await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5');
    await revoke(page);
    await reviewButton(page, 'is').click();
    const buy = page.getByRole('dialog').getByRole('button', { name: /^Kaupa/ });
    await buy.click();
    await expired(page).getByRole('link', { name: texts.session.logIn }).click();
    await signIn(page, 'is', 'spilari1');
    await buy.waitFor();
    await expect
      .poll(() => page.getByRole('checkbox', { checked: true, includeHidden: true }).count())
      .toBe(5);
    await close();
  });
});

describe('must-hold 22: who is signed out from another device', () => {
  const newPassword = 'sjö fuglar á steini';

  async function enter(password: string) {
    const visited = await visit(browser, instance.url, devices.desktop);
    await visited.page.clock.install();
    await openPage(visited.page, '/?login=true');
    const form = login(visited.page);
    await choosePassword(visited.page);
    await form.getByLabel(texts.auth.login.username).fill('spilari2');
    await form.getByLabel(texts.auth.login.password, { exact: true }).fill(password);
    await form.getByRole('button', { name: texts.auth.login.submit, exact: true }).click();
    await visited.page.waitForURL(`${instance.url}${myPages}`);
    await isHydrated(visited.page);
    return visited;
  }
  const isAnswered = async (page: Page) =>
    (await page.request.get('/api/proxy/user/account/details')).status();

  test.each([
    ['a changed password', demoPassword, '/user/password'],
    ['a break', newPassword, '/user/lockout'],
  ])('by %s: every call at once, the tab with its next recheck', async (_, password, path) => {
    const [here, there] = [await enter(password), await enter(password)];
    const data =
      path === '/user/lockout'
        ? { days: 1 }
        : { currentPassword: password, password: newPassword, confirmPassword: newPassword, channel: 'web' };
    const done = await here.page.request.post(`/api/proxy${path}`, { data });
    expect(done.status(), await done.text()).toBe(204);
    expect([await isAnswered(here.page), await isAnswered(there.page)]).toEqual([200, 401]);
    await there.page.clock.runFor(301_000);
    await expired(there.page).waitFor();
    expect(await expired(here.page).count()).toBe(0);
    await here.close();
    await there.close();
  });
});

describe.each(['channel', 'storage'] as const)('two tabs that talk by %s', (by) => {
  async function twoTabs(
    first: string,
    second: string,
    storageState?: Awaited<ReturnType<typeof signedInPlayer>>,
  ) {
    const { page, close } = await visit(browser, instance.url, {
      ...devices.desktop,
      ...(storageState && { storageState }),
    });
    if (by === 'storage') {
      await page.context().addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      });
    }
    await page.goto(first);
    await title(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(second);
    await title(other).waitFor();
    // Scripts have come.
    await isHydrated(other);
    return { page, other, close };
  }

  test('signed in in one, signed in in the other, where sign-in was open', async () => {
    const { page, other, close } = await twoTabs('/?login=true', '/urslit/lotto?login=true');
    await login(other).waitFor();
    await signIn(page, 'is', 'spilari1');
    await page.waitForURL(`${instance.url}${myPages}`);
    await other.getByRole('button', { name: new RegExp(texts.nav.balance) }).waitFor();
    await expect.poll(() => open(other).count()).toBe(0);
    await close();
  });

  test('signed out in one, the other leaves my pages without words of an end', async () => {
    const { page, other, close } = await twoTabs('/', myPages, await signedInPlayer(instance));
    await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).click();
    await page.getByRole('button', { name: texts.nav.logOut }).click();
    await page.getByRole('link', { name: texts.nav.logIn, exact: true }).waitFor();
    await login(other).getByText(texts.session.required).waitFor();
    expect(await expired(other).count()).toBe(0);
    await close();
  });
});

test('Back to a page of nobody after signing in shows the player', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await openPage(page, '/');
  const session = await signedInPlayer(instance);
  await page.context().addCookies(session.cookies);
  await page.goto(`${instance.url}/um-okkur`);
  await page.goBack();
  await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).waitFor();
  await close();
});

test('a tunnel throws nobody out, and the failure is logged', async () => {
  const { page, close } = await signedIn();
  await openPage(page, myPages);
  const logged = page.waitForRequest('**/api/auth/_log');
  await page.route('**/api/auth/session', (route) => route.abort());
  await lookAt(page);
  expect(new URLSearchParams((await logged).postData() ?? '').get('code')).toBe('CLIENT_FETCH_ERROR');
  expect(await open(page).count()).toBe(0);
  await close();
});

describe('the sign-in dialog', () => {
  test('closes for good although the address is still losing what asked for it', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    // Pages that come slowly, as on a busy machine: the address changes only when they are there.
    await page.route('**/*.data*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto('/lottoleikir/lotto/spila?login=true&rows=1-2-3-4-5');
    await page.waitForFunction(() => document.querySelector('dialog:modal') !== null);
    await signIn(page, 'is', 'spilari1');
    await expect.poll(() => page.url()).toBe(`${instance.url}/lottoleikir/lotto/spila`);
    await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).waitFor();
    expect(await open(page).count()).toBe(0);
    await close();
  });

  test('keeps what was typed before the scripts came', async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto('/urslit/lotto?login=true', { waitUntil: 'commit' });
    await choosePassword(page);
    await page.getByLabel(texts.auth.login.username).fill('spilari1');
    await page.getByLabel(texts.auth.login.password, { exact: true }).fill('sandkassi1');
    await page.waitForFunction(() => document.querySelector('dialog:modal') !== null);
    await expect.poll(() => page.getByLabel(texts.auth.login.username).inputValue()).toBe('spilari1');
    await expect
      .poll(() => page.getByLabel(texts.auth.login.password, { exact: true }).inputValue())
      .toBe('sandkassi1');
    await close();
  });

  test('login=true opens it once, and opens nothing for who is signed in', async () => {
    const { page, close } = await signedIn();
    await page.goto('/urslit/lotto?login=true');
    await expect.poll(() => page.url()).toBe(`${instance.url}/urslit/lotto`);
    expect(await open(page).count()).toBe(0);
    await close();
  });

  test('a foreign callbackUrl leads to my pages, not away', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await page.goto('/?login=true&callbackUrl=https%3A%2F%2Fexample.is%2Fx');
    await signIn(page, 'is', 'spilari1');
    await page.waitForURL(`${instance.url}${myPages}`);
    await close();
  });

  test('a wrong password is said in the dialog, which keeps the name', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await page.goto('/?login=true');
    await page.waitForFunction(() => document.querySelector('dialog:modal') !== null);
    await choosePassword(page);
    await page.getByLabel(texts.auth.login.username).fill('enginn1');
    await page.getByLabel(texts.auth.login.password, { exact: true }).fill('rangtrangt');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(texts.errors.byCall.login.EC_AUTH_FAIL).waitFor();
    await expect.poll(() => page.getByLabel(texts.auth.login.username).inputValue()).toBe('enginn1');
    await close();
  });

  test('an ended certificate holds it until one goes on or signs out', async () => {
    const { page, close } = await visit(browser, instance.url, devices.phone);
    await page.goto('/?login=true');
    const { eLoginRequired } = texts.auth;
    await page.waitForFunction(() => document.querySelector('dialog:modal') !== null);
    await choosePassword(page);
    await page.getByLabel(texts.auth.login.username).fill('spilari3');
    await page.getByLabel(texts.auth.login.password, { exact: true }).fill('sandkassi1');
    await page.keyboard.press('Enter');
    const required = page.getByRole('dialog', { name: eLoginRequired.title });
    await required.waitFor();
    await expectAccessible(page);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await expect.poll(() => required.isVisible()).toBe(true);
    await required.getByRole('button', { name: eLoginRequired.logOut }).click();
    await page.waitForURL(`${instance.url}/`);
    await page.getByRole('link', { name: texts.nav.logIn, exact: true }).waitFor();
    await close();
  });

  test.each(languageRuns)(
    'in %s on a %s: axe finds nothing; an address of its own opens a form over home',
    async (language, device) => {
      const { page, faults, close } = await visit(browser, instance.url, devices[device]);
      const { home, prefix, texts: words } = languages[language];
      await page.goto(`${home}?login=true`);
      await page.getByRole('dialog', { name: words.auth.login.title }).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.goto(`${prefix}/credit-card/nytt`);
      // Whose card it is comes first.
      await page.getByRole('dialog', { name: words.auth.login.title }).waitFor();
      await expect.poll(() => page.url()).toBe(instance.url + home);
      await expectAccessible(page);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('by keyboard: the heading has the focus, Tab stays inside, the opener gets it back', async () => {
    const { page, close } = await visit(browser, instance.url, devices.desktop);
    await page.goto('/urslit/lotto');
    const opener = page.getByRole('link', { name: texts.nav.logIn, exact: true });
    await isHydrated(page);
    await opener.focus();
    await page.keyboard.press('Enter');
    await login(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab');
      const inPage = await page.evaluate(() => document.activeElement !== document.body);
      if (inPage) expect(await focused()).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await open(page).count()).toBe(0);
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
    await close();
  });
});

test('must-hold 161: before an idle session ends, one press keeps it', async () => {
  const { page, faults, close } = await signedIn('phone');
  await page.clock.install();
  await openPage(page, '/lottoleikir/lotto/spila?rows=1-2-3-4-5');
  await page.clock.runFor(1_500);
  const { now } = await page.evaluate(async () => {
    const draw = await (await fetch('/api/proxy/lotto/current-draw/lotto')).json();
    return { now: draw.serverTime as string };
  });
  // Half an hour passes here alone: the session is said to end two minutes later.
  const expires = new Date(Date.parse(now) + 32 * 60_000).toISOString();
  await page.route('**/api/auth/session', async (route) => {
    const known = await (await route.fetch()).json();
    await route.fulfill({ json: { ...known, expires } });
  });
  await page.clock.runFor(31 * 60_000);
  const ending = page.getByRole('dialog', { name: texts.session.endingTitle });
  await ending.waitFor();
  await expectAccessible(page);
  const read = page.waitForResponse((answer) => answer.url().includes('.data'));
  await ending.getByRole('button', { name: texts.session.stay }).click();
  expect((await read).ok()).toBe(true);
  await ending.waitFor({ state: 'detached' });
  await page.getByText('1 röð', { exact: true }).filter({ visible: true }).first().waitFor();
  expect(faults).toEqual([]);
  await close();
});
