import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { environment } from '#test/harness/environment.ts';

let on: TestDatabase;
beforeAll(async () => {
  on = await testDatabase();
});
afterAll(() => on.close());

const root = join(import.meta.dirname, '../..');
const folder = `${pathToFileURL(join(root, 'embedded')).href}/`;

/** Ends a program that reads anything below embedded/. */
const refusal = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, from, next) {
  const found = next(name, from);
  if (found.url.startsWith(${JSON.stringify(folder)})) throw new Error('reads ' + found.url);
  return found;
} });`;

/** The program on the database that its environment names, or on none. */
const run = (program: string[], env: Record<string, string>) => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(refusal)}`;
  const { status, stderr } = spawnSync(process.execPath, [preload, ...program], {
    cwd: root,
    env: { ...environment, DATA_DIR: on.config.dataDir, ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
};

test('who names a database reads nothing of embedded/, neither as the server nor as a command', () => {
  const database = { DATABASE_URL: on.url, DATABASE_ADMIN_URL: on.adminUrl };
  expect(run(['server/main.ts', 'prepare'], database)).toEqual({ status: 0, stderr: '' });
  expect(run(['operator/main.ts', 'ledger', 'check'], database)).toEqual({ status: 0, stderr: '' });
});

test('a command without a database asks embedded/ for one', () => {
  expect(run(['operator/main.ts', 'ledger', 'check'], {}).stderr).toContain(`reads ${folder}supervisor/`);
});
