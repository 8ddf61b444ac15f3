import { expect, test } from 'vitest';
import { foldLetters } from './fold.ts';

/** The Icelandic alphabet. */
const alphabet = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæö';

test('every letter of the alphabet folds to what a foreign keyboard has', () => {
  expect([...alphabet].map(foldLetters).join('')).toBe('aabcddeefghiijklmnoopqrstuuvwxyyzthaeo');
  expect(foldLetters(alphabet.toUpperCase())).toBe(foldLetters(alphabet));
});

test('it makes no difference how the letters are composed', () => {
  expect(foldLetters(alphabet.normalize('NFD'))).toBe(foldLetters(alphabet.normalize('NFC')));
  expect(foldLetters('Íþróttafélagið Þór, Ærøskøbing')).toBe('ithrottafelagid thor, aeroskobing');
});

test('apart from ð, þ, æ and ø it is what ICU takes for the same base letter', () => {
  const icu = new Intl.Collator('en', { sensitivity: 'base' });
  for (const letter of alphabet.replace(/[ðþæø]/g, '')) {
    expect([letter, icu.compare(letter, foldLetters(letter))]).toEqual([letter, 0]);
  }
});
