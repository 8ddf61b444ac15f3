/** Which results win, once all rows are counted. */

import type { PoolId } from './games.ts';
import { countedRights } from './results.ts';

export type ReachedTier = {
  readonly tier: number;
  /** Right matches; null in xg where too few results were reached. */
  readonly right: number | null;
  /** Winning rows. */
  readonly winners: number;
};

export const tierCount = 4;

/**
 * @param winners rows by right matches, in the order of `countedRights`. Of signs the tiers are 13 to 10
 *   right; of goals the first is 13, the others the best results that were reached below it.
 */
export function reachedTiers(game: PoolId, winners: readonly number[]): ReachedTier[] {
  const [first, ...below] = countedRights(game).map((right, place) => ({
    right,
    winners: winners[place] ?? 0,
  }));
  const lower = game === 'xg' ? below.filter((result) => result.winners > 0) : below;
  return Array.from({ length: tierCount }, (_, index) => ({
    tier: index + 1,
    ...((index === 0 ? first : lower[index - 1]) ?? { right: null, winners: 0 }),
  }));
}
