/**
 * What given marks would have won in past programs, an honest sum: a prize counts at what was paid for one
 * row, and a win in a tier that nobody had reached is counted without an amount.
 */
import { matchCount, type PoolId } from './games.ts';
import { outcomeCount, type Picks } from './picks.ts';
import { leastRight, signsLeast } from './results.ts';

export type PastProgram = {
  /** What would have been played in it; an empty list leaves it out. */
  readonly rows: readonly Picks[];
  /** The outcome of each match. */
  readonly result: readonly number[];
  readonly price: number;
  /** Of each tier that somebody reached, by right matches: what one row got. */
  readonly amounts: ReadonlyMap<number, number>;
};

export type PastWin = {
  /** Place of the program in the list. */
  readonly place: number;
  readonly right: number;
  readonly rows: number;
  /** Of all these rows; null where nobody had reached the tier. */
  readonly amount: number | null;
};

export type Step = { readonly paid: number; readonly won: number };

export type WhatIf = Step & {
  readonly programs: number;
  readonly leftOut: number;
  readonly wins: readonly PastWin[];
  /** The best row of each program: how many programs had so many right. */
  readonly best: readonly { readonly right: number; readonly programs: number }[];
  /** The sums after each program. */
  readonly steps: readonly Step[];
};

/** @param programs oldest first */
export function whatIf(game: PoolId, programs: readonly PastProgram[]): WhatIf {
  const wins: PastWin[] = [];
  const steps: Step[] = [];
  const best = new Map<number, number>();
  let [paid, won] = [0, 0];
  for (const [place, { rows, result, price, amounts }] of programs.entries()) {
    if (rows.length === 0) continue;
    const reached = sumsOf(rows.map((picks) => rightRows(picks, result)));
    const most = reached.findLastIndex((count) => count > 0);
    best.set(most, (best.get(most) ?? 0) + 1);
    for (const right of winningRights(game, reached, amounts)) {
      const count = reached[right] as number;
      const each = amounts.get(right);
      // A tier that fell away paid nobody.
      if (each === 0) continue;
      const amount = each === undefined ? null : each * count;
      wins.push({ place, right, rows: count, amount });
      won += amount ?? 0;
    }
    paid += price * reached.reduce((sum, count) => sum + count, 0);
    steps.push({ paid, won });
  }
  return {
    ...{ paid, won, wins, steps, programs: steps.length, leftOut: programs.length - steps.length },
    best: [...best].map(([right, count]) => ({ right, programs: count })).sort((a, b) => b.right - a.right),
  };
}

/** How many of the rows that the marks make have 0, 1, … 13 right. */
export function rightRows(picks: Picks, result: readonly number[]): number[] {
  let reached = [1];
  for (const [match, mask] of picks.entries()) {
    const right = (mask >> (result[match] as number)) & 1;
    const wrong = outcomeCount(mask) - right;
    const before = reached;
    reached = Array.from(
      { length: before.length + 1 },
      (_, count) => (before[count] ?? 0) * wrong + (before[count - 1] ?? 0) * right,
    );
  }
  return reached;
}

const sumsOf = (lists: readonly number[][]): number[] =>
  Array.from({ length: matchCount + 1 }, (_, place) =>
    lists.reduce((sum, list) => sum + (list[place] ?? 0), 0),
  );

/** Most first. */
function winningRights(
  game: PoolId,
  reached: readonly number[],
  amounts: PastProgram['amounts'],
): readonly number[] {
  const own = reached.flatMap((count, right) => (count > 0 && right > 0 ? [right] : []));
  // In xg these rows would have been among those that decide which results win.
  const least = game === 'xg' ? leastRight(new Set([...amounts.keys(), ...own])) : signsLeast;
  return own.filter((right) => right >= least).reverse();
}

/** A row of the outcome that has most of each match; the first of equals. Null where a match has none. */
export function favouritesOf(shares: readonly (readonly number[])[]): Picks | null {
  const row = shares.map((match) => {
    const most = Math.max(...match);
    return most > 0 ? 1 << match.indexOf(most) : 0;
  });
  return row.length === matchCount && row.every((mask) => mask > 0) ? row : null;
}
