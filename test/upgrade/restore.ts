/** A DATA_DIR as a release left it: its files, and a database of its schema with its data. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { restoreData } from './dump.ts';
import type { Release } from './release.ts';

const migrations = join(import.meta.dirname, '../../db/migrations');

export function readRelease(name: string): Release {
  const packed = readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json.gz`));
  return JSON.parse(gunzipSync(packed).toString()) as Release;
}

/** Restores domain time too. @returns the DATA_DIR, with nothing running in it */
export async function restoreRelease(release: Release): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-release-'));
  chmodSync(dataDir, 0o755);
  for (const [name, content] of Object.entries(release.files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  const { database: passwords } = storedSecrets(dataDir);
  const postgres = await startEmbedded({ dataDir, passwords, memoryMegabytes: 1024 });
  try {
    await migrateUpTo(release.lastMigration, postgres.ownerUrl);
    const url = new URL(superuserUrl(postgres.port, passwords.superuser));
    url.pathname = new URL(postgres.ownerUrl).pathname;
    await fill(url.href, release);
  } finally {
    await postgres.stop();
    if (postgres.home !== dataDir) rmSync(join(dataDir, 'lock'), { force: true });
  }
  return dataDir;
}

async function migrateUpTo(last: string, databaseUrl: string): Promise<void> {
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
  const count = files.filter((file) => file <= `${last}.sql`).length;
  const log = () => {};
  await runner({
    ...{
      databaseUrl,
      dir: migrations,
      ignorePattern: '(?!\\d{3}_.*\\.sql$).*',
      migrationsTable: 'migrations',
    },
    direction: 'up',
    count,
    log,
  });
}

async function fill(connectionString: string, { data, at }: Release): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await restoreData(client, data);
    await client.query('SET session_replication_role = replica');
    await client.query('UPDATE clock SET clock_offset = clock_offset + ($1::timestamptz - domain_now())', [
      at,
    ]);
  } finally {
    await client.end();
  }
}
