/** A database of its own for one measurement, removed afterwards. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { APP } from '#embedded/postgres/roles.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { DrawConfig } from '#server/draws/seal/seal.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import { grant } from '#server/platform/grants.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrate.ts';
import { ensureSecrets } from '#server/platform/secrets.ts';

export type OwnDatabase = {
  database: Database;
  config: DrawConfig;
  ownerUrl: string;
  dataDir: string;
};

export async function inOwnDatabase<T>(kinds: Kinds, work: (own: OwnDatabase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-bench-'));
  chmodSync(dataDir, 0o755);
  const { database: passwords, ...secrets } = ensureSecrets(dataDir);
  const postgres = await startEmbedded({ dataDir, passwords });
  try {
    const { ownerUrl, appUrl } = postgres;
    await migrate(ownerUrl, createLog('bench', 2, 'error'));
    await grant(ownerUrl, APP);
    const database = openDatabase(appUrl, 'worker');
    await asOwner(ownerUrl, "insert into installation (mode) values ('embedded')");
    const config: DrawConfig = { databaseUrl: appUrl, dataDir, secrets, kinds };
    const answer = await work({ database, config, ownerUrl, dataDir });
    await database.close();
    return answer;
  } finally {
    await postgres.stop();
    if (postgres.home !== dataDir) rmSync(postgres.home, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function asOwner(url: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase(url, 'operator', { max: 1 });
  await pool.query(statement);
  await close();
}
