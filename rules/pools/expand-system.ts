/** The rows of a system ticket, one by one. */

import { outcomeCount, outcomesIn, type Picks } from './picks.ts';
import { systemWords } from './system-words.ts';
import type { System } from './systems.ts';

/**
 * Rows in the order of the system's words, each as the outcomes of its matches.
 *
 * @param base of a U system the base sign of each covered match
 */
export function* expandSystem(system: System, picks: Picks, base: Picks | null): Generator<number[]> {
  const covers = coversOf(picks);
  const chosen = covers.map((match) => signsFrom(picks[match] as number, base?.[match] ?? 0));
  const single = picks.map((mask) => outcomesIn(mask)[0] as number);
  for (const word of systemWords(system.id)) {
    const row = [...single];
    covers.forEach((match, digit) => {
      row[match] = (chosen[digit] as number[])[Number(word[digit])] as number;
    });
    yield row;
  }
}

/** Matches with several signs: those with three, then those with two. */
export function coversOf(picks: Picks): number[] {
  const matches = picks.map((_, match) => match);
  return [3, 2].flatMap((count) => matches.filter((match) => outcomeCount(picks[match] as number) === count));
}

/** The signs of a match in the cycle 1, X, 2, from the base sign on. */
export function signsFrom(mask: number, base: number): number[] {
  const ascending = outcomesIn(mask);
  const from = Math.max(
    0,
    ascending.findIndex((outcome) => 1 << outcome === base),
  );
  return [...ascending.slice(from), ...ascending.slice(0, from)];
}
