import { expect, test } from 'vitest';
import { fine, jokerWin, prizesOf, rowCountOf, rowsOf, tierOf } from './arithmetic.ts';

/** The model's own arithmetic against the domain page, so that it is not the product's twin in error. */
test('the worked example of lotto', () => {
  const winners = [0, 3, 92, 190, 3640, 3655];
  const sold = { sales: 90_000_000, rows: 600_000 };
  const { lines, remainder } = prizesOf('lotto', sold, [fine(24_000_000)], winners);
  expect(lines.map(({ pool }) => pool)).toEqual([
    47_085_000, 810_000, 4_050_000, 1_620_000, 6_885_000, 4_050_000,
  ]);
  expect(lines.map(({ amount }) => amount)).toEqual([0, 270_000, 44_020, 8_520, 1_890, 1_100]);
  expect(lines.map(({ paid }) => paid)).toEqual([0, 810_000, 4_049_840, 1_618_800, 6_879_600, 4_020_500]);
  expect(lines[0]?.carryOut).toBe(fine(47_085_000));
  expect(remainder).toBe(160 + 1_200 + 5_400 + 29_500);
});

test('a fraction of a króna waits in the carry until it makes one', () => {
  const { lines } = prizesOf('lotto', { sales: 450, rows: 3 }, [], []);
  // 57% of 202.5 kr.
  expect(lines[0]).toMatchObject({ pool: 115, carryOut: 1_154_250n });
  const next = prizesOf('lotto', { sales: 450, rows: 3 }, [lines[0]?.carryOut ?? 0n], []);
  expect(next.lines[0]).toMatchObject({ pool: 230, carryOut: 2_308_500n });
});

test('rows of systems; a system of 8 with four hits and the bonus', () => {
  expect([6, 7, 8, 9, 10].map((size) => rowCountOf(size))).toEqual([6, 21, 56, 126, 252]);
  const result = { numbers: [1, 2, 3, 4, 45], bonus: [5], joker: '00000' };
  const perTier = [0, 0, 0, 0, 0, 0, 0];
  for (const row of rowsOf([1, 2, 3, 4, 5, 6, 7, 8])) {
    const tier = tierOf('lotto', row, [], result);
    perTier[tier] = (perTier[tier] ?? 0) + 1;
  }
  expect(perTier.slice(1)).toEqual([0, 1, 3, 12, 12, 18]);
});

test('vikinglotto and eurojackpot: what is shared in euro, what is not', () => {
  // Two rows: 45% of 230 kr. are 103.5 kr., and 2 × 0.185 EUR at 145.37 are 53.7869 kr.: 49 kr. stay.
  const { lines, remainder } = prizesOf('vikinglotto', { sales: 230, rows: 2 }, [], [0, 1, 0, 0, 0, 1]);
  expect(lines.map(({ amount }) => amount)).toEqual([0, 14_682_400, 0, 0, 0, 10]);
  expect(lines.map(({ winners }) => winners)).toEqual([0, 4, 0, 0, 0, 1]);
  expect(lines[2]?.carryOut).toBe(49n * 2_800n);
  // 40% are 19.6 kr., of which ten are paid.
  expect(remainder).toBe(49 - 13 - 5 - 9 - 10);
  const won = prizesOf('eurojackpot', { sales: 310, rows: 1 }, [], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(won.lines.at(-1)).toMatchObject({ winners: 34, amount: 1_260, paid: 1_260 });
  const result = { numbers: [1, 2, 3, 4, 5], bonus: [1, 2], joker: '00000' };
  const tiers = [
    [1, 2],
    [1, 12],
    [11, 12],
  ].flatMap((stars) =>
    [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 6],
      [1, 2, 3, 6, 7],
      [1, 2, 6, 7, 8],
      [1, 6, 7, 8, 9],
    ].map((row) => tierOf('eurojackpot', row, stars, result)),
  );
  expect(tiers).toEqual([1, 4, 6, 8, 11, 2, 5, 9, 12, 0, 3, 7, 10, 0, 0]);
  const six = { numbers: [1, 2, 3, 4, 5, 6], bonus: [2], joker: '00000' };
  const row = [1, 2, 3, 4, 5, 7];
  expect([tierOf('vikinglotto', row, [2], six), tierOf('vikinglotto', row, [1], six)]).toEqual([3, 4]);
  expect(rowCountOf(10, 6)).toBe(210);
});

test('1, 18, 180, 1,782 and 9 of the 100,000 Joker numbers win', () => {
  const won = new Map<number, number>();
  for (let number = 0; number < 100_000; number += 1) {
    const { amount } = jokerWin(String(number).padStart(5, '0'), '77012');
    won.set(amount, (won.get(amount) ?? 0) + 1);
  }
  expect([2_500_000, 125_000, 12_500, 2_500, 5_000].map((amount) => won.get(amount))).toEqual([
    1, 18, 180, 1782, 9,
  ]);
});
