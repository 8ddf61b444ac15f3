/** People's choice: how many rows play each outcome of each match. */

import { shareOut } from './chances.ts';
import { coversOf, signsFrom } from './expand-system.ts';
import { matchCount } from './games.ts';
import { combinationsOf, outcomeCount, outcomesIn, outcomesInWord, type Picks, picksOf } from './picks.ts';
import { systemWords } from './system-words.ts';
import { openSystem, type System, systemOfNumber } from './systems.ts';

/** Of each match the rows that play each outcome. */
export type OutcomeRows = number[][];

/** A coupon with its rows as tickets keep them. */
export type PlayedWords = { readonly system: number; readonly rows: readonly (readonly number[])[] };

/** Counts all rows of a coupon without making them. @param outcomes how many a match can have */
export function outcomeRowsOf({ system, rows }: PlayedWords, outcomes: number): OutcomeRows {
  const counted = Array.from({ length: matchCount }, () => new Array<number>(outcomes).fill(0));
  const found = systemOfNumber(system);
  if (found) addSystem(counted, found, rows.map(picksOf));
  else if (system === openSystem.number) for (const words of rows) addOpen(counted, picksOf(words));
  else for (const words of rows) for (const [place, word] of words.entries()) addSingle(counted, word, place);
  return counted;
}

const add = (counted: OutcomeRows, match: number, outcome: number, rows: number): void => {
  const ofMatch = counted[match] as number[];
  ofMatch[outcome] = (ofMatch[outcome] as number) + rows;
};

const halfWord = 2 ** 26;

/** A word of a row that plays one outcome a match. There can be 20,000: only bits that are set are read. */
function addSingle(counted: OutcomeRows, word: number, place: number): void {
  for (const [bits, from] of [
    [word % halfWord, 0],
    [Math.floor(word / halfWord), 26],
  ] as const) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = from + 31 - Math.clz32(rest & -rest);
      add(counted, bit % matchCount, outcomesInWord * place + Math.floor(bit / matchCount), 1);
    }
  }
}

function addOpen(counted: OutcomeRows, picks: Picks): void {
  const rows = combinationsOf(picks);
  picks.forEach((mask, match) => {
    for (const outcome of outcomesIn(mask)) add(counted, match, outcome, rows / outcomeCount(mask));
  });
}

function addSystem(counted: OutcomeRows, system: System, [panel = [], base]: readonly Picks[]): void {
  const covers = coversOf(panel);
  panel.forEach((mask, match) => {
    if (outcomeCount(mask) === 1) add(counted, match, outcomesIn(mask)[0] as number, system.rows);
  });
  const digits = digitsOf(system);
  covers.forEach((match, place) => {
    for (const [digit, outcome] of signsFrom(panel[match] as number, base?.[match] ?? 0).entries())
      add(counted, match, outcome, digits[place]?.[digit] as number);
  });
}

const digitsBySystem = new Map<string, number[][]>();

/** How often the words of a system have each digit at each of their places. */
function digitsOf({ id, full, half }: System): number[][] {
  const kept = digitsBySystem.get(id);
  if (kept) return kept;
  const counts = Array.from({ length: full + half }, () => [0, 0, 0]);
  for (const word of systemWords(id))
    for (const place of counts.keys()) add(counts, place, Number(word[place]), 1);
  digitsBySystem.set(id, counts);
  return counts;
}

/** In whole percent, by largest remainder; null before the first row is sold. */
export function sharesOf(rows: readonly number[]): number[] | null {
  return rows.some((each) => each > 0) ? shareOut(rows.map(BigInt)) : null;
}
