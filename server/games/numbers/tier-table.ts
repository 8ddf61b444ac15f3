/**
 * The tier table, the one thing that both engines share: which tier a row with these hits
 * wins in (rules/numbers).
 */
import { jokerLength } from '#rules/numbers/joker.ts';
import { tierOf } from '#rules/numbers/tiers.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';

export type TierTable = {
  tiers: number;
  /** Joker's, whose lines follow; 0 where the game has none. */
  jokerTiers: number;
  /** Joker's tier by the digits that agree from one end, the longer of two; 0 wins nothing. */
  jokerTierOfRun: readonly number[];
  /** Numbers in a row. */
  pick: number;
  /** Where the bonus is looked for: among the row's main numbers, or among the extra numbers chosen. */
  pool: 'main' | 'own';
  bonusMax: number;
  /** Tier by `mainHits * (bonusMax + 1) + bonusHits`; 0 wins nothing. */
  tierOfHits: readonly number[];
};

export function tierTableOf(version: RuleVersion): TierTable {
  const { pick } = version.main;
  const bonusMax = version.drawnBonus.count;
  const tierOfHits: number[] = [];
  for (let main = 0; main <= pick; main += 1) {
    for (let bonus = 0; bonus <= bonusMax; bonus += 1) tierOfHits.push(tierOf(version, main, bonus));
  }
  const jokerTiers = version.sale?.joker?.tiers ?? [];
  return {
    tiers: version.tiers.length,
    jokerTiers: jokerTiers.length,
    jokerTierOfRun: Array.from(
      { length: jokerLength + 1 },
      (_, run) => jokerTiers.find(({ condition }) => condition === String(run))?.tier ?? 0,
    ),
    pick,
    pool: version.drawnBonus.pool,
    bonusMax,
    tierOfHits,
  };
}

/** A result as both engines take it; masks as in `tickets`. */
export type DrawnNumbers = { main: number; bonus: number; joker: string | null };
