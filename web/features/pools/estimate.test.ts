import { expect, test } from 'vitest';
import { extremesOf, extremesOfPicks, payoutOf, picksChance } from './estimate.ts';
import type { PlayMatch } from './program.ts';

const match: PlayMatch = {
  ...{
    number: 1,
    home: 'A',
    away: 'B',
    competition: '',
    kickOff: '',
    isMoved: false,
    isOff: false,
    forecast: null,
    odds: null,
  },
  chances: [50, 30, 20],
  people: [60, 20, 20],
};
const matches = Array.from({ length: 13 }, () => match);
const row = (outcome: number) => Array<number>(13).fill(outcome);

test('the pool is shared with the rows that are expected to be alike', () => {
  // 0.6^13 of a million rows are 1306.07 rows, 0.2^13 of them 0.00082.
  expect(payoutOf({ pot: 1_000_000, rowsSold: 1_000_000, matches }, row(0))).toBe(760);
  expect(payoutOf({ pot: 1_000_000, rowsSold: 1_000_000, matches }, row(1))).toBe(999_180);
});

test('before the first sale it is the whole pool, down to 10 kr.', () => {
  const unplayed = matches.map((each) => ({ ...each, people: null }));
  expect(payoutOf({ pot: 338_005, rowsSold: 0, matches: unplayed }, row(0))).toBe(338_000);
});

test('nothing is estimated where pool or choice are not known', () => {
  expect(payoutOf({ pot: null, rowsSold: 1, matches }, row(0))).toBeNull();
  const unplayed = matches.map((each) => ({ ...each, people: null }));
  expect(payoutOf({ pot: 1_000, rowsSold: 1, matches: unplayed }, row(0))).toBeNull();
});

test('the likeliest and the least likely row', () => {
  const picks = row(0b011).map((mask, place) => (place === 0 ? 0b100 : mask));
  const expected = { likeliest: [2, ...row(0).slice(1)], unlikeliest: [2, ...row(1).slice(1)] };
  expect(extremesOfPicks(picks, matches)).toEqual(expected);
  const between = [2, 1, ...row(0).slice(2)];
  const rows = [between, expected.unlikeliest, expected.likeliest];
  expect(extremesOf(rows, matches)).toMatchObject(expected);
});

test('the chance of 13 right', () => {
  expect(picksChance(row(0b111), matches)).toBeCloseTo(1);
  expect(picksChance(row(0b001), matches)).toBeCloseTo(0.5 ** 13);
});
