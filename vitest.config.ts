import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { scopedName } from './tools/css-modules.ts';

const exclude = ['**/node_modules/**', 'build/**', '.data/**', '.react-router/**'];

/** GraphQL Yoga takes the CommonJS build, as everything does in Node; two builds do not know each other. */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: join(import.meta.dirname, 'node_modules/graphql/index.js') }],
};

/** What a test waits for comes as soon as it can; a slow machine is no reason to fail. */
const expect = { poll: { timeout: 120_000 } };

const onPostgres = {
  expect,
  exclude: [...exclude, 'test/browser/**'],
  globalSetup: ['test/harness/global-setup.ts'],
  setupFiles: ['test/harness/quick-passwords.ts', 'test/harness/note-statements.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/**
 * Three kinds by place: pure code, code on a real PostgreSQL, walks in a real browser. Files of the first two
 * share what a worker has loaded; one that puts another module in the place of ours (`vi.mock`, `vi.unmock`)
 * or watches a module from within is called `.isolated.test.ts` and loads everything itself.
 */
export default defineConfig({
  test: {
    // One more than the two cores that the pipeline has: a third of a file's time is waiting.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{rules,texts,contract,integrations,content,web,tools,docs}/**/*.test.{ts,tsx}'],
          exclude,
          expect,
          testTimeout: 180_000,
          css: { include: [/tokens\.css/, /\.module\.css/], modules: { classNameStrategy: 'scoped' } },
        },
        css: { modules: { generateScopedName: scopedName } },
      },
      {
        resolve,
        test: {
          name: 'server',
          isolate: false,
          include: ['{server,embedded,operator,bench}/**/*.test.ts', 'test/**/*.test.ts'],
          ...onPostgres,
          exclude: [...onPostgres.exclude, '**/*.isolated.test.ts'],
        },
      },
      {
        resolve,
        test: { name: 'isolated', include: ['{server,test}/**/*.isolated.test.ts'], ...onPostgres },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude,
          globalSetup: [
            'test/harness/built-web.mjs',
            'test/harness/browser.ts',
            'test/harness/shared-instance.ts',
          ],
          expect,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
