/** One product that was started and stopped before the walks: their instances begin as copies of its data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Instance, newInstance, templateVariable } from './instance.ts';

let template: Instance;

/** Before all browser files of a run. */
export async function setup(): Promise<void> {
  template = await newInstance();
  await template.start();
  await template.stop();
  // A database that is kept apart from its DATA_DIR would be shared by all copies.
  if (!existsSync(join(template.dataDir, 'place.json'))) process.env[templateVariable] = template.dataDir;
}

export async function teardown(): Promise<void> {
  delete process.env[templateVariable];
  await template.dispose();
}
