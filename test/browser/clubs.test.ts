/** Clubs in the browser: finding one, supporting it although an answer is lost, and reading its weeks. */
import { expect, test } from 'vitest';
import { ownerUrl } from '#embedded/postgres/roles.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { isHydrated, languages, openPage, signedInPlayer, title } from './steps.ts';

const instance = sharedInstance();
const { texts } = languages.is;
const club = { number: 118, name: 'Ungmennafélagið Jökulsá' };

async function asOwner(statement: string): Promise<void> {
  const { pool, close } = databaseOf(instance, ownerUrl);
  await pool.query(statement);
  await close();
}

async function player(device: keyof typeof devices, colorScheme: 'light' | 'dark' = 'light') {
  const storageState = await signedInPlayer(instance);
  return visit(browser, instance.url, { ...devices[device], storageState, colorScheme });
}

const updates = '**/api/proxy/user/account/update';

test('a player finds a club while typing, supports it after a lost answer, and takes it back', async () => {
  const { page, faults, close } = await player('phone', 'dark');
  await openPage(page, '/felog');
  await page.getByText(texts.clubs.noneYet).waitFor();
  await page.getByLabel(texts.clubs.search).fill('jokul');
  const found = page.getByRole('list', { name: texts.clubs.list });
  await expect.poll(() => found.getByRole('listitem').count()).toBe(1);
  await found.getByRole('link').click();
  await expect.poll(() => title(page).textContent()).toBe(club.name);
  await isHydrated(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The server takes the choice, and the page does not hear of it.
  await page.route(updates, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const choose = page.getByRole('button', { name: texts.clubs.choose });
  await choose.click();
  await page.getByRole('alert').waitFor();
  await page.unroute(updates);
  await choose.click();
  await page.getByText(texts.clubs.saved.replace('{club}', club.name)).waitFor();
  await page.getByText(texts.clubs.supported).waitFor();
  await openPage(page, '/felog');
  await page.getByRole('link', { name: texts.clubs.see }).waitFor();
  await page.getByRole('button', { name: texts.clubs.stop }).click();
  await page.getByText(texts.clubs.takenBack).waitFor();
  await page.getByText(texts.clubs.noneYet).waitFor();
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  await close();
});

test('a club that closes while its page is open is refused in words, and its page says so', async () => {
  const { page, close } = await player('desktop');
  await openPage(page, '/en/felog/214');
  const { clubs, errors } = languages.en.texts;
  await asOwner('UPDATE clubs SET closed_at = domain_now() WHERE club_id = 214');
  await page.getByRole('button', { name: clubs.choose }).click();
  await page.getByText(errors.byCall.club.EC_NO_DATA_FOUND).waitFor();
  await expect
    .poll(async () => (await fetch(`${instance.url}/en/felog/214`)).text(), {
      timeout: 120_000,
      interval: 2_000,
    })
    .toContain(clubs.closed);
  await close();
});

test('signed out, a club is read and the way to support it leads to sign-in', async () => {
  const { page, faults, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto('/felog/118?ar=2019');
  await expect.poll(() => page.getByRole('row').count()).toBe(1 + 6);
  await page.getByRole('link', { name: texts.clubs.weeks.showAll }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(1 + 52);
  await page.getByRole('link', { name: texts.clubs.signIn }).click();
  await page.getByRole('dialog').waitFor();
  expect(faults).toEqual([]);
  await close();
});
