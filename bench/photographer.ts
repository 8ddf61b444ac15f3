/** Photographs whole pages in both themes, in one window. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';

/** A PNG. */
export type Picture = Buffer;
export type Photographs = Record<'light' | 'dark', Picture>;
export type Photographer = Awaited<ReturnType<typeof openPhotographer>>;

/** @param session of a signed-in player; null: nobody */
export async function openPhotographer(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
  session: string | null,
) {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(120_000);
  if (session !== null)
    await context.addCookies([{ name: 'next-auth.session-token', value: session, url: baseURL }]);
  const page = await context.newPage();
  return {
    async photograph(path: string): Promise<Photographs> {
      await page.goto(path, { waitUntil: 'load' });
      await settled(page).catch((error: unknown) => {
        throw new Error(`${path} is not ready to be photographed`, { cause: error });
      });
      return { light: await shot(page, 'light'), dark: await shot(page, 'dark') };
    },
    close: () => context.close(),
  };
}

/** Scripts run, fonts and pictures are there, also those further down. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A page that stands alone, such as the offline page, is not hydrated.
    const isAlone = !('__reactRouterContext' in window);
    return isAlone || document.documentElement.hasAttribute('data-hydrated');
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await page.waitForLoadState('networkidle');
}

async function shot(page: Page, colorScheme: 'light' | 'dark'): Promise<Picture> {
  await page.emulateMedia({ colorScheme });
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}

/** All pixels of the larger one where the two are not of the same size. */
export async function pixelsThatDiffer(one: Picture, other: Picture): Promise<number> {
  if (one.equals(other)) return 0;
  const [a, b] = await Promise.all([raw(one), raw(other)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height)
    return Math.max(a.data.length, b.data.length) / 4;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if (a.data.readInt32LE(at) !== b.data.readInt32LE(at)) differing += 1;
  return differing;
}

const raw = (picture: Picture) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
