import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Isk, isk } from '../values/money.ts';
import { currentVersion, versionAt } from './games.ts';
import { assertEquation, fundOfSales, type PerTier, prizeTable } from './prizes.ts';

const lotto = currentVersion('lotto');
const perTier = <Value>(values: readonly Value[]): PerTier<Value> =>
  Object.fromEntries(values.map((value, index) => [index + 1, value]));

test('checklist 83: lotteries.md §9.4, 600,000 rows with 24 million carried in', () => {
  const fund = fundOfSales(lotto, isk(600_000 * 150));
  expect(fund).toBe(40_500_000);
  const winners = perTier([0, 3, 92, 190, 3_640, 3_655]);
  const table = prizeTable(lotto, { fund, winners, carryIn: { 1: isk(24_000_000) } });
  const shown = table.lines.map((line) => [
    line.condition,
    line.pool,
    line.winners,
    line.amountWinner,
    line.paid,
    line.carryOut,
    line.remainder,
  ]);
  expect(shown).toEqual([
    ['5', 47_085_000, 0, 0, 0, 47_085_000, 0],
    ['4+B', 810_000, 3, 270_000, 810_000, 0, 0],
    ['4', 4_050_000, 92, 44_020, 4_049_840, 0, 160],
    ['3+B', 1_620_000, 190, 8_520, 1_618_800, 0, 1_200],
    ['3', 6_885_000, 3_640, 1_890, 6_879_600, 0, 5_400],
    ['2+B', 4_050_000, 3_655, 1_100, 4_020_500, 0, 29_500],
  ]);
  expect(table).toMatchObject({ paid: 17_378_740, remainder: 36_260, carryOut: 47_085_000, topUp: 0 });
});

test('lotteries.md §9.1: carry-in + fund + top-up = paid + carry-out + remainder, always', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 6, maxLength: 6 });
  const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 ** 6 })), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      amounts,
      amounts,
      counts,
      (sales, carries, minima, winners) => {
        const table = prizeTable(lotto, {
          fund: fundOfSales(lotto, isk(sales)),
          winners: perTier(winners),
          carryIn: perTier(carries.map(isk)),
          minimum: perTier(minima.map(isk)),
        });
        expect(() => assertEquation(table)).not.toThrow();
        for (const line of table.lines) {
          expect(line.share + line.carryIn + line.topUp).toBe(line.pool);
          expect(line.paid + line.carryOut + line.remainder).toBe(line.pool);
          expect(line.amountWinner % 10).toBe(0);
          expect(line.paid).toBe(line.amountWinner * line.winners);
          if (line.winners === 0) expect(line.carryOut).toBe(line.pool);
          else expect(line.remainder).toBeLessThan(10 * line.winners);
        }
        expect(table.remainder).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('a table that does not balance is a fault', () => {
  const table = prizeTable(lotto, { fund: isk(1_000), winners: {} });
  expect(() => assertEquation({ ...table, paid: isk(1) })).toThrow();
});

test('decisions §4: fund and shares are floored, what falls off joins the remainder', () => {
  // 45% of 3 rows is 202.5 kr.; the shares of 202 leave krónur that belong to no tier.
  const table = prizeTable(lotto, { fund: fundOfSales(lotto, isk(450)), winners: {} });
  expect(table.fund).toBe(202);
  expect(table.lines.map((line) => line.share)).toEqual([115, 4, 20, 8, 34, 20]);
  expect(table).toMatchObject({ carryOut: 201, remainder: 1, paid: 0 });
});

test('decisions §4: the carry is the whole pool, never the figure rounded to 10', () => {
  const table = prizeTable(lotto, { fund: isk(100), winners: {}, carryIn: { 1: isk(1_237) } });
  expect(table.lines[0]).toMatchObject({ pool: 1_294, carryOut: 1_294 });
});

test('decisions §4: a winning row worth 0 kr. is a winner, its pool joins the remainder', () => {
  const table = prizeTable(lotto, { fund: isk(100), winners: { 6: 2 } });
  expect(table.lines[5]).toMatchObject({
    pool: 10,
    winners: 2,
    amountWinner: 0,
    paid: 0,
    carryOut: 0,
    remainder: 10,
  });
});

test('checklist 84: a tier without a winner, with one, and with more than expected', () => {
  const fund = isk(10_000_000);
  const pools = (winners: number): Isk[] => {
    const line = prizeTable(lotto, { fund, winners: { 2: winners } }).lines[1];
    return line ? [line.amountWinner, line.carryOut, line.remainder] : [];
  };
  expect(pools(0)).toEqual([0, 200_000, 0]);
  expect(pools(1)).toEqual([200_000, 0, 0]);
  expect(pools(7)).toEqual([28_570, 0, 10]);
  expect(pools(30_000)).toEqual([0, 0, 200_000]);
});

test('a guaranteed minimum is lifted to from the reserve, and never lowered to', () => {
  const minimum = { 1: isk(5_000_000), 2: isk(1) };
  const low = prizeTable(lotto, { fund: isk(1_000_000), winners: { 1: 1 }, minimum });
  expect(low.lines[0]).toMatchObject({ share: 570_000, topUp: 4_430_000, pool: 5_000_000, paid: 5_000_000 });
  expect(low.lines[1]?.topUp).toBe(0);
});

test('the 5/42 draws are settled with their own shares', () => {
  const table = prizeTable(versionAt('lotto', '2024-01-06'), { fund: isk(1_000_000), winners: {} });
  expect(table.lines.map((line) => line.share)).toEqual([545_000, 25_000, 130_000, 50_000, 170_000, 80_000]);
  expect(() => prizeTable(versionAt('lotto', '2010-01-02'), { fund: isk(1_000_000), winners: {} })).toThrow();
});
