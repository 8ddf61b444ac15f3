/** Exact chances of a whole slip, and what of its price comes back on average. */

import { basisPointsOf, type Isk, isk } from '../values/money.ts';
import { choose } from './combinations.ts';
import { anyPrizeOdds, tierOdds } from './odds.ts';
import { systemRowCount, systemWins } from './system.ts';
import type { RuleVersion } from './versions.ts';
import type { WagerRow } from './wager.ts';

export type SlipOdds = {
  /** Of the first prize, for the slip: one in so many. */
  readonly first: number;
  /** Of any prize: for a system whole, for rows of each row, as rows may win together. */
  readonly any: number;
};

/** @param system 0 for rows; all rows are complete and there is at least one */
export function slipOdds(version: RuleVersion, rows: readonly WagerRow[], system: number): SlipOdds {
  const first = tierOdds(version)[0]?.oneIn ?? 0;
  if (system > 0) return { first: first / systemRowCount(version, system), any: systemOdds(version, system) };
  const distinct = new Set(rows.map(({ numbers, bonusNumbers }) => `${numbers}b${bonusNumbers ?? ''}`));
  return { first: first / distinct.size, any: anyPrizeOdds(version).oneIn };
}

/** Any prize of a system of that size: one in so many. */
function systemOdds(version: RuleVersion, size: number): number {
  const { pick, max } = version.main;
  const { count, max: bonusMax, pool } = version.drawnBonus;
  const bonusPool = pool === 'main' ? max - pick : bonusMax;
  let winning = 0;
  for (let hits = 0; hits <= pick; hits++) {
    const mainWays = choose(size, hits) * choose(max - size, pick - hits);
    const onTicket = pool === 'main' ? size - hits : version.chosenBonus.count;
    for (let bonus = 0; bonus <= Math.min(count, onTicket); bonus++) {
      if (!systemWins(version, size, hits, bonus).some((rows) => rows > 0)) continue;
      winning += mainWays * choose(onTicket, bonus) * choose(bonusPool - onTicket, count - bonus);
    }
  }
  return (choose(max, pick) * choose(bonusPool, count)) / winning;
}

/** What comes back in prizes on average: of rows their `prizeShare`, of Joker by its fixed prizes. */
export function averageBack(
  version: RuleVersion,
  share: number,
  stakes: { readonly rows: Isk; readonly joker: Isk },
): Isk {
  const rows = basisPointsOf(stakes.rows, share);
  const joker = basisPointsOf(stakes.joker, version.sale?.joker?.prizeBasisPoints ?? 0);
  return isk(rows + joker);
}
