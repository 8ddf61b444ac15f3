import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceConfig } from '#server/platform/config.ts';
import { inWords, StartupError } from '#server/platform/startup-error.ts';
import { prepare } from '#server/prepare.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeEach(async () => {
  own = await testDatabase();
});
afterEach(() => own.close());

const configOf = (mode: ServiceConfig['mode']): ServiceConfig => ({
  ...own.config,
  mode,
  databaseAdminUrl: own.adminUrl,
});

test('production does not start beside a demo player', async () => {
  await own.adminPool.query("update installation set mode = 'production'");
  await own.adminPool.query(`insert into players (username, first_name, last_name, email, demo)
    values ('prufa', 'Prufa', 'Prufudóttir', 'prufa@example.is', true)`);
  await expect(prepare(configOf('production'))).rejects.toThrow('does not start with a demo player');
});

test('a sandbox database is not used in production, nor the other way round', async () => {
  await expect(prepare(configOf('production'))).rejects.toThrow('made in embedded mode');
  await own.adminPool.query("update installation set mode = 'production'");
  await expect(prepare(configOf('embedded'))).rejects.toThrow('made in production mode');
});

test('data from before the first release is refused in a sentence that says how to begin anew', async () => {
  const begin = /before the first release .*move the folder DATA_DIR .* start again\.$/;
  await own.adminPool.query("update migrations set name = '003_ledger' where name = '003_ways_in'");
  await expect(prepare(configOf('embedded'))).rejects.toThrow(begin);
  await own.adminPool.query(`update migrations set name = CASE name
    WHEN '003_ledger' THEN '003_ways_in' WHEN '007_sales' THEN '007_tickets' ELSE name END`);
  await expect(prepare(configOf('embedded'))).rejects.toThrow(begin);
  // A first start that was ended after its first file.
  await own.adminPool.query("delete from migrations where name > '002'");
  await own.adminPool.query("update migrations set name = '001_platform'");
  const refusal = await prepare(configOf('embedded')).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(inWords(refusal)).toMatch(begin);
});

test('data that a later version has brought further is served', async () => {
  await own.adminPool.query(`insert into migrations (name, run_on)
    select '900_later', max(run_on) from migrations`);
  await prepare(configOf('embedded'));
});

test('it may run twice at once and again', async () => {
  await Promise.all([prepare(configOf('embedded')), prepare(configOf('embedded'))]);
  await prepare(configOf('embedded'));
  const { rows } = await own.pool.query('select mode from installation');
  expect(rows).toEqual([{ mode: 'embedded' }]);
});
