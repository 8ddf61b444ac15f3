/** Largest paint and slowest answer to a press, in a real browser slowed to a middling phone on slow 4G. */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '#test/harness/browser.ts';
import { median } from './load.ts';

export type Vitals = { lcpMs: number; inpMs: number | null };

const visits = 3;
const slowdown = 4;
/** Lighthouse's slow 4G: round trip in ms, bytes a second. */
const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_480 };

/** @param paths page by name; presses the first number of a page that has a grid */
export async function measureVitals(
  origin: string,
  paths: Record<string, string>,
): Promise<Record<string, Vitals>> {
  const browser = await openBrowser();
  try {
    const found: Record<string, Vitals> = {};
    for (const [name, path] of Object.entries(paths)) found[name] = await vitalsOf(browser, origin + path);
    return found;
  } finally {
    await browser.close();
  }
}

async function vitalsOf(browser: Browser, url: string): Promise<Vitals> {
  const all: Vitals[] = [];
  for (let visit = 0; visit < visits; visit++) all.push(await firstVisit(browser, url));
  const inp = all.map(({ inpMs }) => inpMs).filter((value) => value !== null);
  return { lcpMs: median(all.map(({ lcpMs }) => lcpMs)), inpMs: inp.length > 0 ? median(inp) : null };
}

async function firstVisit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  const number = page.locator('main fieldset input[type=checkbox]').first();
  if (await number.count()) await number.press('Space');
  await page.waitForTimeout(300);
  const vitals = await read(page);
  await context.close();
  return vitals;
}

/** Runs in the page: keeps the last largest paint and the longest event. */
const observe = `
  window.vitals = { lcpMs: 0, inpMs: null };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.vitals.lcpMs = Math.round(entry.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.interactionId) continue;
      window.vitals.inpMs = Math.max(window.vitals.inpMs ?? 0, Math.round(entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

async function read(page: Page): Promise<Vitals> {
  return (await page.evaluate('window.vitals')) as Vitals;
}
