import { expect, test } from 'vitest';
import { argumentsOf, compile } from './compile.ts';
import { evaluate } from './evaluate.ts';

const say = (source: string, values = {}, locale: 'is' | 'en' = 'is') =>
  evaluate(locale, compile(source), values);

test('plain text stays text', () => {
  expect(compile('Veldu leik')).toBe('Veldu leik');
});

test('arguments are filled, also several', () => {
  expect(say('Miði nr. {ticketId} á {price}', { ticketId: 'A1', price: '700 kr.' })).toBe(
    'Miði nr. A1 á 700 kr.',
  );
});

test('the Icelandic plural: one also means 21 and 101, not 11', () => {
  const source = '{count, plural, =0 {engin röð} one {# röð} other {# raðir}}';
  expect([0, 1, 2, 11, 21, 101, 111].map((count) => say(source, { count }))).toEqual([
    'engin röð',
    '1 röð',
    '2 raðir',
    '11 raðir',
    '21 röð',
    '101 röð',
    '111 raðir',
  ]);
});

test('the English plural: only one is one; counts are grouped', () => {
  const source = '{count, plural, one {# row} other {# rows}}';
  expect([1, 21, 9448].map((count) => say(source, { count }, 'en'))).toEqual([
    '1 row',
    '21 rows',
    '9.448 rows',
  ]);
});

test('a plural inside a sentence with an argument inside a branch', () => {
  const source = 'Veldu {count, plural, one {# {name}} other {# {name}}} enn';
  expect(say(source, { count: 2, name: 'stjörnutölur' })).toBe('Veldu 2 stjörnutölur enn');
});

test('select takes the named branch, else other', () => {
  const source = '{times, select, 6 {Sexfaldur pottur} other {{times}-faldur pottur}}';
  expect(say(source, { times: 6 })).toBe('Sexfaldur pottur');
  expect(say(source, { times: 12 })).toBe('12-faldur pottur');
});

test('an abbreviation at the end of a sentence keeps one full stop', () => {
  expect(say('Þú fékkst {amount} til baka af {stake}.', { amount: '890 kr.', stake: '1.500 kr.' })).toBe(
    'Þú fékkst 890 kr. til baka af 1.500 kr.',
  );
});

test('a missing argument is a fault, not an empty place', () => {
  expect(() => say('Greitt {amount}')).toThrow('amount');
});

test.each(['{a', '{a, date}', '{a, plural, one {x}}', 'x } y', '{, plural, other {x}}'])(
  '%s is refused',
  (source) => {
    expect(() => compile(source)).toThrow();
  },
);

test('arguments are found in all branches', () => {
  expect(argumentsOf(compile('{n, plural, one {# {a}} other {{b, select, x {} other {{c}}}}}'))).toEqual([
    'a',
    'b',
    'c',
    'n',
  ]);
});
