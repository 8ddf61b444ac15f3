import { expect, test } from 'vitest';
import { rulesOf } from '#rules/numbers/games.ts';
import { type PlayDraw, quote, totalFor } from './quote.ts';
import { emptySlip, type Slip } from './slip.ts';

const matrix = {
  pick: 5,
  max: 45,
  bonus: { count: 0, max: 0 },
  systemSizes: [6, 7, 8, 9, 10],
  drawDays: ['sat' as const],
  rowsMax: 10,
};
const draw: PlayDraw = {
  gameId: 'lotto',
  draw: 100,
  drawDate: '2026-11-21T18:54:00Z',
  closeDate: '2026-11-21T18:40:00Z',
  amountRow: 150,
  amountJoker: 250,
  rules: rulesOf({ rulesId: 'lotto-2025-05-18' }),
  rollDownDraw: 10,
  prizeShare: 4500,
  firstPrize: 0,
  followingDraws: [{ draw: 101, drawDate: '2026-11-28T18:54:00Z' }],
};
const row = (...numbers: number[]) => ({ numbers, bonusNumbers: [], isQuickPick: false });
const slip: Slip = {
  rows: [row(7, 19, 31), row(3, 12, 24, 33, 41), row(8, 17, 22, 29, 45)],
  active: 0,
  joker: [4, 0, 7, 1, 5],
  draws: 2,
  system: 0,
  days: null,
};

test('must-hold 120: two rows and Joker in two draws cost 1.100 kr., told apart', () => {
  const { rowsPrice, jokerPrice, total, drawDates, unfinished } = quote(slip, draw, matrix);
  expect([rowsPrice, jokerPrice, total]).toEqual([600, 500, 1100]);
  expect(drawDates).toEqual(['2026-11-21T18:54:00Z', '2026-11-28T18:54:00Z']);
  expect(unfinished).toEqual([{ letter: 'A', left: 2 }]);
});

test('each number of draws has its price', () => {
  expect([1, 2, 5].map((draws) => totalFor(slip, draw, matrix, draws))).toEqual([550, 1100, 2750]);
});

test('Joker alone costs nothing: it rides on a row', () => {
  const alone = quote({ ...emptySlip, joker: [1, 2, 3, 4, 5] }, draw, matrix);
  expect(alone.total).toBe(0);
  expect(alone.joker).toBeUndefined();
});

test.each([
  [[4, 0, 7, 1, 5], 0, 300 + 250],
  [[4, 0, null, null, null], 3, 300],
  [[null, null, null, null, null], 5, 300],
  [null, 0, 300],
])('Joker %j lacks %i digits, which is said beside the price of the rows', (joker, left, total) => {
  const told = quote({ ...slip, joker, draws: 1 }, draw, matrix);
  expect([told.jokerLeft, told.total]).toEqual([left, total]);
});

test('an incomplete system costs nothing, a complete one all its rows', () => {
  const system = { ...emptySlip, system: 8 };
  expect(quote(system, draw, matrix)).toMatchObject({ total: 0, rowCount: 0 });
  const whole = { ...system, rows: [row(1, 2, 3, 4, 5, 6, 7, 8)] };
  expect(quote(whole, draw, matrix)).toMatchObject({ total: 8400, rowCount: 56, system: 8 });
  expect(quote({ ...whole, draws: 2 }, draw, matrix)).toMatchObject({ total: 16_800, rowsPrice: 16_800 });
});

test('a subscription costs four draws of each day in a month', () => {
  const monthly = quote({ ...slip, draws: 1, days: ['sat'] }, draw, matrix);
  expect([monthly.perDraw, monthly.total]).toEqual([550, 2200]);
  expect(quote({ ...slip, draws: 1, days: [] }, draw, matrix).total).toBe(0);
});
