import { expect, test } from 'vitest';
import { isk } from '../values/money.ts';
import { versionAt } from './games.ts';
import { type StakeInput, stakeOf, subscriptionTotal } from './price.ts';

const viking = versionAt('vikinglotto', '2026-11-21');
const prices = { amountRow: isk(150), amountJoker: isk(250) };
const row = { numbers: [1, 2, 3, 4, 5] };
const joker = [0, 1, 2, 3, 4];

function stake(ticket: Partial<StakeInput>) {
  return stakeOf({ version: versionAt('lotto', '2026-11-21'), rows: [row], ...prices, ...ticket });
}

test('rows times price, one Joker, times the draws', () => {
  expect(stake({})).toEqual({ rowCount: 1, perDraw: 150, total: 150 });
  expect(stake({ rows: [row, row, row], joker })).toEqual({ rowCount: 3, perDraw: 700, total: 700 });
  expect(stake({ rows: [row, row], joker, drawCount: 10 })).toEqual({
    rowCount: 2,
    perDraw: 550,
    total: 5_500,
  });
});

test('a system costs all its rows', () => {
  const rows = [{ numbers: [1, 2, 3, 4, 5, 6, 7] }];
  expect(stake({ rows, system: 7 })).toEqual({ rowCount: 21, perDraw: 3_150, total: 3_150 });
  expect(stake({ rows, system: 7, joker, drawCount: 2 }).total).toBe(6_800);
});

test('the total is zero when a system is incomplete', () => {
  const nothing = { rowCount: 0, perDraw: 0, total: 0 };
  expect(stake({ system: 7, joker })).toEqual(nothing);
  expect(stake({ rows: [], system: 7 })).toEqual(nothing);
  const seven = { numbers: [1, 2, 3, 4, 5, 6, 7] };
  expect(stake({ version: viking, rows: [seven], system: 7 })).toEqual(nothing);
  expect(stake({ version: viking, rows: [{ ...seven, bonusNumbers: [3] }], system: 7 }).rowCount).toBe(7);
  expect(stake({ rows: [], joker })).toEqual(nothing);
});

test('a subscription costs four draws for each day', () => {
  expect(subscriptionTotal(isk(310), 2)).toBe(2_480);
});
