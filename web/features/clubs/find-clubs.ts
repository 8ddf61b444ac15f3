/** Clubs whose number or name a word finds, whatever accents were typed. */

import { foldLetters } from '#rules/values/fold.ts';
import type { Club } from '#web/blocks/section-data.ts';

/** All clubs when the word is empty. Every part of the word must begin a word of the name or the number. */
export function findClubs<C extends Club>(clubs: readonly C[], word: string): C[] {
  const parts = wordsOf(word);
  return clubs.filter(({ number, name }) => {
    const words = [String(number), ...wordsOf(name)];
    return parts.every((part) => words.some((one) => one.startsWith(part)));
  });
}

function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}
