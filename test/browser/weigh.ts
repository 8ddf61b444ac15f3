/** Weight and steadiness of a page: bytes after gzip on its first load, layout shift. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect } from 'vitest';
import { browser } from '#test/harness/own-browser.ts';
import type { RunningInstance } from '#test/harness/product.ts';
import { devices, visit } from './browser.ts';
import { signedInPlayer } from './steps.ts';

const kb = 1024;
const room = 1.05;

/**
 * What a page weighs on its first load, in KB of script and of style after gzip. A page may grow by the room.
 * Where it must grow further, its mark is raised in the same commit, which says why.
 */
export type Mark = { script: number; style: number };

/** On a phone, by a player. */
export async function expectLight(instance: RunningInstance, path: string, mark: Mark): Promise<void> {
  const storageState = await signedInPlayer(instance);
  const { page, faults, close } = await visit(browser, instance.url, { ...devices.phone, storageState });
  const bytes = { script: 0, stylesheet: 0, font: 0, total: 0 };
  const reading: Promise<void>[] = [];
  const weigh = (response: Response): void => {
    const kind = response.request().resourceType();
    const read = async (): Promise<void> => {
      const body = await response.body();
      const size = kind === 'font' ? body.length : gzipSync(body).length;
      bytes.total += size;
      if (kind === 'script' || kind === 'stylesheet' || kind === 'font') bytes[kind] += size;
    };
    // A stream has no end that could be waited for.
    if (response.ok() && kind !== 'eventsource') reading.push(read());
  };
  page.on('response', weigh);
  // Letters that come late: what stood in for them was as wide.
  await page.route('**/*.woff2', async (route) => {
    await sleep(500);
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('response', weigh);
  await Promise.all(reading);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  console.info(path, bytes, `shift ${shift.toFixed(4)}`);
  expect(bytes.script).toBeGreaterThan(0);
  expect(bytes.script / kb).toBeLessThanOrEqual(mark.script * room);
  expect(bytes.stylesheet / kb).toBeLessThanOrEqual(mark.style * room);
  expect(bytes.font).toBeLessThanOrEqual(34 * kb);
  expect(bytes.total).toBeLessThanOrEqual(300 * kb);
  expect(shift).toBeLessThanOrEqual(0.02);
  expect(faults).toEqual([]);
  await close();
}
