/**
 * What 13 right would pay a row, estimated from what people play: the pool, shared with the rows that are
 * expected to be the same.
 */
import { outcomesIn, type Picks } from '#rules/pools/picks.ts';
import type { PlayMatch, PlayProgram } from './program.ts';

/** Of 13 matches, each share in percent. */
const whole = 100n ** 13n;
/** Amounts are rounded down to this. */
const unit = 10n;

/** Null while nobody can say: no pool, or rows sold without the people's choice. */
export function payoutOf(
  { pot, rowsSold, matches }: Pick<PlayProgram, 'pot' | 'rowsSold' | 'matches'>,
  row: readonly number[],
): number | null {
  if (pot === null || rowsSold === null) return null;
  let same = 0n;
  if (rowsSold > 0) {
    if (matches.some(({ people }) => people === null)) return null;
    same = row.reduce((all, outcome, match) => all * BigInt(matches[match]?.people?.[outcome] ?? 0), 1n);
  }
  const exact = (BigInt(pot) * whole) / (whole + BigInt(rowsSold) * same);
  return Number(exact - (exact % unit));
}

export type Extremes = { readonly likeliest: readonly number[]; readonly unlikeliest: readonly number[] };

/** Of all rows that the marks make, by the chances of their matches. */
export function extremesOfPicks(picks: Picks, matches: readonly PlayMatch[]): Extremes {
  const each = (isBetter: (a: number, b: number) => boolean) =>
    picks.map((mask, match) =>
      outcomesIn(mask).reduce((best, outcome) =>
        isBetter(chanceOf(matches, match, outcome), chanceOf(matches, match, best)) ? outcome : best,
      ),
    );
  return { likeliest: each((a, b) => a > b), unlikeliest: each((a, b) => a < b) };
}

type Weighed = { row: readonly number[]; chance: number };

export function extremesOf(
  rows: Iterable<readonly number[]>,
  matches: readonly PlayMatch[],
): Extremes | null {
  let high: Weighed | null = null;
  let low: Weighed | null = null;
  for (const row of rows) {
    const chance = rowChance(row, matches);
    if (high === null || chance > high.chance) high = { row, chance };
    if (low === null || chance < low.chance) low = { row, chance };
  }
  return high && low && { likeliest: high.row, unlikeliest: low.row };
}

const chanceOf = (matches: readonly PlayMatch[], match: number, outcome: number) =>
  (matches[match]?.chances[outcome] ?? 0) / 100;

/** That exactly this row comes. */
export function rowChance(row: readonly number[], matches: readonly PlayMatch[]): number {
  return row.reduce((all, outcome, match) => all * chanceOf(matches, match, outcome), 1);
}

/** That one of the rows of the marks comes. */
export function picksChance(picks: Picks, matches: readonly PlayMatch[]): number {
  return picks.reduce((all, mask, match) => {
    const sum = outcomesIn(mask).reduce((some, outcome) => some + chanceOf(matches, match, outcome), 0);
    return all * sum;
  }, 1);
}
