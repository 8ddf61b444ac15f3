import { expect, test } from 'vitest';
import { birthDate, isOfAge, maskKennitala, parseKennitala, parsePersonKennitala } from './kennitala.ts';

test('shape of a national id, dash optional', () => {
  expect(parseKennitala('0101700019')).toBe('0101700019');
  expect(parseKennitala('010170-0019')).toBe('0101700019');
  for (const bad of [
    '',
    '3201700019',
    '0113700019',
    '0001700019',
    '0101700018',
    '010170 0019',
    '01017000190',
  ]) {
    expect(parseKennitala(bad)).toBeNull();
  }
});

test('the old check digit is not enforced', () => {
  expect(parseKennitala('0505950069')).not.toBeNull();
});

test('the last digit gives the century of birth', () => {
  expect(birth('0101700019')).toBe('1970-01-01');
  expect(birth('1503150180')).toBe('2015-03-15');
  expect(birth('2902960059')).toBe('1996-02-29');
});

test('a day that its month never has is no birth date', () => {
  expect(birth('3002960059')).toBeNull();
  expect(birth('2902950069')).toBeNull();
});

test.each(['010170-0019', '010170 0019', ' 0101700019 ', '0505950069', '3104990189', '3002960059'])(
  '%j has the shape of a person',
  (typed) => {
    expect(parsePersonKennitala(typed)).toMatch(/^\d{10}$/);
  },
);

test.each([
  '3201960059',
  '0113960059',
  '4101700019',
  '8101700019',
  '0101700018',
  '010170--0019',
  '01017000190',
  '',
  '0101700019\n',
  '\n0101700019',
  '010170\t0019',
  '0101700019\r\n',
  '٠١٠١٧٠٠٠١٩',
  '0101700019\u202e',
  '0101700019\u0000',
  ' '.repeat(10_000),
])('%j is nobody', (typed) => {
  expect(parsePersonKennitala(typed)).toBeNull();
});

test('of age on the birthday itself', () => {
  const born = (text: string) => parsePersonKennitala(text) ?? expect.unreachable();
  expect(isOfAge(born('1503150180'), 18, '2033-03-14')).toBe(false);
  expect(isOfAge(born('1503150180'), 18, '2033-03-15')).toBe(true);
  expect(isOfAge(born('2902960059'), 18, '2014-02-28')).toBe(false);
  expect(isOfAge(born('2902960059'), 18, '2014-03-01')).toBe(true);
});

test('only the birth date is shown', () => {
  const kennitala = parseKennitala('0101700019');
  expect(kennitala && maskKennitala(kennitala)).toBe('010170-****');
});

function birth(text: string): string | null {
  const kennitala = parseKennitala(text);
  return kennitala && birthDate(kennitala);
}
