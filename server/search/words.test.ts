import { describe, expect, test } from 'vitest';
import { english, icelandic } from './lemmas.ts';
import { has, soughtOf, tokensOf, withoutFillers, wordsOf } from './words.ts';

const dictionary = await icelandic();
/** What the pages write somewhere, as the index knows it. */
const known = new Map([['utdraettir', ['utdrattur']]]);

const finds = (query: string, text: string): boolean =>
  has(wordsOf(text, dictionary), soughtOf(tokensOf(query)[0] ?? '', dictionary, known));

test.each([
  ['útdrættir', 'Svona er útdráttur sannaður'],
  ['útdrátta', 'útdráttur'],
  ['útdráttunum', 'Útdrættir um jól og áramót'],
  ['mörkunum', 'Mörk og hlé'],
  ['marka', 'Mörk og hlé'],
  ['kaupmörkunum', 'kaupmörk'],
  ['mörk', 'Hvernig lækka ég mörkin?'],
  ['röðum', 'röð'],
  ['raðir', 'Veldu fimm tölur í röð'],
  ['miðanum', 'Hvar sé ég miðann minn?'],
  ['vinninga', 'Vinningur bíður í eitt ár'],
  ['vinningslíkum', 'Vinningslíkur'],
  ['hléinu', 'Hlé tekur gildi strax'],
  ['hlénu', 'Að taka hlé'],
  ['jókertölum', 'Jókertölur'],
  ['talnaleikjum', 'Talnaleikir'],
  ['félögunum', 'Framlög til félaga'],
  ['skilríkjanna', 'Rafræn skilríki renna út'],
  ['innborgana', 'Innborganir og úttektir'],
  ['Lottósins', 'Lottó'],
  ['greiddan', 'Svona er greitt'],
  // From the beginnings of words, and without accents.
  ['útdr', 'Útdráttur'],
  ['utdrattur', 'Svona er útdráttur sannaður'],
  ['utdraettir', 'Svona er útdráttur sannaður'],
  ['thorsvollur', 'Þórsvöllur'],
])('%s finds: %s', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

test.each([
  ['mörk', 'Markaður'],
  ['hlé', 'Hlutur af vinningsfé'],
  ['miði', 'Almenn meðferð'],
  ['drátt', 'Útdráttur'],
  ['röð', 'Raddir'],
])('%s does not find: %s', (query, text) => {
  expect(finds(query, text)).toBe(false);
});

describe('English', () => {
  const found = (query: string, text: string): boolean =>
    has(wordsOf(text, english), soughtOf(query, english, new Map()));

  test.each([
    ['prizes', 'How do I get a prize paid?'],
    ['limit', 'Your limits'],
    ['cookies', 'Cookies'],
    ['lotteries', 'The lottery'],
  ])('%s finds: %s', (query, text) => {
    expect(found(query, text)).toBe(true);
  });

  test('a plural finds no other word', () => {
    expect(found('classes', 'A clasp')).toBe(false);
  });
});

test('words that say nothing are passed over, unless there are no others', () => {
  expect(withoutFillers(tokensOf('Hvernig legg ég inn?'))).toEqual(['legg', 'inn']);
  expect(withoutFillers(tokensOf('hvernig á'))).toEqual(['hvernig', 'á']);
});
