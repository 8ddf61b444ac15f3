/** What must be on every page, and what a password manager needs. */
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, visit } from './browser.ts';
import { choosePassword, languages, signedInPlayer } from './steps.ts';

const instance = sharedInstance();

const paths = [
  '/',
  '/lottoleikir/lotto',
  '/lottoleikir/lotto/spila',
  '/urslit/lotto',
  '/tolfraedi/lotto',
  '/vann-eg',
  '/um-okkur/frettir',
  '/notendaskilmalar',
  '/minar-sidur',
  '/minar-sidur/mork',
  '/leit',
  '/engin-slik-sida',
];

test('must-hold 45, 118: help line, responsible play and the balance as it is on every page', async () => {
  const storageState = await signedInPlayer(instance, 4_200);
  for (const [language, device] of [
    ['is', 'phone'],
    ['en', 'desktop'],
  ] as const) {
    const { texts, prefix } = languages[language];
    const { page, close } = await visit(browser, instance.url, { ...devices[device], storageState });
    for (const path of paths) {
      await page.goto(path === '/' ? `${prefix}/` : prefix + path, { waitUntil: 'domcontentloaded' });
      const foot = page.getByRole('contentinfo');
      await foot.getByRole('link', { name: texts.footer.helpLine }).waitFor();
      await foot.getByRole('link', { name: texts.nav.responsible }).first().waitFor();
      await page.getByRole('banner').getByText('4.200\u00a0kr.').first().waitFor();
    }
    await close();
  }
});

test.each(paths)('%s has the styles of all that it shows, also of islands that sleep', async (path) => {
  const { cookies } = await signedInPlayer(instance, 4_200);
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const html = await (await fetch(`${instance.url}${path}`, { headers })).text();
  const hrefs = [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]*href="([^"#]+)/g)].map(([, href]) => href);
  expect(hrefs.length).toBeLessThanOrEqual(5);
  const sheets = await Promise.all(hrefs.map(async (href) => (await fetch(`${instance.url}${href}`)).text()));
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
  const ofModules = [...new Set(classes)].filter((name) => /^[a-z-]+_\w+$/.test(name));
  expect(ofModules.length).toBeGreaterThan(20);
  expect(ofModules.filter((name) => !sheets.some((sheet) => sheet.includes(`.${name}`)))).toEqual([]);
});

test('must-hold 10: passwords may be pasted, and a manager finds its fields', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto('/?login=true');
  const { login } = languages.is.texts.auth;
  const dialog = page.getByRole('dialog', { name: login.title });
  const password = dialog.getByLabel(login.password, { exact: true });
  await choosePassword(page);
  await expect.poll(() => dialog.getByLabel(login.username).getAttribute('autocomplete')).toBe('username');
  await expect.poll(() => password.getAttribute('autocomplete')).toBe('current-password');
  await password.focus();
  const isLeft = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(isLeft, 'nothing prevents a paste').toBe(true);
  await page.keyboard.insertText('límt lykilorð 8');
  await expect.poll(() => password.inputValue()).toBe('límt lykilorð 8');
  await close();
});
