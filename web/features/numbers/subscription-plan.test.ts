import { expect, test } from 'vitest';
import { planOf, termOf } from './subscription-plan.ts';

const lotto = { gameId: 'lotto' as const, days: ['sat' as const], perDraw: 550 };

test('first for the draws before the next billing day, then a month each', () => {
  const plan = planOf({ ...lotto, today: '2026-11-25', onSale: '2026-11-28' });
  expect(plan).toEqual([
    { on: null, draws: 2, free: 0, amount: 1100 },
    { on: '2026-12-07', draws: 4, free: 0, amount: 2200 },
    { on: '2027-01-04', draws: 4, free: 0, amount: 2200 },
  ]);
});

test('a fifth draw is free, each day its own', () => {
  const [first, , third] = planOf({
    gameId: 'eurojackpot',
    days: ['tue', 'fri'],
    perDraw: 620,
    today: '2027-01-04',
    onSale: '2027-01-05',
  });
  expect(first).toEqual({ on: null, draws: 8, free: 0, amount: 4960 });
  expect(third).toEqual({ on: '2027-03-01', draws: 10, free: 2, amount: 4960 });
});

test('where no draw is left before the billing day, nothing is charged now', () => {
  const plan = planOf({ ...lotto, today: '2026-12-05', onSale: '2026-12-12' });
  expect(plan[0]).toEqual({ on: null, draws: 0, free: 0, amount: 0 });
  expect(plan[1]).toMatchObject({ on: '2026-12-07', draws: 4 });
});

test('cancelled within four weeks, what is left of them is still taken', () => {
  const vikinglotto = { gameId: 'vikinglotto' as const, days: ['wed' as const], perDraw: 115 };
  const term = termOf({ ...vikinglotto, today: '2026-09-26', onSale: '2026-09-30' });
  // 7, 14 and 21 October.
  expect(term).toEqual({ endsOn: '2026-10-24', on: '2026-10-05', draws: 3, amount: 345 });
});

test('where nothing is taken today it can still be cancelled for nothing', () => {
  const term = termOf({ ...lotto, today: '2026-12-05', onSale: '2026-12-12' });
  expect(term).toMatchObject({ endsOn: '2027-01-02', draws: 0, amount: 0 });
});

test('a billing period that ends before the four weeks is paid and no further one', () => {
  // Billed on 7 December and 4 January, bound to 2 January.
  const term = termOf({ ...lotto, today: '2026-12-05', onSale: '2026-12-05' });
  expect(term).toEqual({ endsOn: '2027-01-02', on: '2026-12-07', draws: 4, amount: 2200 });
});
