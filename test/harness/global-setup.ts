import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { APP } from '#embedded/postgres/roles.ts';
import { grant } from '#server/platform/grants.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrate.ts';
import { ensureSecrets, type Secrets } from '#server/platform/secrets.ts';

/**
 * What test files need to reach the run's one PostgreSQL; its database `hending` is the migrated template.
 */
export type TestServer = { port: number; dataDir: string; superuserPassword: string; secrets: Secrets };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Domain time of every new test database, a Monday, whatever the day: tests name dates after it. */
const testStart = '2026-11-16T09:00:00Z';

/** One PostgreSQL per run, without durability: nothing here outlives the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-test-'));
  chmodSync(dataDir, 0o755);
  const { database, ...secrets } = ensureSecrets(dataDir);
  const postgres = await startEmbedded({
    dataDir,
    passwords: database,
    memoryMegabytes: 2048,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  await migrate(postgres.ownerUrl, createLog('test', 2, 'error'));
  await grant(postgres.ownerUrl, APP);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  await client.query("insert into installation (mode) values ('embedded')");
  await client.query('update clock set clock_offset = $1::timestamptz - clock_timestamp()', [testStart]);
  await client.end();
  project.provide('testServer', {
    port: postgres.port,
    dataDir,
    secrets,
    superuserPassword: database.superuser,
  });
  return async () => {
    await postgres.stop();
    if (postgres.home !== dataDir) rmSync(postgres.home, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
}
