/** System tickets: many numbers played as every row they hold, settled by formula. */

import { choose, combinations } from './combinations.ts';
import { tierOf } from './tiers.ts';
import type { RuleVersion } from './versions.ts';

/** Rows of a system: C(n,5), and C(n,6) in vikinglotto, where a row has six numbers. Decided here alone. */
export function systemRowCount({ main }: RuleVersion, size: number): number {
  return choose(size, main.pick);
}

/**
 * Winning rows per tier (index 0 is tier 1) of a system of `size` numbers with `mainHits` drawn main numbers
 * among them. `bonusHits`: where the bonus is drawn from the main balls, how many of it are among the `size`
 * numbers; else how many of the ticket's extra numbers are right, the same in every row.
 */
export function systemWins(
  version: RuleVersion,
  size: number,
  mainHits: number,
  bonusHits: number,
): number[] {
  const wins = version.tiers.map(() => 0);
  const { pick } = version.main;
  const inRows = version.drawnBonus.pool === 'main' ? bonusHits : 0;
  for (let hits = 0; hits <= pick; hits++) {
    for (let bonus = 0; bonus <= inRows; bonus++) {
      const others = choose(size - mainHits - inRows, pick - hits - bonus);
      const rows = choose(mainHits, hits) * choose(inRows, bonus) * others;
      const tier = tierOf(version, hits, version.drawnBonus.pool === 'main' ? bonus : bonusHits);
      if (tier > 0) wins[tier - 1] = (wins[tier - 1] ?? 0) + rows;
    }
  }
  return wins;
}

export type SystemCase = {
  readonly mainHits: number;
  readonly bonusHits: number;
  /** Winning rows per tier. */
  readonly wins: readonly number[];
};

/** Every way in which a system of that size wins something, the most hits first. */
export function systemCases(version: RuleVersion, size: number): SystemCase[] {
  const { main, drawnBonus } = version;
  const cases: SystemCase[] = [];
  for (let mainHits = main.pick; mainHits >= 0; mainHits--) {
    for (let bonusHits = drawnBonus.count; bonusHits >= 0; bonusHits--) {
      if (drawnBonus.pool === 'main' && mainHits + bonusHits > size) continue;
      const wins = systemWins(version, size, mainHits, bonusHits);
      if (wins.some((rows) => rows > 0)) cases.push({ mainHits, bonusHits, wins });
    }
  }
  return cases;
}

/** The rows of a system one by one, numbers ascending when they were given so. */
export function expandSystem(numbers: readonly number[], pick: number): Generator<number[]> {
  return combinations(numbers, pick);
}
