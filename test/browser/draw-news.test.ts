/** What an open page says when its draw closes and gets its result; one stream for all tabs. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import { pathsFor } from '#web/page/paths.ts';
import { devices, expectAccessible, expectNoSidewaysScroll, visit } from './browser.ts';
import {
  buyButton,
  filledPath,
  type Language,
  languageRuns,
  languages,
  openPage,
  operator,
  reviewButton,
  signedInPlayer,
  ticketCount,
  title,
} from './steps.ts';

const instance = ownInstance();
const asThem = ['--as', 'operator1'];
const outcomes = {
  lotto: ['--numbers', '1,2,3,4,5', '--bonus', '6', '--joker', '01234'],
  eurojackpot: ['--numbers', '1,2,3,4,5', '--bonus', '6,7', '--joker', '01234'],
};
type Game = keyof typeof outcomes;

async function drawOnSale(game: Game): Promise<{ draw: number; drawDate: string }> {
  const answer = await fetch(`${instance.url}/api/proxy/lotto/current-draw/${game}`);
  return (await answer.json()) as { draw: number; drawDate: string };
}

const closeSale = (game: Game, draw: number) =>
  operator(instance, 'draw', 'close', game, String(draw), ...asThem, '--reason', 'browser walk');

function hold(game: Game, { draw, drawDate }: { draw: number; drawDate: string }): void {
  operator(instance, 'clock', 'set', new Date(Date.parse(drawDate) + 30_000).toISOString());
  const entry = [game, String(draw), ...outcomes[game]];
  operator(instance, 'draw', 'enter', ...entry, ...asThem);
  operator(instance, 'draw', 'confirm', ...entry, '--as', 'operator2');
}

/** As the server counts them, a second old at most. */
async function openStreams(): Promise<number> {
  const text = await (await fetch(`${instance.url}/metrics`)).text();
  return Number(/^hending_connections\{state="stream"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

const beginOf = (text: string) => text.split('{')[0] ?? '';
const resultsAreIn = (page: Page, language: Language) =>
  page.getByRole('status').filter({ hasText: beginOf(languages[language].texts.results.areIn) });

/** One game for each, since a draw is closed and held only once. */
const games: Record<Language, Game> = { is: 'eurojackpot', en: 'lotto' };

test.each(languageRuns)('a page tells of its close and its results: %s on %s', async (language, device) => {
  const game = games[language];
  const { texts } = languages[language];
  const paths = pathsFor(language);
  const storageState = await signedInPlayer(instance, 10_000);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices[device], storageState });
  const other = await page.context().newPage();
  await openPage(page, paths.play(game));
  await openPage(other, paths.results(game));

  const held = await drawOnSale(game);
  closeSale(game, held.draw);
  await page.getByText(texts.play.drawClosed).waitFor();
  await expect.poll(() => reviewButton(page, language).first().getAttribute('aria-disabled')).toBe('true');
  const closed = other.getByRole('status').filter({ hasText: beginOf(texts.results.saleClosed) });
  await closed.waitFor();
  await expectAccessible(other);
  await closed.getByRole('link', { name: texts.results.showDraw }).click();
  await closed.waitFor({ state: 'detached' });

  hold(game, held);
  for (const each of [page, other]) {
    await resultsAreIn(each, language).waitFor();
    await expectNoSidewaysScroll(each);
  }
  await expectAccessible(page);
  await resultsAreIn(other, language).getByRole('link', { name: texts.results.show }).click();
  await resultsAreIn(other, language).waitFor({ state: 'detached' });
  await expect.poll(() => title(other).evaluate((h1) => h1 === document.activeElement)).toBe(true);
  await resultsAreIn(page, language).getByRole('link', { name: texts.results.show }).click();
  await page.waitForURL(`**${paths.results(game)}`);
  expect(faults).toEqual([]);
  await close();
});

test('ten open tabs have one stream, and a purchase in the eleventh goes through', async () => {
  const storageState = await signedInPlayer(instance, 10_000);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices.desktop, storageState });
  for (let tab = 0; tab < 10; tab += 1) await openPage(await page.context().newPage(), '/urslit/lotto');
  await expect.poll(openStreams).toBe(1);
  await openPage(page, filledPath);
  await reviewButton(page, 'is').click();
  await buyButton(page, 'is').click();
  await page.getByRole('dialog', { name: languages.is.texts.purchase.doneTitle }).waitFor();
  expect(await ticketCount(page)).toBe(1);
  expect(await openStreams()).toBe(1);
  expect(faults).toEqual([]);
  await close();
  await expect.poll(openStreams).toBe(0);
});

function become(value: string): void {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a hidden page has no stream; pages that show no draw open none', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await openPage(page, '/urslit/lotto');
  await expect.poll(openStreams).toBe(1);
  await page.evaluate(become, 'hidden');
  await expect.poll(openStreams).toBe(0);
  await page.evaluate(become, 'visible');
  await expect.poll(openStreams).toBe(1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPage(page, '/tolfraedi/lotto');
  await expect.poll(openStreams).toBe(0);
  expect(asked.filter((url) => /one-stream|\/draws\//.test(url))).toEqual([]);
  await close();
});

test('a page that is refused a stream asks for the same', async () => {
  const { page, close } = await visit(browser, instance.url, devices.desktop);
  await page.route('**/draws/watch', (route) => route.fulfill({ status: 503, body: '' }));
  const asked = page.waitForRequest('**/draws/progress');
  await openPage(page, '/urslit/lotto');
  expect((await asked).headers()['cookie']).toBeUndefined();
  await close();
});
