/**
 * One product that was started and stopped before the walks: their instances begin as copies of its data.
 * Their databases do not wait for the disk; what outlives a crash is not for walks to try. Only the browser's
 * files are told of it (`use-template.ts`): instances of other tests keep what they have answered.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { type Instance, newInstance } from './instance.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** DATA_DIR of the template; none where its database is kept apart and would be shared by all copies. */
    instanceTemplate: string | undefined;
  }
}

let template: Instance;

/** Before all browser files of a run. */
export async function setup(project: TestProject): Promise<void> {
  template = await newInstance();
  await template.start();
  await doNotWaitForDisk(template.dataDir);
  await template.stop();
  const isWhole = !existsSync(join(template.dataDir, 'place.json'));
  project.provide('instanceTemplate', isWhole ? template.dataDir : undefined);
}

export async function teardown(): Promise<void> {
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
