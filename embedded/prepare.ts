import type { ServiceConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { prepare } from '#server/prepare.ts';
import { seed } from './seed.ts';

/** As production prepares its database, and then the seed, as the product: in production there is none. */
export async function prepareWithSeed(config: ServiceConfig): Promise<void> {
  await prepare(config);
  const { db, close } = openDatabase(config.databaseUrl, 'setup');
  try {
    await seed(db, config);
  } finally {
    await close();
  }
}
