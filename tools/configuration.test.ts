import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationPage } from './configuration.ts';

test('docs/configuration.md names every setting', () => {
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  expect(page, 'run: node tools/run.mjs tools/configuration.ts').toBe(configurationPage());
});
