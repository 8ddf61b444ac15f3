/** How many right matches are looked for. */

import { matchCount, type PoolId } from './games.ts';

/**
 * Most first. In xg the tiers below the first belong to the three best results that are reached, which is
 * known once all rows are counted: any result of at least one may be among them.
 */
export function countedRights(game: PoolId): readonly number[] {
  const least = game === 'xg' ? 1 : 10;
  return Array.from({ length: matchCount + 1 - least }, (_, index) => matchCount - index);
}

/** Of xg, the fewest right that still win, given the rows for each number right, most first. */
export function leastRight(rowsByRight: readonly number[]): number {
  const [, , third] = rowsByRight.flatMap((rows, place) =>
    place > 0 && rows > 0 ? [matchCount - place] : [],
  );
  return third ?? 1;
}
