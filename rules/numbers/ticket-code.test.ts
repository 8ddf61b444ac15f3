import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededBits } from '../values/fixtures/seeded-bits.ts';
import { gameIds, versionAt } from './games.ts';
import { quickPickJoker, quickPickRow } from './quick-pick.ts';
import { formatTicketCode, parseTicketCode } from './ticket-code.ts';

const parse = (text: string) => parseTicketCode(text, (gameId) => versionAt(gameId, '2026-11-21'));

test('the example code', () => {
  expect(parse('EJ 3 17 22 41 50, 1 2 3 4 5 B 4 9 J 01234 S')).toEqual({
    gameId: 'eurojackpot',
    rows: [
      { numbers: [3, 17, 22, 41, 50], bonusNumbers: [4, 9] },
      { numbers: [1, 2, 3, 4, 5], bonusNumbers: [4, 9] },
    ],
    system: 0,
    joker: [0, 1, 2, 3, 4],
    subscriptionDrawDays: ['tue', 'fri'],
  });
});

test('the system number follows the prefix and equals the size of the single group', () => {
  expect(parse('L7 1 2 3 4 5 6 7')).toMatchObject({ gameId: 'lotto', system: 7 });
  expect(parse('VL7 1 2 3 4 5 6 7 B 3')).toMatchObject({ gameId: 'vikinglotto', system: 7 });
  expect(parse('L 1 2 3 4 5 6 7')).toMatchObject({ system: 7 });
  expect(parse('l7 1 2 3 4 5 6 7 s')).toMatchObject({ subscriptionDrawDays: ['sat'] });
});

test('case and spare blanks do not matter; numbers come out ascending', () => {
  expect(parse('  l  5 4 3 2 1 ,6 7 8 9 10 j01234  ')).toEqual({
    gameId: 'lotto',
    rows: [{ numbers: [1, 2, 3, 4, 5] }, { numbers: [6, 7, 8, 9, 10] }],
    system: 0,
    joker: [0, 1, 2, 3, 4],
    subscriptionDrawDays: null,
  });
});

test('a zero before a number or a size changes nothing, and Joker has five digits', () => {
  const euro = (size: string) => parse(`EJ${size} 8 39 16 35 21 20 4 1 11 19 B 8 2`);
  for (const size of ['010', '0010', '']) expect(euro(size)).toEqual(euro('10'));
  expect(euro('10')).toMatchObject({ system: 10 });
  expect(parse('L06 1 2 3 4 5 6')).toEqual(parse('L6 01 02 003 4 5 06'));
  expect(parse('VL007 1 2 3 4 5 6 7 B 03')).toEqual(parse('VL7 1 2 3 4 5 6 7 B 3'));
  for (const code of [
    'L011 1 2 3 4 5 6 7 8 9 10 11',
    'L0 1 2 3 4 5 6',
    'L 1 2 3 4 5 J 012345',
    'L 1 2 3 4 05 5',
  ])
    expect(parse(code), code).toBeNull();
});

test('each group may have its own extra numbers', () => {
  const rows = parse('EJ 1 2 3 4 5 B 1 2, 6 7 8 9 10 B 3 4')?.rows;
  expect(rows?.map((row) => row.bonusNumbers)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test.each([
  [''],
  ['L'],
  ['X 1 2 3 4 5'],
  ['L 1 2 3 4 5 B 6'],
  ['VL 1 2 3 4 5 6'],
  ['VL 1 2 3 4 5 6 B 1 2'],
  ['EJ 1 2 3 4 5 B 1 2, 6 7 8 9 10'],
  ['L5 1 2 3 4 5'],
  ['L7 1 2 3 4 5 6'],
  ['L 7 1 2 3 4 5 6 7 8 9 10 11'],
  ['L 1 2 3 4 5, 1 2 3 4 5 6'],
  ['L7 1 2 3 4 5 6 7, 1 2 3 4 5'],
  ['VL6 1 2 3 4 5 6 B 1'],
  ['L 1 2 3 4 46'],
  ['L 1 2 3 4 4'],
  ['L 1 2 3 4 5 J 1234'],
  ['L 1 2 3 4 5 J 123456'],
  ['L 1 2 3 4 5 S J 12345'],
  ['L 1 2 3 4 5,'],
  ['L 1 2 3 4 5 B'],
  [`L ${Array(11).fill('1 2 3 4 5').join(', ')}`],
  ['L 1-2-3-4-5'],
])('not a code: %s', (text) => {
  expect(parse(text)).toBeNull();
});

test('a code of any length is answered at once', () => {
  expect(parse(`L ${'1 '.repeat(50_000)}x`)).toBeNull();
});

test('written and read again, a ticket is the same', () => {
  const ticket = fc.record({
    gameId: fc.constantFrom(...gameIds),
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 10 }),
    withJoker: fc.boolean(),
    subscription: fc.boolean(),
  });
  fc.assert(
    fc.property(ticket, ({ gameId, seed, count, withJoker, subscription }) => {
      const version = versionAt(gameId, '2026-11-21');
      const bits = seededBits(seed);
      const rows = Array.from({ length: count }, () => {
        const { isQuickPick: _, ...row } = quickPickRow(version, bits);
        return row;
      });
      const joker = withJoker ? quickPickJoker(bits) : null;
      const text = formatTicketCode({ gameId, rows, system: 0, joker, subscription });
      const subscriptionDrawDays = subscription ? version.drawDays : null;
      expect(parse(text)).toEqual({ gameId, rows, system: 0, joker, subscriptionDrawDays });
    }),
  );
});
