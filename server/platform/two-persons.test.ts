import { expect, test } from 'vitest';
import { oneName, otherSpellings } from '#test/harness/spellings.ts';
import { isMachine, isSamePerson, personKey, requireOther } from './two-persons.ts';

test.each(otherSpellings)('one person in another spelling: %s', (_, name) => {
  expect(personKey(name)).toBe('jónþórstrass');
  expect(() => requireOther(oneName, name, 'another person')).toThrow('EC_ACTION_NOT_ALLOWED');
});

test.each([
  ['Jón', 'Jon'],
  ['Jón', 'Jónas'],
  ['operator1', 'operator2'],
  ['Anna María', 'Anna Mária'],
])('%s and %s are two', (one, other) => {
  expect(isSamePerson(one, other)).toBe(false);
  expect(requireOther(one, other, 'never')).toEqual({
    firstKey: personKey(one),
    secondKey: personKey(other),
  });
});

test.each([
  ['ΝΙΚΟΣ', 'Νικος'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['İngi', 'ingi'],
  ['ISIK', 'ısık'],
  ['ﬁnnur', 'FINNUR'],
  ['Anna\u2011María', 'Anna-María'],
  ['Anna\u2212María', 'anna-maría'],
])('%s and %s are one', (one, other) => {
  expect(isSamePerson(one, other)).toBe(true);
});

test('a name that nothing is seen of is nobody, and approves nothing', () => {
  for (const name of ['', ' ', '\u200b\u2060', '\u3164', '\u2800', '\t\n']) {
    expect(personKey(name)).toBe('');
    expect(() => requireOther('Jón', name, 'another person')).toThrow('EC_ACTION_NOT_ALLOWED');
  }
});

test('machines of the sandbox are known in every spelling', () => {
  for (const name of [
    'draw-machine',
    'Draw-Machine',
    'draw‑machine',
    'Ｄｒａｗ-ｍａｃｈｉｎｅ',
    'draw machine',
  ])
    expect(isMachine(name)).toBe(true);
  for (const name of ['SANDBOX-SUPERVISOR', 'sandbox_supervisor', 'sand\u00adbox-supervisor', ' Organiser '])
    expect(isMachine(name)).toBe(true);
  expect(isMachine('Dagný Machine')).toBe(false);
});
