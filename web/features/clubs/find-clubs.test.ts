import { expect, test } from 'vitest';
import { findClubs } from './find-clubs.ts';

const clubs = ['Íþróttafélagið Þór', 'Ungmennafélagið Ægir', 'KR', 'Breiðablik'].map((name, place) => ({
  id: String(place),
  number: 100 + place,
  name,
}));
const found = (word: string): string[] => findClubs(clubs, word).map(({ name }) => name);

test.each([
  ['', clubs.map(({ name }) => name)],
  ['thor', ['Íþróttafélagið Þór']],
  ['ÞÓR ithr', ['Íþróttafélagið Þór']],
  ['aegir', ['Ungmennafélagið Ægir']],
  ['breida', ['Breiðablik']],
  ['102', ['KR']],
  ['blik', []],
  ['<script>', []],
  ['(', clubs.map(({ name }) => name)],
])('%j', (word, names) => expect(found(word)).toEqual(names));
