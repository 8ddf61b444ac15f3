/** Marks that the computer makes. */
import type { Picks } from '#rules/pools/picks.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';
import type { PlayMatch } from './program.ts';

/** `albert`: each outcome as often as its chance; `uniform`: all alike. */
export type Way = 'albert' | 'uniform';

type Marked = Pick<PlayMatch, 'chances'>;

/** One outcome in each match that has no mark; a row that has all is marked anew. */
export function fill(row: Picks, matches: readonly Marked[], way: Way, next: NextUint32): Picks {
  const isAnew = row.every((mask) => mask > 0);
  return row.map((mask, match) => {
    if (mask > 0 && !isAnew) return mask;
    return 1 << pick((matches[match] as Marked).chances, way, next);
  });
}

function pick(chances: readonly number[], way: Way, next: NextUint32): number {
  if (way === 'uniform') return randomBelow(chances.length, next);
  let unit = randomBelow(
    chances.reduce((sum, chance) => sum + chance, 0),
    next,
  );
  return chances.findIndex((chance) => {
    unit -= chance;
    return unit < 0;
  });
}
