import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '../features');
const inner = ['lotto', 'results', 'tickets', 'account'];

test('every page beyond the entrance has the sheet of those pages', () => {
  const pages = inner.flatMap((feature) =>
    readdirSync(join(features, feature))
      .filter((name) => name.endsWith('-page.tsx'))
      .map((name) => readFileSync(join(features, feature, name), 'utf8'))
      .filter((source) => source.includes('export default')),
  );
  expect(pages.length).toBeGreaterThan(5);
  for (const source of pages) expect(source).toContain('export const links = innerLinks;');
});
