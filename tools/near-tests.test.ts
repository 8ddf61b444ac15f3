import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { nearTests } = (await import(new URL('near-tests.mjs', import.meta.url).href)) as {
  nearTests(root: string, changed: string[], all: string[]): { tests: string[]; left: number };
};
const all = ['server', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

test('the test of a changed file comes first, then those beside it, then those that import it', () => {
  const { tests } = nearTests(root, ['server/platform/batcher.ts'], all);
  expect(tests[0]).toBe('server/platform/batcher.test.ts');
  const folders = tests.map((path) => path.startsWith('server/platform/'));
  expect(folders).toEqual(folders.toSorted((one, other) => Number(other) - Number(one)));
});

test('a changed test runs, and no walk in a browser', () => {
  const changed = ['test/messages/messages.test.ts', 'test/browser/walks.test.ts'];
  expect(nearTests(root, changed, all).tests[0]).toBe('test/messages/messages.test.ts');
  expect(nearTests(root, changed, all).tests).not.toContain('test/browser/walks.test.ts');
});

test('plans are tested when a statement or the schema changed', () => {
  const plans = 'test/plans/plans.test.ts';
  for (const path of ['server/sales/list.ts', 'db/schema.sql', 'test/plans/book.ts'])
    expect(nearTests(root, [path], all).tests).toContain(plans);
  expect(nearTests(root, ['server/platform/batcher.ts'], all).tests).not.toContain(plans);
});

test('what most tests import runs some of them, and says how many are left', () => {
  const { tests, left } = nearTests(root, ['test/harness/database.ts'], all);
  expect(tests).toHaveLength(20);
  expect(left).toBeGreaterThan(50);
});

test('a change of the web alone runs none', () => {
  expect(nearTests(root, ['web/root.tsx', 'docs/running.md'], all)).toEqual({ tests: [], left: 0 });
});
