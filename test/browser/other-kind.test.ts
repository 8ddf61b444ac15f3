/** A game that the pages do not know, drawn by them from what its kind says of itself (`test/scores`). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUrl, ownerUrl } from '#embedded/postgres/roles.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { createLoadPlayers } from '#server/players/create-players.ts';
import { createSell } from '#server/sales/sell.ts';
import { untilHeld } from '#test/harness/draws.ts';
import { startInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { browser } from '#test/harness/own-browser.ts';
import type { Instance } from '#test/harness/product.ts';
import { kinds } from '#test/scores/kind.ts';
import { addGame, bringFigures, planAndOpen, purchaseOf } from '#test/scores/market.ts';
import { matchCount, mirrored, type Score } from '#test/scores/rules.ts';
import { pathsFor } from '#web/page/paths.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import { type Language, languageRuns, languages, openPage, sessionState, title } from './steps.ts';

const right: Score[] = Array.from({ length: matchCount }, (_, match) => [match, 3]);
const wrong: Score[] = right.map(() => [15, 15]);
const outcome = { ...Object.fromEntries(right.map(([h, a], match) => [match + 1, `${h}-${a}`])), 7: 'void' };
const words = {
  is: { game: 'Úrslitaspá', nameIn: 'í Úrslitaspá', drawn: 'Úrslit leikja', tier: '13 réttir' },
  en: { game: 'Scores', nameIn: 'in Scores', drawn: 'Results of the matches', tier: '13 right' },
};

let instance: Instance;
let database: Database;
let draw: Draw;
let token = '';
/** Of the rows of which one is right, and of 20,000 rows. */
let ids: { ticketId: string; couponId: string }[] = [];

beforeAll(async () => {
  instance = await startInstance({}, 'test/scores/main.ts');
  database = databaseOf(instance);
  const { db } = database;
  await addGame(ownerUrl(readRunFile(instance.dataDir)?.postgres?.port ?? 0, secrets().database));
  const closes = (await databaseNow(db)).getTime() + 3_600_000;
  draw = await planAndOpen(db, 7, new Date(closes), new Date(closes + 60_000));
  const [player] = await transaction(db, (tx) =>
    createLoadPlayers(tx, { count: 1, balance: 100_000, sessions: true }),
  );
  token = player?.token ?? '';
  const of = (rows: Score[][], system: 0 | typeof mirrored = 0) =>
    purchaseOf(draw, player?.playerId ?? 0, rows, system);
  const long = Array.from({ length: 20_000 }, () => wrong);
  const turned = right.map(([home, away]): Score => [away, home]);
  const purchases = [of([right, wrong]), of([turned], mirrored), of(long)];
  const sell = createSell(database.pipeline, createLog('test', 2, 'silent'));
  for (const purchase of purchases) await sell(purchase);
  ids = purchases.map(({ ticketId, coupons }) => {
    return { ticketId: encodeId(ticketId), couponId: encodeId(coupons[0]?.couponId ?? '') };
  });
});
afterAll(async () => {
  expect(await checkLedger(database.db)).toEqual({ ok: true });
  await database?.close();
  await instance?.dispose();
});

const secrets = () => storedSecrets(instance.dataDir);

async function hold(): Promise<void> {
  const { db } = database;
  const { drawId } = draw;
  await closeDraw(db, drawId, { actor: 'gunna', reason: 'browser walk' });
  while ((await findSeal(db, drawId)) === null) await sleep(50);
  await untilHeld(db, drawId);
  await transaction(db, (tx) => enterResult(tx, kinds, { drawId, outcome, actor: 'gunna' }));
  await transaction(
    db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
  const { database: passwords, ...keys } = secrets();
  const port = readRunFile(instance.dataDir)?.postgres?.port ?? 0;
  const { dataDir } = instance;
  const config = { databaseUrl: appUrl(port, passwords), dataDir, secrets: keys, kinds };
  await bringFigures(db, config, draw, {});
  await settleDraw(db, config, drawId);
  await payDraw(db, drawId, 'gunna');
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const visitAs = (device: keyof typeof devices) =>
  visit(browser, instance.url, { ...devices[device], storageState: sessionState(token) });
const ticketAt = (language: Language, index: number) => {
  const { ticketId, couponId } = ids[index] ?? { ticketId: '', couponId: '' };
  return pathsFor(language).ticket(ticketId, couponId);
};

test.each(languageRuns)('before the draw: %s on %s', async (language, device) => {
  const { page, faults, close } = await visitAs(device);
  const paths = pathsFor(language);
  const { game, nameIn } = words[language];
  await openPage(page, paths.tickets());
  expect(await page.getByRole('link', { name: game }).count()).toBe(3);
  await look(page, `list-${language}`);
  await openPage(page, ticketAt(language, 0));
  await page.getByText('12-3').first().waitFor();
  await look(page, `ticket-before-${language}`);
  await openPage(page, paths.results('scores'));
  await title(page).filter({ hasText: nameIn }).waitFor();
  await look(page, `results-before-${language}`);
  expect(faults).toEqual([]);
  await close();
});

test('the draw is held', hold);

test.each(languageRuns)('after the draw: %s on %s', async (language, device) => {
  const { texts } = languages[language];
  const paths = pathsFor(language);
  const { game, drawn, tier } = words[language];
  const { page, faults, close } = await visitAs(device);
  const heading = page.getByText(drawn, { exact: true }).first();

  await openPage(page, ticketAt(language, 0));
  await heading.waitFor();
  await page.getByText(texts.proof.holds).waitFor();
  const code = await page
    .getByText(/^(\w{4}-){4}\w{4}$/)
    .first()
    .textContent();
  await look(page, `ticket-${language}`);
  const keep = page.getByRole('button', { name: texts.kept.keep });
  await keep.click();
  await page.getByText(texts.kept.isKept).waitFor();
  await page.getByRole('button', { name: texts.kept.drop }).click();
  await keep.waitFor();
  for (const index of [1, 2]) {
    await openPage(page, ticketAt(language, index));
    await heading.waitFor();
    expect(await keep.count()).toBe(index === 1 ? 1 : 0);
    await look(page, `ticket-${index}-${language}`);
  }

  await openPage(page, paths.results('scores'));
  await heading.waitFor();
  await page
    .getByRole('cell', { name: tier })
    .or(page.getByRole('rowheader', { name: tier }))
    .waitFor();
  await look(page, `results-${language}`);

  await openPage(page, paths.check({ kodi: code ?? '' }));
  await page.getByText(texts.check.winPaid.replace(/\{.*/, '')).waitFor();
  await heading.waitFor();
  await look(page, `check-${language}`);

  for (const path of [paths.account(), paths.transactions(), paths.home()]) {
    await openPage(page, path);
    await page.getByRole('main').getByText(game).filter({ visible: true }).first().waitFor();
    await look(page, `${path.split('/').at(-1) || 'home'}-${language}`);
  }
  expect(faults).toEqual([]);
  await close();
});
