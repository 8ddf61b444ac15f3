/** Two tabs of one browser: the first was made for Anna, the second then signed in as another player. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { devices, expectAccessible, visit } from './browser.ts';
import { buyButton, isHydrated, languages, openPage, openReview, signInDirectly } from './steps.ts';

const instance = ownInstance();
const { texts } = languages.is;

const other = (page: Page) => page.getByRole('dialog', { name: texts.session.otherTitle });

async function signOutDirectly(page: Page): Promise<void> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  await page.request.post('/api/auth/signout', { form: { csrfToken, json: 'true', callbackUrl: '/' } });
}

/** The first tab stays as it was made for `spilari1`, and cannot read the session any more. */
async function twoPlayers(open: (page: Page) => Promise<void>) {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.goto('/');
  await signInDirectly(page, 'spilari1');
  await open(page);
  await page.route('**/api/auth/session', (route) => route.abort());
  await signOutDirectly(page);
  await signInDirectly(page, 'spilari2');
  return { page, close };
}

async function countTickets(): Promise<number> {
  const database = databaseOf(instance);
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tickets JOIN players USING (player_id)
     WHERE username LIKE 'spilari%'`,
  );
  await database.close();
  return rows[0]?.count ?? 0;
}

const signedInAs = async (page: Page) => {
  const answer = await page.request.get('/api/auth/session');
  return ((await answer.json()) as { user?: { username: string } }).user?.username;
};

test('a review of one player buys nothing for another, and the page says who is signed in', async () => {
  const { page, close } = await twoPlayers((first) => openReview(first));
  const before = await countTickets();
  await buyButton(page, 'is').click();
  await other(page).waitFor();
  await expectAccessible(page);
  expect(await countTickets()).toBe(before);
  await page.unroute('**/api/auth/session');
  await other(page).getByRole('button').click();
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await openReview(page);
  await buyButton(page, 'is').click();
  await expect.poll(countTickets).toBe(before + 1);
  await close();
});

test('signing out in the tab of one player leaves the session of the other', async () => {
  const { page, close } = await twoPlayers((first) => openPage(first, '/'));
  await isHydrated(page);
  await page.getByRole('button', { name: new RegExp(texts.nav.balance) }).click();
  await page.getByRole('button', { name: texts.nav.logOut }).click();
  await other(page).waitFor();
  expect(await signedInAs(page)).toBe('spilari2');
  await close();
});
