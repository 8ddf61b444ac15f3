import { expect, test } from 'vitest';
import { allOf, bundledTexts, catalogueOf } from './catalogue.server.ts';
import { createText } from './text.tsx';

const { error, fault } = createText('is', allOf(catalogueOf(bundledTexts, 'is')));

test('the call has its own words when its arguments are known', () => {
  expect(error('EC_BALANCE_TOO_LOW', 'buy', { amount: '500 kr.' })).toMatch(/^Þig vantar 500 kr\./);
});

test('without the arguments the text of the code is said', () => {
  expect(error('EC_BALANCE_TOO_LOW', 'buy')).toBe(error('EC_BALANCE_TOO_LOW'));
});

test('too many calls: the wait is said, not that the account may not', () => {
  const said = (waitSeconds: number, call?: string) =>
    error({ code: 'EC_ACTION_NOT_ALLOWED', waitSeconds }, call);
  expect(said(1, 'updatePassword')).toBe('Of margar tilraunir. Reyndu aftur eftir 1 sekúndu.');
  expect(said(60)).toMatch(/eftir 60 sekúndur\.$/);
  expect(said(61)).toMatch(/eftir 2 mínútur\.$/);
  expect(said(1800, 'recovery')).toMatch(/frá þessu neti.* 30 mínútur\.$/);
  expect(error('EC_ACTION_NOT_ALLOWED')).toMatch(/ekki leyfð/);
});

test('who was erased is told so by electronic ID', () => {
  expect(error('EC_ACCOUNT_REMOVED', 'eLogin')).toMatch(/^Aðgangurinn er ekki lengur til\./);
});

test('must-hold 162: a code without a text is never shown itself', () => {
  expect(error('EC_SOMETHING_NEW', 'buy')).toBe(error('UNKNOWN'));
});

test('what is wrong with a field is said by its word, or in general', () => {
  expect(fault('passwordMatch')).toBe('Lykilorðin eru ekki eins.');
  expect(fault('somethingNew')).toBe(fault('genericForm'));
});
