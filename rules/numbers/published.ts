/** What can have been published of a past draw: bounds of its day for prize tables that come from outside. */

import { choose } from './combinations.ts';
import { type GameId, numberGames, versionAt } from './games.ts';
import type { RuleVersion } from './versions.ts';

export type PublishedPrize = {
  readonly tier: number;
  readonly condition: string;
  /** Whole krónur for one winning row; of a tier that nobody won, its pool. */
  readonly amount: number;
  readonly winners: number;
};

/** How often over every row of the matrix could have been sold, and its price have gathered in a pool. */
const timesAllRows = 10;

/** Null for tiers that this game had on that date; in words otherwise. */
export function tiersFault(
  gameId: GameId,
  date: string,
  prizes: readonly Pick<PublishedPrize, 'tier' | 'condition'>[],
): string | null {
  const version = versionAt(gameId, date);
  const { tiers } = version;
  const { length } = prizes;
  if (tiers.length > 0 && length !== tiers.length) return `${length} tiers instead of ${tiers.length}`;
  const numbered = prizes.toSorted((a, b) => a.tier - b.tier);
  const stray = numbered.find(({ tier }, index) => tier !== index + 1);
  if (stray)
    return `tier ${stray.tier} does not fit: ${length} prizes are the tiers 1 to ${length}, each once`;
  if (tiers.length === 0) return conditionFault(version, prizes);
  const odd = numbered.find(({ condition }, index) => condition !== tiers[index]?.condition);
  return odd ? `tier ${odd.tier} is not ${JSON.stringify(odd.condition)}` : null;
}

/** Where no source gives the tiers of a version, there can be hits of its matrix and of its bonus numbers. */
function conditionFault(
  { main, drawnBonus }: RuleVersion,
  prizes: readonly { condition: string }[],
): string | null {
  const conditions = prizes.map(({ condition }) => condition);
  const odd = conditions.find((condition) => {
    const [, hits, bonus] = /^(\d)(?:\+(B|\d))?$/.exec(condition) ?? [];
    const bonusHits = bonus === undefined || bonus === 'B' ? 1 : Number(bonus);
    return !(Number(hits) >= 1 && Number(hits) <= main.pick && bonusHits <= drawnBonus.count);
  });
  if (odd !== undefined) return `${JSON.stringify(odd)} is no condition of ${main.pick} numbers`;
  return new Set(conditions).size === conditions.length ? null : 'a condition stands twice';
}

/** Null for amounts and winners that a draw of that date can have had; in words otherwise. */
export function amountsFault(gameId: GameId, date: string, prizes: readonly PublishedPrize[]): string | null {
  const version = versionAt(gameId, date);
  const { amountUnit } = version;
  const uneven = prizes.find(({ amount }) => amount % amountUnit !== 0);
  if (uneven)
    return `tier ${uneven.tier} has ${uneven.amount} kr., which is no multiple of ${amountUnit} kr.`;
  const rowsMax = timesAllRows * rowsOf(version);
  const crowded = prizes.find(({ winners }) => winners > rowsMax);
  if (crowded) return `tier ${crowded.tier} has ${crowded.winners} winners, more than rows can be sold`;
  const total = prizes.reduce((sum, { amount, winners }) => sum + BigInt(amount) * BigInt(winners || 1), 0n);
  // Before the first known price rows cost less than it.
  const { sale } = version.sale
    ? version
    : (numberGames[gameId].versions.find((each) => each.sale) ?? version);
  const most = BigInt(rowsMax) * BigInt(sale?.amountRow ?? 0);
  return total > most ? `prizes of ${total} kr. together are more than a draw can hold (${most} kr.)` : null;
}

/** How many different rows there are. */
function rowsOf({ main, chosenBonus }: RuleVersion): number {
  return choose(main.max, main.pick) * choose(chosenBonus.max, chosenBonus.count);
}
