import { join } from 'node:path';
import { writeOpening } from '#integrations/organiser/sandbox/carry.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { prepare } from '#server/prepare.ts';
import { installSandboxOperators } from './operators.ts';
import { seed } from './seed.ts';

/** As production prepares its database, then the first operators and the seed; production begins empty. */
export async function prepareWithSeed(config: ServiceConfig): Promise<void> {
  await prepare(config);
  if (config.mode === 'production') return;
  const { db, close } = openDatabase(config.databaseUrl, 'setup');
  try {
    await installSandboxOperators(db, config);
    const left = await seed(db);
    // The sandbox's organiser goes on where the sample draws ended.
    if (Object.keys(left).length > 0) writeOpening(join(config.dataDir, 'organiser'), left);
  } finally {
    await close();
  }
}
