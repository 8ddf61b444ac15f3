import type { ServiceConfig } from '#server/platform/config.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { seedClubSales, seedClubs } from './seed/clubs.ts';
import { seedDemoPlayers } from './seed/demo-players.ts';
import { seedSampleHistory } from './seed/sample-history.ts';

/**
 * What an embedded instance begins with beside the migrations: its people and its past. What is there already
 * stays as it is. Production begins empty: draws come with the calendar.
 */
export async function seed(db: Db, config: Pick<ServiceConfig, 'mode'>): Promise<void> {
  if (config.mode === 'production') return;
  await transaction(db, async (tx) => {
    await seedClubs(tx);
    await seedClubSales(tx);
    await seedDemoPlayers(tx);
    await seedSampleHistory(tx);
  });
}
