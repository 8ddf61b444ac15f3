/**
 * One product that was started and stopped before the walks: their instances begin as copies of its data.
 * Their databases do not wait for the disk; what outlives a crash is not for walks to try.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { type Instance, newInstance, templateVariable } from './instance.ts';

let template: Instance;

/** Before all browser files of a run. */
export async function setup(): Promise<void> {
  template = await newInstance();
  await template.start();
  await doNotWaitForDisk(template.dataDir);
  await template.stop();
  // A database that is kept apart from its DATA_DIR would be shared by all copies.
  if (!existsSync(join(template.dataDir, 'place.json'))) process.env[templateVariable] = template.dataDir;
}

export async function teardown(): Promise<void> {
  delete process.env[templateVariable];
  await template.dispose();
}

async function doNotWaitForDisk(dataDir: string): Promise<void> {
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  const client = new pg.Client(superuserUrl(port, storedSecrets(dataDir).database.superuser));
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.end();
}
