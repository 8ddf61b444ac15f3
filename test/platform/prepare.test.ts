import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceConfig } from '#server/platform/config.ts';
import { prepare } from '#server/prepare.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeEach(async () => {
  own = await testDatabase();
});
afterEach(() => own.close());

const configOf = (mode: ServiceConfig['mode']): ServiceConfig => ({
  ...own.config,
  ...{ mode, databaseAdminUrl: own.adminUrl },
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

test('it may run twice at once and again', async () => {
  await Promise.all([prepare(configOf('embedded')), prepare(configOf('embedded'))]);
  await prepare(configOf('embedded'));
  const { rows } = await own.pool.query('select mode from installation');
  expect(rows).toEqual([{ mode: 'embedded' }]);
});
