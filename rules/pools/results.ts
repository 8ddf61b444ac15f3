/** How many right matches are looked for. */

import { matchCount, type PoolId } from './games.ts';

/** Of signs, the fewest right that win. */
export const signsLeast = 10;

/**
 * Most first. In xg the tiers below the first belong to the three best results that are reached, which is
 * known once all rows are counted: any result of at least one may be among them.
 */
export function countedRights(game: PoolId): readonly number[] {
  const least = game === 'xg' ? 1 : signsLeast;
  return Array.from({ length: matchCount + 1 - least }, (_, index) => matchCount - index);
}

/** Of xg, the fewest right that still win, given the numbers right that any row reached. */
export function leastRight(reached: ReadonlySet<number>): number {
  const below = [...reached].filter((right) => right > 0 && right < matchCount).sort((a, b) => b - a);
  return below[2] ?? 1;
}
