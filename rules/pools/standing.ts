/** How the rows of a ticket stand while its matches are played. */

import { type Coupon, expandCoupon } from './coupon.ts';
import { matchCount } from './games.ts';

/** Of each match the place of its outcome; null while there is none. */
export type Known = readonly (number | null)[];

export type TierStanding = {
  readonly right: number;
  /** Rows that can still reach it or more, and those that do if the scores hold. */
  readonly alive: number;
  readonly holds: number;
  /** Rows that can reach it, and nothing better. */
  readonly atBest: number;
};

export type Standing = {
  /** Matches that have an outcome if the scores hold, and how many of them are right in the best row. */
  readonly begun: number;
  readonly right: number;
  readonly tiers: readonly TierStanding[];
  /** Right matches that the best row can still reach. */
  readonly reachable: number;
};

/**
 * @param final outcomes that cannot change
 * @param now the same, and those that the running matches would have with their scores
 * @param rights of the tiers. What has not begun counts as right
 */
export function standingOf(
  coupon: Coupon,
  { final, now }: { readonly final: Known; readonly now: Known },
  rights: readonly number[],
): Standing {
  const [ended, running] = [rowsByMisses(coupon, final), rowsByMisses(coupon, now)];
  const begun = now.filter((outcome) => outcome !== null).length;
  const upTo = (rows: readonly number[], misses: number) =>
    rows.slice(0, misses + 1).reduce((all, count) => all + count, 0);
  const fewest = (rows: readonly number[]) => rows.findIndex((count) => count > 0);
  return {
    begun,
    right: begun - fewest(running),
    tiers: rights.map((right) => ({
      right,
      alive: upTo(ended, matchCount - right),
      holds: upTo(running, matchCount - right),
      atBest: ended[matchCount - right] as number,
    })),
    reachable: matchCount - fewest(ended),
  };
}

/** Rows by how many of the known outcomes they have wrong, none wrong first. */
export function rowsByMisses(coupon: Coupon, known: Known): number[] {
  const rows = new Array<number>(matchCount + 1).fill(0);
  for (const row of expandCoupon(coupon)) {
    const misses = row.filter((outcome, match) => known[match] !== null && outcome !== known[match]).length;
    rows[misses] = (rows[misses] as number) + 1;
  }
  return rows;
}
