/** Exact chances of one row, from the matrix alone. Nothing here is estimated. */

import { choose } from './combinations.ts';
import { tierOf } from './tiers.ts';
import type { RuleVersion } from './versions.ts';

/** `outcomes` winning draws `of` all draws; `numerator / denominator` is the same in lowest terms. */
export type Odds = {
  readonly outcomes: number;
  readonly of: number;
  readonly numerator: number;
  readonly denominator: number;
  /** For people: one in so many, two decimals. */
  readonly oneIn: number;
};

export type TierOdds = Odds & { readonly tier: number; readonly condition: string };

/** One entry per tier, in the order of the tiers. */
export function tierOdds(version: RuleVersion): TierOdds[] {
  const { outcomes, of } = outcomesPerTier(version);
  return version.tiers.map(({ tier, condition }, index) => ({
    tier,
    condition,
    ...oddsOf(outcomes[index] ?? 0, of),
  }));
}

export function anyPrizeOdds(version: RuleVersion): Odds {
  const { outcomes, of } = outcomesPerTier(version);
  return oddsOf(
    outcomes.reduce((total, count) => total + count, 0),
    of,
  );
}

function outcomesPerTier(version: RuleVersion): { outcomes: number[]; of: number } {
  const { pick, max } = version.main;
  const { count, max: bonusMax, pool } = version.drawnBonus;
  const outcomes = version.tiers.map(() => 0);
  for (let hits = 0; hits <= pick; hits++) {
    const mainWays = choose(pick, hits) * choose(max - pick, pick - hits);
    // Of the bonus pool, what stands on the row: its main balls not drawn yet, or the extra numbers chosen.
    const onRow = pool === 'main' ? pick - hits : version.chosenBonus.count;
    const notOnRow = (pool === 'main' ? max - pick : bonusMax) - onRow;
    for (let bonus = 0; bonus <= count; bonus++) {
      const tier = tierOf(version, hits, bonus);
      if (tier === 0) continue;
      const ways = mainWays * choose(onRow, bonus) * choose(notOnRow, count - bonus);
      outcomes[tier - 1] = (outcomes[tier - 1] ?? 0) + ways;
    }
  }
  return { outcomes, of: choose(max, pick) * choose(pool === 'main' ? max - pick : bonusMax, count) };
}

function oddsOf(outcomes: number, of: number): Odds {
  const divisor = greatestCommonDivisor(outcomes, of);
  return {
    outcomes,
    of,
    numerator: outcomes / divisor,
    denominator: of / divisor,
    oneIn: Math.round((of * 100) / outcomes) / 100,
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
