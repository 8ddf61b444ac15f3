import { expect, test } from 'vitest';
import { birthDate, maskKennitala, parseKennitala } from './kennitala.ts';

test('spec accounts §5: shape of a national id, dash optional', () => {
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

test('decisions §3: only the birth date is shown', () => {
  const kennitala = parseKennitala('0101700019');
  expect(kennitala && maskKennitala(kennitala)).toBe('010170-****');
});

function birth(text: string): string | null {
  const kennitala = parseKennitala(text);
  return kennitala && birthDate(kennitala);
}
