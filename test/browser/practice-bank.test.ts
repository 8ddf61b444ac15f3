/** The sandbox's bank in a real browser, reached from another site and leading back to it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardGatewayForTests, cardGatewayForTests } from '#test/harness/card-gateway.ts';
import { browser } from '#test/harness/own-browser.ts';
import { testCard } from '#test/harness/paying.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';

const shop = 'http://localhost:3999';
let sandbox: CardGatewayForTests;

beforeAll(async () => {
  sandbox = await cardGatewayForTests(() => new Date('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  sandbox?.stop();
});

async function formPage(): Promise<string> {
  const begun = await sandbox.client().beginAuthentication({
    card: { typed: testCard('02') },
    amount: 12_500,
    returnUrl: `${shop}/back`,
    md: 'state',
    correlationId: randomUUID(),
    challenge: false,
  });
  if (begun.outcome !== 'begun') throw new Error(JSON.stringify(begun));
  const { postUrl, fields } = begun.form;
  const inputs = fields.map(({ name, value }) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${postUrl}">${inputs.join('')}<button>Greiða</button></form>`;
}

test.each([
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const)('says what it is, shows its code, and is used by keys: %s, %s', async (device, colorScheme) => {
  const { page, faults, close } = await visit(browser, shop, { ...devices[device], colorScheme });
  const returned = Promise.withResolvers<URLSearchParams>();
  const form = await formPage();
  await page.route(`${shop}/**`, (route) => {
    const posted = route.request().postData();
    if (posted !== null) returned.resolve(new URLSearchParams(posted));
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: posted === null ? form : 'Komið' });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Greiða' }).click();
  const code = page.getByLabel('Öryggiskóði');
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
  const text = (await page.getByRole('main').textContent())?.replace(/\s+/g, ' ');
  for (const said of [
    'Æfingabanki',
    'engir alvörupeningar',
    '12.500 kr.',
    'Kóðinn er 1234',
    'no real money',
  ]) {
    expect(text).toContain(said);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.type('4321');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('2 tilraunir eru eftir');
  await expectAccessible(page);
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  expect(Object.fromEntries(await returned.promise)).toMatchObject({ mdStatus: '1', MD: 'state' });
  await page.getByText('Komið').waitFor();
  await page.goto(`${sandbox.address}/`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
  await close();
});
