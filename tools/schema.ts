import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrate.ts';
import { ensureSecrets } from '#server/platform/secrets.ts';
import { readCatalogue } from './schema/catalogue.ts';
import { schemaSql } from './schema/write-sql.ts';

/** After a new migration: `node tools/run.mjs tools/schema.ts` writes db/schema.sql. */
const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'hending-schema-'));
chmodSync(dataDir, 0o755);
const { database: passwords } = ensureSecrets(dataDir);
const postgres = await startEmbedded({
  dataDir,
  passwords,
  memoryMegabytes: 512,
  settings: { fsync: 'off' },
});
try {
  await migrate(postgres.ownerUrl, createLog('schema', 2, 'error'));
  const { pool, close } = openDatabase(postgres.ownerUrl, 'setup');
  const catalogue = await readCatalogue(pool);
  await close();
  writeFileSync(join(root, 'db/schema.sql'), schemaSql(catalogue));
  console.log('Written: db/schema.sql');
} finally {
  await postgres.stop();
  if (postgres.home !== dataDir) rmSync(postgres.home, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
