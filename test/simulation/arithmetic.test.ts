import { expect, test } from 'vitest';
import { fine, jokerWin, prizesOf, rowCountOf, rowsOf, tierOf } from './arithmetic.ts';

/** The model's own arithmetic against the domain page, so that it is not the product's twin in error. */
test('the worked example of lotto', () => {
  const winners = [0, 3, 92, 190, 3640, 3655];
  const { fund, lines, remainder } = prizesOf(90_000_000, [fine(24_000_000)], winners);
  expect(fund).toBe(40_500_000);
  expect(lines.map(({ pool }) => pool)).toEqual([
    47_085_000, 810_000, 4_050_000, 1_620_000, 6_885_000, 4_050_000,
  ]);
  expect(lines.map(({ amount }) => amount)).toEqual([0, 270_000, 44_020, 8_520, 1_890, 1_100]);
  expect(lines.map(({ paid }) => paid)).toEqual([0, 810_000, 4_049_840, 1_618_800, 6_879_600, 4_020_500]);
  expect(lines[0]?.carryOut).toBe(fine(47_085_000));
  expect(remainder).toBe(160 + 1_200 + 5_400 + 29_500);
});

test('a fraction of a króna waits in the carry until it makes one', () => {
  const { lines } = prizesOf(450, [], []);
  // 57% of 202.5 kr.
  expect(lines[0]).toMatchObject({ pool: 115, carryOut: 1_154_250n });
  const next = prizesOf(450, [lines[0]?.carryOut ?? 0n], []);
  expect(next.lines[0]).toMatchObject({ pool: 230, carryOut: 2_308_500n });
});

test('rows of systems; a system of 8 with four hits and the bonus', () => {
  expect([6, 7, 8, 9, 10].map(rowCountOf)).toEqual([6, 21, 56, 126, 252]);
  const result = { numbers: [1, 2, 3, 4, 45], bonus: 5, joker: '00000' };
  const perTier = [0, 0, 0, 0, 0, 0, 0];
  for (const row of rowsOf([1, 2, 3, 4, 5, 6, 7, 8])) {
    const tier = tierOf(row, result);
    perTier[tier] = (perTier[tier] ?? 0) + 1;
  }
  expect(perTier.slice(1)).toEqual([0, 1, 3, 12, 12, 18]);
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
