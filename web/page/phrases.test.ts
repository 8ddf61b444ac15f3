import { expect, test } from 'vitest';
import { phrasePattern } from './phrases.ts';

test('a sentence is split around a phrase, in any case of letters', () => {
  const pattern = phrasePattern('hafðu samband|hafa samband') as RegExp;
  expect('Hafðu samband ef þú vilt.'.split(pattern)).toEqual(['', 'Hafðu samband', ' ef þú vilt.']);
});

test.each(['a [31m', '(', 'a\\', '*', '$&', '{2', '.'])(
  'signs of patterns are letters here: %s',
  (phrase) => {
    expect(`x ${phrase} y`.split(phrasePattern(phrase) as RegExp)).toEqual(['x ', phrase, ' y']);
    expect('no such phrase'.split(phrasePattern(`${phrase}!`) as RegExp)).toEqual(['no such phrase']);
  },
);

test.each(['', '|', ' | '])('without a phrase there is no pattern: "%s"', (words) => {
  expect(phrasePattern(words)).toBeNull();
});
