/**
 * The data of a product that was started and stopped once: instances of tests begin as copies of it, without
 * a first start of their own. It is kept for the day, as long as no source of it changes.
 *
 * Its PostgreSQL runs without fsync. Killed processes lose no data by that, because the operating system
 * keeps the written pages. Only a crash of the operating system loses data.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { createProduct } from './product.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['db', 'embedded', 'server', 'rules', 'contract', 'integrations', 'package-lock.json'];
const prefix = 'hending-template-';

let made: Promise<string | null> | undefined;

/** @returns DATA_DIR; null where the database cannot lie in it and would be shared by all copies */
export function instanceTemplate(): Promise<string | null> {
  made ??= findOrMake();
  return made;
}

async function findOrMake(): Promise<string | null> {
  // The seed depends on the date. All templates of this process have the date of its start.
  const day = new Date(performance.timeOrigin).toISOString().slice(0, 10);
  const { fingerprint } = (await import(new URL('../../tools/fingerprint.mjs', import.meta.url).href)) as {
    fingerprint(paths: readonly string[]): string;
  };
  const folder = join(tmpdir(), `${prefix}${day}-${fingerprint(sources).slice(0, 16)}`);
  if (!existsSync(folder)) await make(folder, day);
  return existsSync(join(folder, 'place.json')) ? null : folder;
}

/** Two processes may make it at the same time. The results are equal, and the first one is kept. */
async function make(folder: string, day: string): Promise<void> {
  removeOfOtherDays(day);
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-instance-'));
  chmodSync(dataDir, 0o755);
  const product = await createProduct(dataDir, {}, 'embedded/main.ts', root);
  await product.start();
  await doNotWaitForDisk(dataDir);
  await product.stop();
  try {
    renameSync(dataDir, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(dataDir, { recursive: true });
  }
}

function removeOfOtherDays(day: string): void {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(prefix) && !name.startsWith(prefix + day))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

async function doNotWaitForDisk(dataDir: string): Promise<void> {
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  const client = new pg.Client(superuserUrl(port, storedSecrets(dataDir).database.superuser));
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.end();
}
