/** A coupon of a pool as it is sold, kept, priced and counted. */

import { expandSystem } from './expand-system.ts';
import { combinationsOf, expandPicks, type Picks } from './picks.ts';
import { systemOfNumber } from './systems.ts';

export type Coupon = {
  /**
   * 0: rows of one outcome a match; 1: every combination of what the rows play, which xg does not call a
   * system; else the number of a system.
   */
  readonly system: number;
  /** As tickets keep them: of a U system its panel, and behind it its base signs. */
  readonly rows: readonly Picks[];
};

/** Rows that are paid for and win. */
export function rowCountOf({ system, rows }: Coupon): number {
  const found = systemOfNumber(system);
  if (found) return found.rows;
  return rows.reduce((sum, picks) => sum + combinationsOf(picks), 0);
}

/** Every row, as the outcomes of its matches. */
export function* expandCoupon({ system, rows }: Coupon): Generator<number[]> {
  const found = systemOfNumber(system);
  const [panel, base = null] = rows;
  if (found && panel) yield* expandSystem(found, panel, base);
  else for (const picks of rows) yield* expandPicks(picks);
}
