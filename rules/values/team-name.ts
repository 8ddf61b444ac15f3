/** Names of teams: which ones there are, and which of them people take for the same. */
import { foldLetters } from './fold.ts';
import { readTyped } from './typed.ts';

export const teamNameMin = 2;
export const teamNameMax = 30;
export const teamNumberMax = 999;

const letters: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ß: 'ss', œ: 'oe' };

/** As it is shown: letters of one width, single blanks, nothing invisible. Null where it is no name. */
export function parseTeamName(typed: string): string | null {
  const name = readTyped(typed.normalize('NFKC')).replace(/ +/g, ' ');
  const length = [...name].length;
  if (length < teamNameMin || length > teamNameMax) return null;
  if (!/^[\p{L}\d][\p{L}\d .,'’&!?+/()-]*$/u.test(name)) return null;
  return /^[a-z0-9]+$/.test(teamNameKey(name)) ? name : null;
}

/** Small letters without accents and digits, nothing between them. Letters of other alphabets stay. */
export function teamNameKey(name: string): string {
  return foldLetters(name)
    .replace(/[łđßœ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '');
}
