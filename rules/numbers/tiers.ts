/** Which tier a row wins in, from its hits. A row is paid only in its highest tier. */

import { hitCount } from './rows.ts';
import type { RuleVersion } from './versions.ts';

export type RowMasks = { readonly main: number; readonly bonus: number };
export type ResultMasks = { readonly main: number; readonly bonus: number };

/** The tier's number from 1, or 0 when the row wins nothing. */
export function tierOf(version: RuleVersion, mainHits: number, bonusHits: number): number {
  for (const tier of version.tiers) {
    if (tier.mainHits !== mainHits) continue;
    if (tier.bonusHits === null || tier.bonusHits === bonusHits) return tier.tier;
  }
  return 0;
}

/**
 * Hits of one row. Lotto's bonus ball comes from the main balls, so it is looked for among the row's main
 * numbers; in the other games it is compared with the chosen extra numbers, which have a pool of their own.
 */
export function hitsOf(version: RuleVersion, row: RowMasks, result: ResultMasks) {
  const compared = version.drawnBonus.pool === 'main' ? row.main : row.bonus;
  return { mainHits: hitCount(row.main, result.main), bonusHits: hitCount(compared, result.bonus) };
}
