/** Marks the matches that the player left open, one outcome each, from the given source of random bits. */

import { type NextUint32, randomBelow } from '../values/random.ts';
import { outcomesOf, type PoolId } from './games.ts';
import type { Picks } from './picks.ts';

/** Tölvuval: every outcome is equally likely. */
export function quickPick(game: PoolId, marked: Picks, nextUint32: NextUint32): number[] {
  return fill(marked, () => randomBelow(outcomesOf(game).length, nextUint32));
}

/** Albert: outcomes come as often as their chances say. @param chances whole percent of each match */
export function albertPick(
  marked: Picks,
  chances: readonly (readonly number[])[],
  nextUint32: NextUint32,
): number[] {
  return fill(marked, (match) => {
    const own = chances[match] as readonly number[];
    let left = randomBelow(
      own.reduce((sum, chance) => sum + chance, 0),
      nextUint32,
    );
    return own.findIndex((chance) => {
      left -= chance;
      return left < 0;
    });
  });
}

const fill = (marked: Picks, outcomeFor: (match: number) => number) =>
  marked.map((mask, match) => mask || 1 << outcomeFor(match));
