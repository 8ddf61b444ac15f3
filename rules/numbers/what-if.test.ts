import { expect, test } from 'vitest';
import { type PricedDraw, whatIf } from './what-if.ts';

const lotto = (
  number: number,
  numbers: number[],
  bonus: number,
  rest: Partial<PricedDraw> = {},
): PricedDraw => ({
  rulesId: 'lotto-2025-05-18',
  number,
  numbers,
  bonusNumbers: [bonus],
  price: 150,
  amounts: { 5: null, '4+B': 300_000, 4: 40_000, '3+B': 9_000, 3: 1_770, '2+B': 1_130 },
  ...rest,
});
const row = { numbers: [1, 12, 19, 38, 45] };

test('what was paid and what came back, over all draws whose prizes are known', () => {
  const answer = whatIf(
    [row],
    [lotto(1, [2, 3, 4, 5, 6], 7), lotto(2, [1, 12, 19, 2, 3], 4), lotto(3, [1, 12, 2, 3, 4], 45)],
  );
  expect(answer).toEqual({
    draws: 3,
    leftOut: 0,
    summed: { draws: 3, paid: 450, won: 2_900 },
    wins: [
      { number: 2, condition: '3', rows: 1, amount: 1_770 },
      { number: 3, condition: '2+B', rows: 1, amount: 1_130 },
    ],
    steps: [
      { paid: 150, won: 0 },
      { paid: 300, won: 1_770 },
      { paid: 450, won: 2_900 },
    ],
  });
});

test('without published amounts, or without a price, a win is counted and not summed', () => {
  const three = [1, 12, 19, 2, 3];
  const answer = whatIf(
    [row, { numbers: [1, 12, 19, 2, 40] }],
    [lotto(1, three, 4, { amounts: null }), lotto(2, three, 4, { price: null })],
  );
  expect(answer.summed).toEqual({ draws: 0, paid: 0, won: 0 });
  expect(answer.wins.map(({ condition, amount }) => [condition, amount])).toEqual([
    ['3', null],
    ['4', null],
    ['3', null],
    ['4', null],
  ]);
});

test('a tier that nobody won has no amount: the draw is paid for, the win is not made up', () => {
  const answer = whatIf([row], [lotto(1, row.numbers, 2)]);
  expect(answer.summed).toEqual({ draws: 1, paid: 150, won: 0 });
  expect(answer.wins).toEqual([{ number: 1, condition: '5', rows: 1, amount: null }]);
});

test('a row that could not be played yet is left out of the draw', () => {
  const old = lotto(1, [1, 2, 3, 4, 5], 6, { rulesId: 'lotto-2022-06-26' });
  expect(whatIf([row], [old])).toMatchObject({ draws: 0, leftOut: 1, wins: [] });
  expect(whatIf([{ numbers: [1, 12, 19, 38, 42] }], [old])).toMatchObject({ draws: 1, leftOut: 0 });
});

test('extra numbers are compared where the game has them', () => {
  const draw: PricedDraw = {
    rulesId: 'eurojackpot-2024-11-24',
    number: 1,
    numbers: [1, 2, 3, 4, 5],
    bonusNumbers: [6, 7],
    price: null,
    amounts: null,
  };
  const played = { numbers: [1, 2, 30, 40, 50], bonusNumbers: [6, 12] };
  expect(whatIf([played], [draw]).wins).toEqual([{ number: 1, condition: '2+1', rows: 1, amount: null }]);
});

test('a system pays for all of its rows and wins with each of them', () => {
  const system = { numbers: [1, 12, 19, 38, 42, 44, 45] };
  // Four of the seven and the bonus: 1 row of 4+B, 2 of 4, 8 of 3+B, 4 of 3 and 6 of 2+B (the domain table).
  const answer = whatIf([system], [lotto(1, [1, 12, 19, 38, 2], 45), lotto(2, [2, 3, 4, 5, 6], 7)], 7);
  expect(answer.wins.map(({ condition, rows, amount }) => [condition, rows, amount])).toEqual([
    ['4+B', 1, 300_000],
    ['4', 2, 80_000],
    ['3+B', 8, 72_000],
    ['3', 4, 7_080],
    ['2+B', 6, 6_780],
  ]);
  expect(answer.summed).toEqual({ draws: 2, paid: 2 * 21 * 150, won: 465_860 });
  expect(whatIf([system], [lotto(1, [1, 2, 3, 4, 5], 6, { rulesId: 'lotto-2022-06-26' })], 7)).toMatchObject({
    draws: 0,
    leftOut: 1,
  });
});
