/** Pages that notice every fault, and axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { expect } from 'vitest';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof devices;

export type Visit = {
  page: Page;
  /** What went wrong on the page so far: thrown errors, console errors, refused policies. */
  faults: string[];
  close: () => Promise<void>;
};

export async function visit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  // A worker of an earlier page would answer before the routes that tests lay.
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  // A slow machine must not fail a walk.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  goAgainWhenCut(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
  page.on('console', (message) => {
    // The browser itself reports answers such as 401 as errors; the screens show them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text());
    }
  });
  const close = async () => {
    // A route that is still being answered must not fail the test when its page closes.
    for (const each of context.pages()) await each.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, faults, close };
}

/** What closed a moment ago may still step back over its entry of history, which cuts a way elsewhere. */
function goAgainWhenCut(page: Page): void {
  for (const way of ['goto', 'reload'] as const) {
    const go = page[way].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    page[way] = async (...args: unknown[]) => {
      try {
        return await go(...args);
      } catch (error) {
        if (!String(error).includes('net::ERR_ABORTED')) throw error;
        return go(...args);
      }
    };
  }
}

const kept = new Map<string, Visit>();

/** A visit in the window of the last one with the same options, for pages that leave nothing behind. */
export async function revisit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  const key = JSON.stringify(options);
  const known = kept.get(key) ?? { ...(await visit(browser, baseURL, options)), close: async () => {} };
  kept.set(key, known);
  known.faults.length = 0;
  if (options.viewport) await known.page.setViewportSize(options.viewport);
  return known;
}

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

/** Text contrast of 7:1 stands in for the 4.5:1 of AA. Only what is wrong is put together. */
const axeOptions = {
  rules: { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
};

/**
 * WCAG 2.2 AA, best practices, and text contrast of AAA: axe finds nothing (must-hold 157). Behind a modal
 * dialog nothing can be reached: it alone is looked at, the page where it is open.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessFaults(page), page.url()).toEqual([]);
}

/** What axe finds on a page, in words. */
export async function accessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    type Axe = { run: (of: Node, options: object) => Promise<{ violations: Violation[] }> };
    const { axe } = window as unknown as { axe: Axe };
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    return (await axe.run(modal ?? document, options)).violations;
  }, axeOptions);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
}

/**
 * Holds the scripts of the pages that are opened from now on; go to them until `domcontentloaded`.
 * @returns lets them come
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Nothing is wider than the window (must-hold 160). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
  expect(width[0], `${page.url()} at ${width[1]}`).toBeLessThanOrEqual(width[1]);
}

/** What stands in `main` ends inside the window, but for menus and regions that scroll by themselves. */
export async function expectMainFits(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const all = [...document.querySelectorAll('main *:not(.visually-hidden)')];
    return all
      .filter((element) => element.getBoundingClientRect().right > edge)
      .filter((element) => !element.closest('nav, .table_scroller, .visually-hidden, svg'))
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(outside, page.url()).toEqual([]);
}

/** Which texts of header and banner stand in more than one line, and what leaves the header's frame. */
export function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility();
    const parts = [...document.querySelectorAll('.header_top a, .header_top button, .header_promo p')].filter(
      seen,
    );
    const tall = parts.filter((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const tops = [...range.getClientRects()].map(({ top, height: tallness }) => top + tallness / 2);
      return Math.max(...tops) - Math.min(...tops) > 14;
    });
    const frame = document.querySelector('.header_top .wrap')?.getBoundingClientRect();
    const right = (frame?.right ?? 0) + 1;
    const out = parts.filter(
      (part) => part.closest('.header_top') && part.getBoundingClientRect().right > right,
    );
    return [...tall, ...out].map((part) => part.textContent ?? '');
  });
}
