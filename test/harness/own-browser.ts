import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';

/** Open while the tests of a file run that imports it. */
export let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser?.close());
