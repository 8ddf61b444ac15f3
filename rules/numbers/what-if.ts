/**
 * What given rows would have won in past draws: an honest sum. Only draws whose price and prizes are known
 * are summed; in others wins are counted by tier. Draws that the rows do not fit are left out.
 */
import { rulesOf } from './games.ts';
import { hitCount, rowMask } from './rows.ts';
import { systemRowCount, systemWins } from './system.ts';
import { hitsOf, tierOf } from './tiers.ts';
import type { RuleVersion } from './versions.ts';

export type PastRow = {
  readonly numbers: readonly number[];
  readonly bonusNumbers?: readonly number[] | undefined;
};

export type PricedDraw = {
  readonly rulesId: string;
  readonly number: number;
  readonly numbers: readonly number[];
  readonly bonusNumbers: readonly number[];
  /** Of a row, in kr.; null where no source gives it. */
  readonly price: number | null;
  /** By condition, for one winning row; null where none were published, or nobody had won. */
  readonly amounts: Readonly<Record<string, number | null>> | null;
};

export type PastWin = {
  readonly number: number;
  readonly condition: string;
  /** How many rows won it: of a system often several. */
  readonly rows: number;
  /** Of them all; null where it is not known: it is in no sum. */
  readonly amount: number | null;
};

export type Step = { readonly paid: number; readonly won: number };

export type WhatIf = {
  /** Draws that the rows could take part in. */
  readonly draws: number;
  readonly leftOut: number;
  /** Of the draws whose price and prizes are known. */
  readonly summed: { readonly draws: number } & Step;
  /** In the order of the draws. */
  readonly wins: readonly PastWin[];
  /** The sums after each summed draw. */
  readonly steps: readonly Step[];
};

/**
 * @param draws oldest first
 * @param system how many numbers the only row holds, of which every row is played; 0 for rows
 */
export function whatIf(rows: readonly PastRow[], draws: readonly PricedDraw[], system = 0): WhatIf {
  const wins: PastWin[] = [];
  const steps: Step[] = [];
  let [played, paid, won] = [0, 0, 0];
  for (const draw of draws) {
    const version = rulesOf(draw);
    if (version.tiers.length === 0 || !rows.every((row) => fits(version, row, system))) continue;
    played += 1;
    const isSummed = draw.price !== null && draw.amounts !== null;
    for (const { tier, count } of rows.flatMap((row) => winsOf(version, row, draw, system))) {
      const condition = version.tiers[tier - 1]?.condition ?? '';
      const each = isSummed ? (draw.amounts?.[condition] ?? null) : null;
      const amount = each === null ? null : each * count;
      wins.push({ number: draw.number, condition, rows: count, amount });
      won += amount ?? 0;
    }
    if (!isSummed) continue;
    paid += (draw.price ?? 0) * (system > 0 ? systemRowCount(version, system) : rows.length);
    steps.push({ paid, won });
  }
  return {
    draws: played,
    leftOut: draws.length - played,
    summed: { draws: steps.length, paid, won },
    wins,
    steps,
  };
}

type TierWins = { tier: number; count: number };

/** The tiers in which a row, or the rows of a system, would have won. */
function winsOf(version: RuleVersion, row: PastRow, draw: PricedDraw, system: number): TierWins[] {
  const played = { main: rowMask(row.numbers), bonus: rowMask(row.bonusNumbers ?? []) };
  const drawn = { main: rowMask(draw.numbers), bonus: rowMask(draw.bonusNumbers) };
  if (system === 0) {
    const { mainHits, bonusHits } = hitsOf(version, played, drawn);
    const tier = tierOf(version, mainHits, bonusHits);
    return tier === 0 ? [] : [{ tier, count: 1 }];
  }
  const onTicket = version.drawnBonus.pool === 'main' ? played.main : played.bonus;
  const counts = systemWins(
    version,
    system,
    hitCount(played.main, drawn.main),
    hitCount(onTicket, drawn.bonus),
  );
  return counts.map((count, place) => ({ tier: place + 1, count })).filter(({ count }) => count > 0);
}

/** Whether such a row could be played under the rules of a draw. */
function fits(
  { main, chosenBonus }: RuleVersion,
  { numbers, bonusNumbers = [] }: PastRow,
  system: number,
): boolean {
  const isWithin = (list: readonly number[], howMany: number, max: number) =>
    list.length === howMany && list.every((number) => number <= max);
  return (
    isWithin(numbers, system || main.pick, main.max) &&
    isWithin(bonusNumbers, chosenBonus.count, chosenBonus.max)
  );
}
