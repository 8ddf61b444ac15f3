import { expect, test } from 'vitest';
import { icelandicOrder } from './icelandic-order.ts';

test('names stand in the Icelandic alphabet, accented letters after plain ones, Þ Æ Ö last', () => {
  const letters = [...'AÁBDÐEÉFGHIÍJKLMNOÓPRSTUÚVXYÝZÞÆÖ'];
  expect(letters.toReversed().toSorted(icelandicOrder)).toEqual(letters);
  const names = ['Afturelding', 'Álftanes', 'Dalvík', 'Einherji', 'Éljagangur', 'Íþróttafélagið', 'Ósk'];
  const rest = ['Ungmennafélagið', 'Úlfar', 'Víkingur', 'Ýmir', 'Þór', 'Ægir', 'Ögri'];
  const ordered = [...names, ...rest];
  expect(ordered.toReversed().toSorted(icelandicOrder)).toEqual(ordered);
});

test('numbers in names count by their value, and case separates nothing', () => {
  expect(['Lið 10', 'Lið 9', 'lið 1'].toSorted(icelandicOrder)).toEqual(['lið 1', 'Lið 9', 'Lið 10']);
  expect(['fram', 'Fjölnir', 'FH', 'fylkir'].toSorted(icelandicOrder)).toEqual([
    'FH',
    'Fjölnir',
    'fram',
    'fylkir',
  ]);
});
