import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { settingWarnings, warnOfSettings } from './database-settings.ts';
import { createLog } from './log.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

/** As PostgreSQL is installed, and as docs/operations.md says for a machine with 32 GB. */
const installed = [
  { name: 'checkpoint_timeout', setting: '300', unit: 's' },
  { name: 'fsync', setting: 'on', unit: null },
  { name: 'max_wal_size', setting: '1024', unit: 'MB' },
  { name: 'random_page_cost', setting: '4', unit: null },
  { name: 'shared_buffers', setting: '16384', unit: '8kB' },
];
const tuned = [
  { name: 'checkpoint_timeout', setting: '1800', unit: 's' },
  { name: 'fsync', setting: 'on', unit: null },
  { name: 'max_wal_size', setting: '16384', unit: 'MB' },
  { name: 'random_page_cost', setting: '1.1', unit: null },
  { name: 'shared_buffers', setting: '1048576', unit: '8kB' },
];

test('a PostgreSQL as it is installed is warned of, one that was set for the product is not', () => {
  const named = settingWarnings(installed).map((warning) => /PostgreSQL has (\w+) = /.exec(warning)?.[1]);
  expect(named).toEqual(['checkpoint_timeout', 'max_wal_size', 'random_page_cost', 'shared_buffers']);
  expect(settingWarnings(tuned)).toEqual([]);
});

test('the log warns of every setting with which sold tickets can be lost', async () => {
  // The database of the tests gives up durability.
  const log = createLog('test', 2, 'silent');
  const warnings: string[] = [];
  log.warn = ((message: string) => void warnings.push(message)) as typeof log.warn;
  await warnOfSettings(own.pool, log);
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(warnings).toContainEqual(
      expect.stringContaining(`PostgreSQL has ${name} = off; it should be on:`),
    );
});
