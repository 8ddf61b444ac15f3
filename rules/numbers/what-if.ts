/**
 * What given rows would have won in past draws: an honest sum. Only draws whose price and prizes are known
 * are summed; in others wins are counted by tier. Draws that the rows do not fit are left out.
 */
import { rulesOf } from './games.ts';
import { rowMask } from './rows.ts';
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
  /** Null where it is not known: it is in no sum. */
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

/** @param draws oldest first */
export function whatIf(rows: readonly PastRow[], draws: readonly PricedDraw[]): WhatIf {
  const masks = rows.map((row) => ({ main: rowMask(row.numbers), bonus: rowMask(row.bonusNumbers ?? []) }));
  const wins: PastWin[] = [];
  const steps: Step[] = [];
  let [played, paid, won] = [0, 0, 0];
  for (const draw of draws) {
    const version = rulesOf(draw);
    if (version.tiers.length === 0 || !rows.every((row) => fits(version, row))) continue;
    played += 1;
    const drawn = { main: rowMask(draw.numbers), bonus: rowMask(draw.bonusNumbers) };
    const isSummed = draw.price !== null && draw.amounts !== null;
    for (const row of masks) {
      const { mainHits, bonusHits } = hitsOf(version, row, drawn);
      const condition = version.tiers[tierOf(version, mainHits, bonusHits) - 1]?.condition;
      if (condition === undefined) continue;
      const amount = isSummed ? (draw.amounts?.[condition] ?? null) : null;
      wins.push({ number: draw.number, condition, amount });
      won += amount ?? 0;
    }
    if (!isSummed) continue;
    paid += (draw.price ?? 0) * rows.length;
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

/** Whether such a row could be played under the rules of a draw. */
function fits({ main, chosenBonus }: RuleVersion, { numbers, bonusNumbers = [] }: PastRow): boolean {
  const isWithin = (list: readonly number[], howMany: number, max: number) =>
    list.length === howMany && list.every((number) => number <= max);
  return isWithin(numbers, main.pick, main.max) && isWithin(bonusNumbers, chosenBonus.count, chosenBonus.max);
}
