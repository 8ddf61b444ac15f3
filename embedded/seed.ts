import type { CommonCarry } from '#rules/numbers/common-pools.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { seedClubSales, seedClubs } from './seed/clubs.ts';
import { seedDemoPlayers } from './seed/demo-players.ts';
import { seedPoolHistory } from './seed/pool-history.ts';
import { seedPromotion } from './seed/promotion.ts';
import { seedSampleHistory } from './seed/sample-history.ts';

/**
 * What an embedded instance begins with beside the migrations: its people, its past and a promotion. What is
 * there already stays as it is.
 * @returns what is left in the common pools of each game whose past was written now
 */
export function seed(db: Db): Promise<Record<string, CommonCarry>> {
  return transaction(db, async (tx) => {
    await seedClubs(tx);
    await seedClubSales(tx);
    await seedDemoPlayers(tx);
    const left = await seedSampleHistory(tx);
    await seedPoolHistory(tx);
    await seedPromotion(tx);
    return left;
  });
}
