/**
 * A row of a coupon. Of each match it holds the outcomes that are played as bits: bit k stands for outcome k.
 * Tickets and the sales book keep a row as words of 52 bits, which are safe integers: bit 13 × k + m of a
 * word stands for match m, counted from 0, and its outcome k; four outcomes fill a word.
 */

import { matchCount } from './games.ts';

/** Thirteen masks. */
export type Picks = readonly number[];

export const outcomesInWord = 4;

const bitOf = Array.from({ length: outcomesInWord * matchCount }, (_, place) => 2 ** place);

/** How many outcomes each mask of eight bits plays. */
const counts = Uint8Array.from(
  { length: 256 },
  (_, mask) => [...mask.toString(2)].filter((bit) => bit === '1').length,
);

export const outcomeCount = (mask: number): number => counts[mask] as number;

/** Matches of which so many outcomes are played. */
export function matchesWith(picks: Picks, outcomes: number): number {
  return picks.filter((mask) => outcomeCount(mask) === outcomes).length;
}

/** Every combination of the outcomes that are played. */
export function combinationsOf(picks: Picks): number {
  return picks.reduce((rows, mask) => rows * outcomeCount(mask), 1);
}

/** Places of the outcomes that a mask plays, ascending. */
export function outcomesIn(mask: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((outcome) => (mask >> outcome) & 1);
}

/** One word for signs, two for goals. */
export function wordsOf(picks: Picks, outcomes: number): number[] {
  const words = new Array<number>(Math.ceil(outcomes / outcomesInWord)).fill(0);
  picks.forEach((mask, match) => {
    for (const outcome of outcomesIn(mask)) {
      const word = Math.floor(outcome / outcomesInWord);
      const bit = bitOf[matchCount * (outcome % outcomesInWord) + match] as number;
      words[word] = (words[word] as number) + bit;
    }
  });
  return words;
}

export function picksOf(words: readonly (number | bigint)[]): number[] {
  const picks = new Array<number>(matchCount).fill(0);
  words.forEach((word, place) => {
    let rest = Number(word);
    for (let bit = 0; rest > 0; bit += 1, rest = Math.floor(rest / 2)) {
      if (rest % 2 === 0) continue;
      const outcome = outcomesInWord * place + Math.floor(bit / matchCount);
      picks[bit % matchCount] = (picks[bit % matchCount] as number) + 2 ** outcome;
    }
  });
  return picks;
}

/** The rows that the picks make, in the order of the matches and their outcomes. */
export function* expandPicks(picks: Picks): Generator<number[]> {
  const chosen = picks.map(outcomesIn);
  const places = new Array<number>(picks.length).fill(0);
  for (;;) {
    yield places.map((place, match) => (chosen[match] as number[])[place] as number);
    let moved = picks.length - 1;
    while (moved >= 0 && places[moved] === (chosen[moved] as number[]).length - 1) places[moved--] = 0;
    if (moved < 0) return;
    places[moved] = (places[moved] as number) + 1;
  }
}
