import { expect, test } from 'vitest';
import { isSame, worthSaving } from './saved-rows.ts';
import { emptySlip, type Slip } from './slip.ts';

const row = (first: number) => ({
  numbers: [0, 1, 2, 3, 4].map((n) => first + n),
  bonusNumbers: [4, 9],
  isQuickPick: false,
});
const slip: Slip = { ...emptySlip, rows: [row(1), row(11)], joker: [0, 1, 2, 3, 4] };

test('half a Joker and rows that lack numbers are not kept', () => {
  const half = { ...slip, joker: [1, null, null, null, null], draws: 5 };
  expect(worthSaving(half, [row(1)])).toEqual({ ...emptySlip, rows: [row(1)] });
});

test('the same numbers are the same, whoever picked them', () => {
  expect(isSame(slip, { ...slip, rows: slip.rows.map((each) => ({ ...each, isQuickPick: true })) })).toBe(
    true,
  );
  expect(isSame(slip, { ...slip, joker: null })).toBe(false);
});
