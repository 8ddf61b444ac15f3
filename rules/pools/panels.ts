/** Rows as players and clients write them: `1X2AD…` for signs, `2,3/4,7+…` for goals. */

import { goals, matchCount, type PoolId } from './games.ts';
import { outcomesIn, type Picks } from './picks.ts';

/** In the order of their masks: 1 is bit 0, X bit 1, 2 bit 2. A: 1 and X; B: 1 and 2; C: X and 2; D: all. */
const signLetters = '1XA2BCD';
/** A match of which nothing is played: base signs stand beside covered matches alone. */
const noSign = '-';

/** Null where it is not 13 letters. */
export function parseSigns(text: string): number[] | null {
  return parseLetters(text, signLetters);
}

export function formatSigns(picks: Picks): string {
  return picks.map((mask) => (mask === 0 ? noSign : signLetters[mask - 1])).join('');
}

/** Base signs of a system: 1, X or 2 beside its matches, `-` beside the others. */
export function parseBaseSigns(text: string): number[] | null {
  const picks = parseLetters(text, `1X${noSign}2`);
  return picks?.map((mask) => (mask === 3 ? 0 : mask)) ?? null;
}

/** A letter's mask is its place among the letters. */
function parseLetters(text: string, letters: string): number[] | null {
  if (text.length !== matchCount) return null;
  const picks: number[] = [];
  for (const letter of text) {
    const place = letters.indexOf(letter);
    if (place < 0) return null;
    picks.push(place + 1);
  }
  return picks;
}

/** Null where it is not 13 picks, each of one or more goals in rising order. */
export function parseGoals(text: string): number[] | null {
  const fields = text.split(',');
  if (fields.length !== matchCount) return null;
  const picks = fields.map(goalsMask);
  return picks.includes(0) ? null : picks;
}

export function formatGoals(picks: Picks): string {
  return picks
    .map((mask) =>
      outcomesIn(mask)
        .map((outcome) => goals[outcome])
        .join('/'),
    )
    .join(',');
}

/** 0 where it is no pick. */
function goalsMask(field: string): number {
  let mask = 0;
  for (const text of field.split('/')) {
    const bit = 1 << goals.indexOf(text as (typeof goals)[number]);
    if (!goals.includes(text as (typeof goals)[number]) || bit <= mask) return 0;
    mask |= bit;
  }
  return mask;
}

export function parsePicks(game: PoolId, text: string): number[] | null {
  return game === 'xg' ? parseGoals(text) : parseSigns(text);
}

export function formatPicks(game: PoolId, picks: Picks): string {
  return game === 'xg' ? formatGoals(picks) : formatSigns(picks);
}
