import { expect, test } from 'vitest';
import { parseAddress, parsePostalCode } from './address.ts';
import { parseBankAccount } from './bank-account.ts';
import { parseEmail } from './email.ts';
import { parsePersonKennitala } from './kennitala.ts';
import { parsePhone } from './phone.ts';
import { readGrouped, readTyped } from './typed.ts';

const wide = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

test.each([
  ['\u202a+354\u202c', '+354', 'marks of direction'],
  ['a\u200bb\u2060c\ufeffd\u00ade\u034ff', 'abcdef', 'marks of no width'],
  ['a\u00a0b\u2009c\u202fd\u3000e', 'a b c d e', 'blanks'],
  ['1\u20102\u20113\u20124\u20135\u20146\u22127\uff0d8', '1-2-3-4-5-6-7-8', 'dashes'],
  [`${wide('0123456789')}＋（）．＠`, '0123456789+().@', 'full width'],
  ['a\u0301', 'á', 'composed accents'],
  ['\u00a0 x \u2003', 'x', 'trimmed'],
])('%j is read as %j: %s', (typed, read) => {
  expect(readTyped(typed)).toBe(read);
});

test('text that is shown in reverse order is left as it is, for the rule of the field to refuse', () => {
  expect(readTyped('\u202e0011 611')).toBe('\u202e0011 611');
});

test('letters and control characters stay, for the rule of the field to judge', () => {
  expect(readTyped('Þórður Æ.\u0000\n1')).toBe('Þórður Æ.\u0000\n1');
  expect(readTyped('٣')).toBe('٣');
  expect(readGrouped('4000\u00a00000–0000 0002')).toBe('4000000000000002');
});

const marked = (text: string) => `\u202a${text}\u202c\u200b`;

test.each([
  ['+354 611 0011', '611\u20110011', '(354) 611 0011', '(+354) 611–0011', '611\u202f0011'],
  [wide('6110011'), `＋${wide('354')}（${wide('611')}）${wide('0011')}`, '+354\u00a0(611)\u00a00011'],
])('phone numbers as people paste them', (...texts) => {
  for (const text of texts) expect(parsePhone(marked(text)), text).toBe('6110011');
});

test('more marks than the longest number has digits do not make a number too long', () => {
  expect(parsePhone(`${'\u200e'.repeat(30)}611 0011`)).toBe('6110011');
});

test('national ids', () => {
  for (const text of [
    '010170-0019',
    '010170\u20110019',
    '010170 – 0019',
    `${wide('010170')}\u00a0${wide('0019')}`,
  ])
    expect(parsePersonKennitala(marked(text)), text).toBe('0101700019');
});

test('e-mail addresses', () => {
  for (const text of [
    'nafn@example.is',
    '\u00a0nafn@example.is\u3000',
    'nafn＠example.is',
    'na\u00adfn@exam\u200bple.is',
  ])
    expect(parseEmail(marked(text)), text).toBe('nafn@example.is');
  expect(parseEmail('fyrra\u2011seinna@example.is')).toBe('fyrra-seinna@example.is');
});

test('streets, postal codes, bank accounts', () => {
  expect(parseAddress(marked('Hlíðarvegur\u00a03\u20135'))).toBe('Hlíðarvegur 3-5');
  expect(parsePostalCode(marked(wide('101')))).toBe('101');
  expect(parsePostalCode('10 11')).toBeNull();
  for (const text of ['0101\u201326\u2013012345', '0101 – 26 – 012345', wide('0101-26-012345')])
    expect(parseBankAccount(marked(text)), text).toBe('0101-26-012345');
});
