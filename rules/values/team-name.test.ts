import { expect, it } from 'vitest';
import { parseTeamName, teamNameKey } from './team-name.ts';

it.each([
  ['  Tveir  og hálfur ', 'Tveir og hálfur'],
  ['Kaffi og X', 'Kaffi og X'],
  ['Só\u200bfinn\u00ad', 'Sófinn'],
  ['So\u0301finn', 'Sófinn'],
  ['Ｓóｆｉｎｎ', 'Sófinn'],
  ['K.R. – B!', 'K.R. - B!'],
  ['Łódź', 'Łódź'],
  ['13', '13'],
  ['á'.repeat(30), 'á'.repeat(30)],
])('%j is shown as %j', (typed, shown) => {
  expect(parseTeamName(typed)).toBe(shown);
});

it.each([
  ['', 'nothing'],
  ['   ', 'blanks'],
  ['\u200b\u200b', 'nothing visible'],
  ['A', 'one letter'],
  ['á'.repeat(31), 'too long'],
  ['!!', 'no letter'],
  ['Ѕófinn', 'a letter of another alphabet'],
  ['Lið 🏆', 'a picture'],
  ['S\u0336ó\u0336f\u0336i\u0336', 'marks over letters'],
  ['Só\u202efinn', 'text that runs backwards'],
  ['Só\nfinn', 'two lines'],
  ['=1+1', 'a formula'],
  ['-2+3', 'a formula too'],
  ['a;b', 'the end of a cell'],
])('%j is no name: %s', (typed) => {
  expect(parseTeamName(typed)).toBeNull();
});

it.each([
  ['SÓFINN', 'sofinn'],
  ['só finn', 'sofinn'],
  ['S.ó.f.i.n.n!', 'sofinn'],
  ['Þór Æ', 'thorae'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
])('%j is the same as %j', (name, key) => {
  expect(teamNameKey(name)).toBe(key);
});
