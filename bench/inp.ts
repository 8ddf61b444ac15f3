/** Slowest answer to a press, in a real browser slowed to a middling phone on slow 4G. */
import type { Browser } from 'playwright-core';
import { median } from './load.ts';

const visits = 3;
const slowdown = 4;
/** Lighthouse's slow 4G: round trip in ms, bytes a second. */
const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_480 };

/** Presses the first number of the page's grid. Milliseconds, the median of three first visits. */
export async function pressedMs(browser: Browser, url: string): Promise<number> {
  const all: number[] = [];
  for (let visit = 0; visit < visits; visit++) all.push(await firstVisit(browser, url));
  return median(all);
}

async function firstVisit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('main fieldset input[type=checkbox]').first().press('Space');
  await page.waitForTimeout(300);
  const slowest = await page.evaluate('window.slowestMs');
  await context.close();
  return slowest as number;
}

/** Runs in the page. */
const observe = `
  window.slowestMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) window.slowestMs = Math.max(window.slowestMs, Math.round(entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;
