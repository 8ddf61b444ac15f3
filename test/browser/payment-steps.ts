/** What walks with money have in common. */
import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export const update = (page: Page, data: object) =>
  page.request.post('/api/proxy/user/account/update', { data });

export const newMobile = () => `77${String(randomInt(100_000)).padStart(5, '0')}`;

/** What takes a text message, or a day. */
export async function change(
  instance: Parameters<typeof databaseOf>[0],
  player: { mobile: string },
  what: string,
): Promise<void> {
  const database = databaseOf(instance);
  await database.pool
    .query(`UPDATE players SET ${what} WHERE mobile = $1`, [player.mobile])
    .finally(database.close);
}
