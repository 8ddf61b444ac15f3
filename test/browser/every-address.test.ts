/**
 * Every address at 320 px, where axe looks at it too, and on a phone whose text is twice as large: no page
 * scrolls sideways.
 */
import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#test/harness/browser.ts';
import { browser } from '#test/harness/own-browser.ts';
import { sharedInstance } from '#test/harness/shared-instance.ts';
import { allNews, slugs } from '#web/page/paths.ts';
import { accessFaults, devices, visit } from './browser.ts';
import { filledPath, signedInPlayer } from './steps.ts';

const instance = sharedInstance();
let large: Browser;

beforeAll(async () => {
  large = await openBrowser({ textSize: 32 });
});
afterAll(async () => large?.close());

const namesIn = (folder: string): string[] =>
  readdirSync(new URL(`../../content/${folder}`, import.meta.url)).map((file) => file.replace(/\..*$/, ''));

const games = ['lotto', 'vikinglotto', 'eurojackpot'];
/** What stands for the parts of an address; a new part needs its line here. */
const parts: Record<string, readonly string[]> = {
  ':gameId': games,
  ':gameId?': games,
  ':slug': namesIn('articles').slice(0, 1),
  ':filter': [allNews],
  ':pageNumber?': [''],
  ':number': ['101'],
};
/** Files, dialogs over home, and what only a started catalogue has. */
const noPages: readonly string[] = [
  'drawCalendar',
  'programCalendar',
  'leagueCalendar',
  'laterTexts',
  'catalogue',
  'contentCatalogue',
  'reminder',
];

function addressesOf(slug: string): string[] {
  return slug.split('/').reduce<string[]>(
    (starts, part) => {
      const values = part.startsWith(':') ? parts[part] : [part];
      if (values === undefined) throw new Error(`${slug}: what stands for ${part}?`);
      return starts.flatMap((start) => values.map((value) => (value === '' ? start : `${start}/${value}`)));
    },
    [''],
  );
}

const addresses = [
  ...Object.entries(slugs).flatMap(([name, slug]) => (noPages.includes(name) ? [] : addressesOf(slug))),
  ...namesIn('general-pages').map((name) => `/${name}`),
  filledPath,
  '/lottoleikir/eurojackpot/spila?subscription=true',
  '/lottoleikir/vikinglotto/spila?system=7',
  '/vann-eg?kodi=7KQ2-M9TD-4HX',
  '/vann-eg?leikur=eurojackpot&n=1&n=2&n=3&n=4&n=5&b=6&b=7',
  '/urslit/eurojackpot?n=1&n=2&n=3&n=4&n=5&b=6&b=7',
  '/leit?q=lotto',
].map((address) => (address === '' ? '/' : address));

type Look = { where: Browser; width: number; prefix: string; look: (page: Page) => Promise<string[]> };

async function faultsOfPages({ where, width, prefix, look }: Look): Promise<string[]> {
  const storageState = await signedInPlayer(instance);
  const { page, close } = await visit(where, instance.url, {
    ...devices.phone,
    viewport: { width, height: devices.phone.viewport.height },
    storageState,
  });
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(prefix + address);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) found.push(`${prefix}${address}: ${over} px`);
    for (const fault of await look(page)) found.push(`${prefix}${address}: ${fault}`);
  }
  await close();
  return found;
}

test('at 320 px, in English', async () => {
  expect(await faultsOfPages({ where: browser, width: 320, prefix: '/en', look: accessFaults })).toEqual([]);
});

test('on a phone whose text is twice as large, in Icelandic', async () => {
  const { width } = devices.phone.viewport;
  expect(await faultsOfPages({ where: large, width, prefix: '', look: async () => [] })).toEqual([]);
});
