/** The play pages of the football pools: marked, priced, reviewed, bought; by touch and by keyboard. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchCount, type PoolId, signs } from '#rules/pools/games.ts';
import { importPrograms } from '#server/games/pools/import.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import type { Database } from '#server/platform/database.ts';
import { startInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import type { Instance } from '#test/harness/product.ts';
import { programLine } from '#test/pools/programs.ts';
import { pathsFor } from '#web/page/paths.ts';
import {
  brokenLines,
  type Device,
  devices,
  expectAccessible,
  expectNoSidewaysScroll,
  visit,
} from './browser.ts';
import {
  buyButton,
  isHydrated,
  languages,
  openPage,
  reviewButton,
  signedInPlayer,
  signInDirectly,
  ticketCount,
} from './steps.ts';
import { expectLight } from './weigh.ts';

let instance: Instance;
let database: Database;

beforeAll(async () => {
  instance = await startInstance();
  database = databaseOf(instance);
  const kickOffs = [new Date(Date.parse(await serverTime()) + 5 * 3_600_000)];
  const games: PoolId[] = ['totoeng', 'xg'];
  const text = games.map((game) => programLine({ game, number: 7, kickOffs })).join('\n');
  for (const actor of ['gunna', 'jonas']) await importPrograms(database.db, kinds, { text, actor });
});
afterAll(async () => {
  expect(await checkLedger(database.db)).toEqual({ ok: true });
  await database.close();
  await instance.dispose();
});

async function serverTime(): Promise<string> {
  const answer = await fetch(`${instance.url}/api/proxy/lotto/current-draw/lotto`);
  return ((await answer.json()) as { serverTime: string }).serverTime;
}

async function visitor(device: Device, balance?: number) {
  const state = await signedInPlayer(instance, balance);
  return visit(browser, instance.url, { ...devices[device], storageState: state });
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

const box = (page: Page, match: number, outcome: number) =>
  page.locator(`input[data-match="${match}"][data-outcome="${outcome}"]`);

/** One group of signs for each match. */
async function mark(page: Page, marks: string): Promise<void> {
  for (const [match, group] of marks.split(' ').entries())
    for (const sign of group)
      await box(page, match, signs.indexOf(sign as (typeof signs)[number])).check({ force: true });
}

async function buy(page: Page, language: 'is' | 'en', price: string): Promise<void> {
  const { texts } = languages[language];
  await reviewButton(page, language).click();
  await buyButton(page, language).filter({ hasText: price }).waitFor();
  await look(page);
  await buyButton(page, language).click();
  await page.getByRole('dialog', { name: texts.purchase.doneTitle }).waitFor();
  await look(page);
}

const total = (page: Page, price: string) =>
  page.getByText(price, { exact: true }).filter({ visible: true }).first().waitFor();

test('home and the header lead to the pools that are on sale, and the header stays in one line', async () => {
  const wide = { width: 1440, height: 900 };
  for (const storageState of [undefined, await signedInPlayer(instance, 1_234_567)]) {
    const { page, close } = await visit(browser, instance.url, {
      viewport: wide,
      ...(storageState && { storageState }),
    });
    for (const [language, { home, texts }] of Object.entries(languages)) {
      const paths = pathsFor(language as 'is' | 'en');
      await page.goto(home);
      const section = page.getByRole('region', { name: texts.nav.poolGames });
      for (const game of ['totoeng', 'xg'] as const)
        await section.locator(`a[href="${paths.playPools(game)}"]`).waitFor();
      expect(await section.getByRole('listitem').count()).toBe(2);
      const header = page.locator('.header_top nav').getByRole('link', { name: texts.nav.poolGames });
      for (const width of [1024, 1100, 1280, 1366, 1440]) {
        await page.setViewportSize({ ...wide, width });
        expect(await header.isVisible()).toBe(true);
        expect([width, home, await brokenLines(page)]).toEqual([width, home, []]);
        await expectNoSidewaysScroll(page);
      }
      await header.click();
      await page.waitForURL(`**${paths.poolGames()}`);
    }
    await close();
  }
});

test('no mark lies below the slip beside it, however narrow the window', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  for (const game of ['totoeng', 'xg'] as const) {
    await page.goto(pathsFor('is').playPools(game));
    for (const width of [1024, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const last = page.locator('input[data-match="0"]').last();
      const [mark, slip] = await Promise.all([
        last.boundingBox(),
        page.locator('aside[data-game]').boundingBox(),
      ]);
      expect([game, width, (mark?.x ?? 0) + (mark?.width ?? 0) < (slip?.x ?? 0)]).toEqual([
        game,
        width,
        true,
      ]);
    }
  }
  await close();
});

test.each(['totoeng', 'xg'] as const)('the page of %s stays within its bytes and does not shift', (game) =>
  expectLight(instance, pathsFor('is').playPools(game), { script: 156, style: 23 }),
);

test('an open coupon is marked by touch and bought: Icelandic, phone', async () => {
  const { page, faults, close } = await visitor('phone');
  const { texts } = languages.is;
  await openPage(page, pathsFor('is').playPools('totoeng'));
  await look(page);
  await mark(page, '1 1X 2');
  await page.getByText('10 leikir ómerktir').filter({ visible: true }).first().waitFor();
  // What is unmarked is filled in, and what is marked stays.
  await page.getByRole('button', { name: texts.toto.quickPickRest }).filter({ visible: true }).click();
  await total(page, '26 kr.');
  await page.reload();
  await total(page, '26 kr.');
  expect(await box(page, 1, 1).isChecked()).toBe(true);
  await buy(page, 'is', '26 kr.');
  await page.getByRole('button', { name: texts.purchase.another }).click();
  await total(page, '0 kr.');
  expect(await ticketCount(page)).toBe(1);
  expect(faults).toEqual([]);
  await close();
});

test('a system is chosen and marked by keyboard alone: English, desktop', async () => {
  const { page, faults, close } = await visitor('desktop');
  const { texts } = languages.en;
  await openPage(page, pathsFor('en').playPools('totoeng', { tab: 'kerfi' }));
  await page.getByLabel(texts.pools.kinds.S).focus();
  await page.keyboard.press('Space');
  await page.getByRole('radio', { name: /^S 4-0-9/ }).focus();
  await page.keyboard.press('Space');
  await page.getByText('at least one row has 12 right').waitFor();
  await look(page);
  await page.getByRole('button', { name: texts.pools.markMatches }).first().focus();
  await page.keyboard.press('Enter');
  await box(page, 0, 0).focus();
  for (let match = 0; match < matchCount; match += 1) {
    await page.keyboard.press('1');
    if (match < 4) for (const sign of ['x', '2']) await page.keyboard.press(sign);
    await page.keyboard.press('ArrowDown');
  }
  await total(page, '117 kr.');
  await page.getByText('4 of 4').waitFor();
  await look(page);
  await buy(page, 'en', '117 kr.');
  await page.getByRole('link', { name: texts.purchase.viewTicket }).press('Enter');
  await page.getByText('9 rows, system S 4-0-9').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a file is refused with line and reason, and bought once it is mended', async () => {
  const { page, faults, close } = await visitor('desktop');
  const good = Array.from({ length: 12 }, (_, row) => signs[row % 3]?.repeat(matchCount));
  const choose = (rows: unknown[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'radir.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(rows.join('\r\n')),
    });
  await openPage(page, pathsFor('is').playPools('totoeng', { tab: 'skra' }));
  await choose([...good, '1X21X213X21X1']);
  const fault = page.getByRole('row').filter({ hasText: '1X21X213X21X1' });
  await fault.getByText('„3“ er ekki merki.').waitFor();
  await fault.getByRole('rowheader', { name: '13' }).waitFor();
  await look(page);
  await choose(good);
  await total(page, '156 kr.');
  await look(page);
  await buy(page, 'is', '156 kr.');
  expect(await ticketCount(page)).toBe(1);
  expect(faults).toEqual([]);
  await close();
});

test('rows of goals are bought, those that lack marks are left out', async () => {
  const { page, faults, close } = await visitor('phone');
  const { texts } = languages.is;
  await openPage(page, pathsFor('is').playPools('xg'));
  await look(page);
  for (let match = 0; match < matchCount; match += 1) await box(page, match, 2).check({ force: true });
  await box(page, 0, 7).check({ force: true });
  await page.getByRole('button', { name: texts.xg.addRow }).click();
  await box(page, 3, 1).check({ force: true });
  await total(page, '26 kr.');
  await look(page);
  await buy(page, 'is', '26 kr.');
  expect(faults).toEqual([]);
  await close();
});

test('two single rows stand on one coupon', async () => {
  const { page, faults, close } = await visitor('phone');
  const { texts } = languages.is;
  await openPage(page, pathsFor('is').playPools('totoeng'));
  await mark(page, '1 1 1 1 1 1 1 1 1 1 1 1 1');
  await page.getByRole('button', { name: texts.xg.addRow }).click();
  await page.getByText(texts.pools.singleRows).waitFor();
  await mark(page, '2 2 2 2 2 2 2 2 2 2 2 2 2');
  // Another sign takes the place of the first.
  await box(page, 0, 1).check({ force: true });
  expect(await box(page, 0, 2).isChecked()).toBe(false);
  await total(page, '26 kr.');
  await look(page);
  await buy(page, 'is', '26 kr.');
  expect(faults).toEqual([]);
  await close();
});

test('an address fills the coupon once and is dropped; of another program it fills nothing', async () => {
  const { page, faults, close } = await visitor('desktop');
  const { texts } = languages.is;
  const { playMarks } = pathsFor('is');
  await openPage(page, playMarks('totoeng', 'program=totoeng-7&rows=1A1111111111X'));
  await total(page, '26 kr.');
  const picture = page.locator('meta[property="og:image"]');
  expect(await picture.getAttribute('content')).toMatch(/1x2-enski-boltinn\/totoeng-7\.png$/);
  expect(await box(page, 1, 1).isChecked()).toBe(true);
  await page.waitForURL((url) => url.search === '');
  await box(page, 12, 0).check({ force: true });
  await page.reload();
  await total(page, '52 kr.');
  for (const query of [
    'program=totoeng-6&rows=2222222222222',
    'rows=3',
    'rows=1A11111111111_2222222222222',
  ]) {
    await openPage(page, playMarks('totoeng', query));
    await page.getByText(texts.pools.linkLeftOut).waitFor();
    await total(page, '52 kr.');
  }
  expect(faults).toEqual([]);
  await close();
});

test('marks are saved, by a visitor too, and used again on another coupon', async () => {
  const { texts } = languages.is;
  const said = (text: string, name: string) => text.replace('{name}', name);
  const { page, faults, close } = await visit(browser, instance.url, devices.phone);
  await openPage(page, pathsFor('is').playMarks('totoeng', 'rows=1A1111111111X'));
  await total(page, '26 kr.');
  const openSaved = () => page.getByRole('button', { name: texts.savedRows.title }).click();
  await openSaved();
  await page.getByText(texts.savedRows.none).waitFor();
  await page.getByLabel(texts.savedRows.name).fill('Laugardagsseðillinn');
  await page.getByRole('button', { name: texts.savedRows.save }).click();
  await page.getByText(said(texts.savedRows.saved, 'Laugardagsseðillinn')).waitFor();
  // What is saved already is not offered again.
  expect(await page.getByRole('button', { name: texts.savedRows.save }).count()).toBe(0);
  await look(page);
  await signInDirectly(page, 'spilari1');
  await openPage(page, pathsFor('is').playPools('totoeng'));
  await openSaved();
  await page.getByRole('button', { name: texts.savedRows.move.split('{')[0] as string }).click();
  await page.getByRole('heading', { name: 'Laugardagsseðillinn' }).waitFor();
  await page.getByRole('button', { name: texts.savedRows.delete }).click();
  await page.getByText(said(texts.savedRows.deleted, 'Laugardagsseðillinn')).waitFor();
  await page.getByRole('button', { name: texts.common.undo, exact: true }).click();
  await page.getByRole('heading', { name: 'Laugardagsseðillinn' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: texts.toto.clear }).click();
  await total(page, '0 kr.');
  await openSaved();
  await page.getByRole('button', { name: texts.savedRows.use }).click();
  await total(page, '26 kr.');
  await page.goto(pathsFor('is').savedRows());
  await isHydrated(page);
  await page.getByText('2 raðir').waitFor();
  await look(page);
  await page.getByRole('button', { name: `${texts.savedRows.delete} – Laugardagsseðillinn` }).click();
  await page.getByRole('button', { name: texts.common.undo, exact: true }).click();
  await page.getByText(texts.savedRows.restored).waitFor();
  await page.getByRole('link', { name: `${texts.savedRows.use} – Laugardagsseðillinn` }).click();
  await total(page, '26 kr.');
  expect(await box(page, 1, 1).isChecked()).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('money that lacks is told, and the marks stay when the sale ends', async () => {
  const { page, faults, close } = await visitor('desktop', 0);
  const { texts } = languages.is;
  await page.clock.install({ time: new Date(await serverTime()) });
  await openPage(page, pathsFor('is').playPools('totoeng'));
  await mark(page, '1 1 1 1 1 1 1 1 1 1 1 1 1');
  await reviewButton(page, 'is').click();
  await page.getByRole('dialog').getByText('Vantar 13 kr.').waitFor();
  await page.getByText(texts.review.back, { exact: true }).click();
  await page.clock.fastForward('06:00:00');
  await page.getByText(texts.pools.closed).waitFor();
  expect(await box(page, 12, 0).isChecked()).toBe(true);
  expect(await reviewButton(page, 'is').getAttribute('aria-disabled')).toBe('true');
  expect(faults).toEqual([]);
  await close();
});

test('the list leads to coupons that are open, and says where none is', async () => {
  const { page, faults, close } = await visitor('phone');
  const { texts } = languages.is;
  await openPage(page, pathsFor('is').poolGames());
  await look(page);
  await page
    .getByRole('link', { name: `${texts.pools.markMatches}, ` })
    .first()
    .click();
  await page.locator('#leikir').waitFor();
  await openPage(page, pathsFor('is').playPools('totoeur'));
  await page.getByText(texts.pools.nothingOpen).waitFor();
  await look(page);
  expect(faults).toEqual([]);
  await close();
});
