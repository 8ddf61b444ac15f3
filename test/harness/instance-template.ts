/**
 * One product that was started and stopped before the walks: their instances begin as copies of its data.
 * Their databases do not wait for the disk; what outlives a crash is not for walks to try. Only the browser's
 * files are told of it (`use-template.ts`): instances of other tests keep what they have answered.
 *
 * One of the copies runs for all files that leave nothing behind (`sharedInstance`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { type Instance, newInstance, templateVariable } from './instance.ts';

let template: Instance;
let shared: Instance;

/** Before all browser files of a run. */
export async function setup(project: TestProject): Promise<void> {
  template = await newInstance();
  await template.start();
  await doNotWaitForDisk(template.dataDir);
  await template.stop();
  const isWhole = !existsSync(join(template.dataDir, 'place.json'));
  const from = isWhole ? template.dataDir : undefined;
  project.provide('instanceTemplate', from);
  if (from !== undefined) process.env[templateVariable] = from;
  shared = await newInstance({ CATALOGUE: '1' });
  delete process.env[templateVariable];
  await shared.start();
  const { url, sandboxUrl, dataDir } = shared;
  project.provide('sharedInstance', { url, sandboxUrl, dataDir });
}

export async function teardown(): Promise<void> {
  await shared?.dispose();
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
