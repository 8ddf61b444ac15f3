/** How likely the rows of a slip are, by the chances of their matches. */
import { outcomesIn, type Picks } from '#rules/pools/picks.ts';
import type { PlayMatch } from './program.ts';

type Rated = readonly Pick<PlayMatch, 'chances'>[];

const chanceOf = (matches: Rated, match: number, outcome: number) =>
  (matches[match]?.chances[outcome] ?? 0) / 100;

/** That exactly this row comes. */
export function rowChance(row: readonly number[], matches: Rated): number {
  return row.reduce((all, outcome, match) => all * chanceOf(matches, match, outcome), 1);
}

/** That one of the rows of the marks comes. */
export function picksChance(picks: Picks, matches: Rated): number {
  return picks.reduce((all, mask, match) => {
    const sum = outcomesIn(mask).reduce((some, outcome) => some + chanceOf(matches, match, outcome), 0);
    return all * sum;
  }, 1);
}
