import type { ServiceConfig } from '#server/platform/config.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { seedClubs, seedDemoPlayers } from './seed/demo-players.ts';
import { seedPrices } from './seed/prices.ts';

/**
 * What a database begins with, after every migration; what is there already stays as it is. Production gets prices
 * alone, an embedded instance also its people and past (design §9).
 */
export async function seed(db: Db, config: Pick<ServiceConfig, 'mode'>): Promise<void> {
  await transaction(db, seedPrices);
  if (config.mode === 'production') return;
  await transaction(db, async (tx) => {
    await seedClubs(tx);
    await seedDemoPlayers(tx);
  });
}
