import { expect, test } from 'vitest';
import { type GameId, versionAt } from './games.ts';
import { formatPlayAddress, parsePlayAddress } from './play-address.ts';

const parse = (gameId: GameId, parameters: Parameters<typeof parsePlayAddress>[2]) =>
  parsePlayAddress(gameId, versionAt(gameId, '2026-11-21'), parameters);

test('the example address fills the slip', () => {
  const address = { rows: '3-17-22-41-44b4-9_1-2-3-4-5b4-9', joker: '01234' };
  const slip = parse('eurojackpot', address);
  expect(slip).toEqual({
    rows: [
      { numbers: [3, 17, 22, 41, 44], bonusNumbers: [4, 9] },
      { numbers: [1, 2, 3, 4, 5], bonusNumbers: [4, 9] },
    ],
    joker: [0, 1, 2, 3, 4],
    system: 0,
    leftOut: [],
  });
  expect(formatPlayAddress(slip)).toBe(`rows=${address.rows}&joker=01234`);
});

test('a system takes one row of its size', () => {
  const slip = parse('lotto', { rows: '7-6-5-4-3-2-1', system: '7' });
  expect(slip).toMatchObject({ rows: [{ numbers: [1, 2, 3, 4, 5, 6, 7] }], system: 7, leftOut: [] });
  expect(formatPlayAddress(slip)).toBe('rows=1-2-3-4-5-6-7&system=7');
  expect(parse('lotto', { system: '7' })).toMatchObject({ rows: [], system: 7, leftOut: [] });
});

test('what does not parse is left out and told', () => {
  expect(parse('lotto', { rows: '1-2-3-4-5_1-2-3-4-99_x', joker: '123', system: '5' })).toEqual({
    rows: [{ numbers: [1, 2, 3, 4, 5] }],
    joker: null,
    system: 0,
    leftOut: ['system', 'rows', 'joker'],
  });
  expect(parse('lotto', { rows: '1-2-3-4-5b6' }).leftOut).toEqual(['rows']);
  expect(parse('vikinglotto', { rows: '1-2-3-4-5-6' }).leftOut).toEqual(['rows']);
  expect(parse('lotto', { rows: '1-2-3-4-5_6-7-8-9-10', system: '6' })).toMatchObject({
    rows: [],
    leftOut: ['rows'],
  });
});

test('an eleventh row is left out', () => {
  const slip = parse('lotto', { rows: Array(11).fill('1-2-3-4-5').join('_') });
  expect(slip.rows).toHaveLength(10);
  expect(slip.leftOut).toEqual(['rows']);
});

test('nothing given is an empty slip without a notice', () => {
  const empty = { rows: [], joker: null, system: 0 };
  expect(parse('lotto', {})).toEqual({ ...empty, leftOut: [] });
  expect(parse('lotto', { rows: '', joker: null, system: undefined })).toEqual({
    ...empty,
    leftOut: [],
  });
  expect(formatPlayAddress(empty)).toBe('');
});
