import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fund, wholeFund } from '../draws/fund.ts';
import { assertEquation, prizeTable } from '../draws/prizes.ts';
import type { PerTier } from '../draws/tiers.ts';
import { parseEuroRate } from '../values/euro.ts';
import { type ExactIsk, exactIsk, exactly, floorIsk } from '../values/exact-isk.ts';
import { type Isk, isk } from '../values/money.ts';
import { localFund } from './fund.ts';
import { rulesOf, versionAt } from './games.ts';

const lotto = versionAt('lotto', '2026-11-21');
const perTier = <Value>(values: readonly Value[]): PerTier<Value> =>
  Object.fromEntries(values.map((value, index) => [index + 1, value]));
const fundOf = (sales: number): Fund =>
  localFund(lotto, { sales: isk(sales), rows: sales / 150, euroRate: null });
const fundOf1000 = wholeFund(isk(1_000));

test('worked example: 600,000 rows with 24 million carried in', () => {
  const fund = fundOf(600_000 * 150);
  expect(fund.whole).toBe(40_500_000);
  const winners = perTier([0, 3, 92, 190, 3_640, 3_655]);
  const table = prizeTable(lotto, { fund, winners, carryIn: { 1: exactly(isk(24_000_000)) } });
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

/** Fractions, and the rules of 5/45 written down once more: nothing here comes from the code under test. */
type Fraction = { n: bigint; d: bigint };
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const floor = ({ n, d }: Fraction): bigint => n / d;
const percentOfFund = [57n, 2n, 10n, 4n, 17n, 10n];

function modelDraw(rows: number, winners: readonly number[], carries: readonly Fraction[]) {
  return percentOfFund.map((percent, index) => {
    const share = { n: BigInt(rows) * 150n * 45n * percent, d: 100n * 100n };
    const pool = plus(share, carries[index] ?? { n: 0n, d: 1n });
    const count = BigInt(winners[index] ?? 0);
    const amount = count === 0n ? 0n : (pool.n / (pool.d * count * 10n)) * 10n;
    return { pool, amount, carryOut: count === 0n ? pool : { n: 0n, d: 1n } };
  });
}

const reduced = ({ n, d }: Fraction): Fraction => {
  let [a, b] = [n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return { n: n / (a || 1n), d: d / (a || 1n) };
};

/** Draws of one chain: rows up to what pushes pools beyond 90 million, mostly nobody in the two top tiers. */
const someDraws = fc.array(
  fc.record({
    rows: fc.oneof(fc.integer({ min: 1, max: 300_001 }), fc.integer({ min: 1_000_000, max: 4_000_003 })),
    top: fc.tuple(fc.constantFrom(0, 0, 0, 0, 1, 2, 3), fc.constantFrom(0, 0, 1, 3, 7)),
    rest: fc.tuple(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 9_000 }),
      fc.integer({ min: 0, max: 9_000 }),
    ),
  }),
  { minLength: 2, maxLength: 24 },
);

test('thousands of chains agree with a model in fractions, two carrying tiers, beyond 90 million', () => {
  let [largest, fractional] = [0n, 0];
  const check = (draws: { rows: number; top: number[]; rest: number[] }[]) => {
    let carryIn: PerTier<ExactIsk> = {};
    let model: Fraction[] = [];
    for (const { rows, top, rest } of draws) {
      const winners = [...top, ...rest];
      const table = prizeTable(lotto, { fund: fundOf(rows * 150), winners: perTier(winners), carryIn });
      const expected = modelDraw(rows, winners, model);
      for (const [index, { pool, amount, carryOut }] of expected.entries()) {
        const line = table.lines[index];
        if (!line) throw new Error('a line is missing');
        expect(BigInt(line.amountWinner)).toBe(amount);
        expect(line.exact.carryOut * carryOut.d).toBe(carryOut.n * 100_000_000n);
        expect(BigInt(line.carryOut)).toBe(floor(carryOut));
        expect(BigInt(line.pool)).toBe(floor(pool));
        if (floor(pool) > largest) largest = floor(pool);
        if (line.exact.carryOut % 100_000_000n > 0n) fractional += 1;
      }
      carryIn = perTier(table.lines.map(({ exact }) => exact.carryOut));
      model = expected.map(({ carryOut }) => reduced(carryOut));
    }
  };
  fc.assert(fc.property(someDraws, check), { numRuns: 2_000 });
  expect(largest).toBeGreaterThan(90_071_993n);
  expect(fractional).toBeGreaterThan(1_000);
});

test('every króna and every fraction of it stands somewhere, in whatever draw', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n }), { minLength: 6, maxLength: 6 });
  const minima = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 6, maxLength: 6 });
  const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 ** 6 })), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      amounts,
      minima,
      counts,
      (sales, carries, least, winners) => {
        const fund = fundOf(sales);
        const table = prizeTable(lotto, {
          fund,
          winners: perTier(winners),
          carryIn: perTier(carries.map(exactIsk)),
          minimum: perTier(least.map(isk)),
        });
        let [money, spent] = [fund.whole as number, 0];
        let [exactMoney, exactSpent] = [fund.exact as bigint, 0n];
        for (const [index, line] of table.lines.entries()) {
          const { exact } = line;
          expect(exact.carryIn).toBe(carries[index]);
          expect(line.share + line.carryIn + line.topUp).toBe(line.pool);
          expect(line.paid + line.carryOut + line.remainder).toBe(line.pool);
          expect([line.pool, line.carryIn, line.carryOut]).toEqual(
            [exact.pool, exact.carryIn, exact.carryOut].map(floorIsk),
          );
          expect(line.pool).toBeGreaterThanOrEqual(least[index] ?? 0);
          expect(line.amountWinner % 10).toBe(0);
          expect(line.paid).toBe(line.amountWinner * line.winners);
          if (line.winners > 0) expect(line.remainder).toBeLessThan(10 * line.winners);
          money += line.carryIn + line.topUp;
          spent += line.paid + line.carryOut;
          exactMoney += exact.carryIn + BigInt(line.topUp) * 100_000_000n;
          exactSpent += BigInt(line.paid) * 100_000_000n + exact.carryOut + exact.remainder;
        }
        expect(table.remainder).toBe(money - spent);
        expect(exactSpent).toBe(exactMoney);
        // The reserve gives or takes less than a króna a tier, and one for the fund.
        const remainders = table.lines.reduce((sum, { remainder }) => sum + remainder, 0);
        expect(Math.abs(table.remainder - remainders)).toBeLessThanOrEqual(7);
      },
    ),
  );
});

test('each kind of fund has its own arithmetic, and none is taken for another', () => {
  const viking = versionAt('vikinglotto', '2026-11-21');
  const sales = { sales: isk(100_000 * 115), rows: 100_000 };
  expect(() => localFund(viking, { ...sales, euroRate: null })).toThrow('needs the euro rate');
  // 45% of 11,500,000 kr. less 0.185 euro of each row at 150.00 kr.
  const rate = parseEuroRate('150.00');
  expect(localFund(viking, { ...sales, euroRate: rate }).whole).toBe(5_175_000 - 2_775_000);
  const euro = versionAt('eurojackpot', '2026-11-21');
  expect(localFund(euro, { ...sales, euroRate: rate }).whole).toBe(0);
  expect(() => localFund(rulesOf({ rulesId: 'lotto-2008-05-11' }), { ...sales, euroRate: null })).toThrow();
});

test('a tier with winners and no prize line is a fault, never 0 kr.', () => {
  const viking = versionAt('vikinglotto', '2026-11-21');
  const fund = wholeFund(isk(2_400_000));
  expect(() => prizeTable(viking, { fund, winners: { 1: 1 } })).toThrow(
    'tier 1 has 1 winners and no prize line',
  );
  expect(() => prizeTable(lotto, { fund, winners: { 7: 2 } })).toThrow('no prize line');
});

test('a table that does not balance is a fault', () => {
  const table = prizeTable(lotto, { fund: fundOf1000, winners: {} });
  expect(() => assertEquation({ ...table, paid: isk(1) })).toThrow();
});

test('pools keep their fractions; the accounts hold floors', () => {
  // 45% of 3 rows is 202.5 kr.; sales income is the floor of its own 247.5.
  const table = prizeTable(lotto, { fund: fundOf(450), winners: {} });
  expect(table.fund).toBe(203);
  expect(table.lines.map((line) => line.share)).toEqual([115, 4, 20, 8, 34, 20]);
  expect(table.lines.map(({ exact }) => exact.carryOut)).toEqual([
    11_542_500_000n,
    405_000_000n,
    2_025_000_000n,
    810_000_000n,
    3_442_500_000n,
    2_025_000_000n,
  ]);
  expect(table).toMatchObject({ carryOut: 201, remainder: 2, paid: 0 });
  // In the next draw the fractions join: 115.425 + 115.425 = 230.85, 4.05 + 4.05 = 8.1.
  const carryIn = perTier(table.lines.map(({ exact }) => exact.carryOut));
  const next = prizeTable(lotto, { fund: fundOf(450), winners: {}, carryIn });
  expect(next.lines.map((line) => line.carryOut)).toEqual([230, 8, 40, 16, 68, 40]);
  expect(next.lines.map((line) => line.share)).toEqual([115, 4, 20, 8, 34, 20]);
});

test('the carry is the whole pool, never the figure rounded to 10', () => {
  const carryIn = { 1: exactIsk(123_750_000_000n) };
  const table = prizeTable(lotto, { fund: wholeFund(isk(100)), winners: {}, carryIn });
  expect(table.lines[0]).toMatchObject({ pool: 1_294, carryOut: 1_294, share: 57 });
  expect(table.lines[0]?.exact.carryOut).toBe(129_450_000_000n);
});

test('a winning row worth 0 kr. is a winner, its pool joins the remainder', () => {
  const table = prizeTable(lotto, { fund: wholeFund(isk(100)), winners: { 6: 2 } });
  expect(table.lines[5]).toMatchObject({
    pool: 10,
    winners: 2,
    amountWinner: 0,
    paid: 0,
    carryOut: 0,
    remainder: 10,
  });
});

test('a tier without a winner, with one, and with more than expected', () => {
  const fund = wholeFund(isk(10_000_000));
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
  const low = prizeTable(lotto, { fund: wholeFund(isk(1_000_000)), winners: { 1: 1 }, minimum });
  expect(low.lines[0]).toMatchObject({ share: 570_000, topUp: 4_430_000, pool: 5_000_000, paid: 5_000_000 });
  expect(low.lines[1]?.topUp).toBe(0);
});

test('the 5/42 draws are settled with their own shares', () => {
  const table = prizeTable(versionAt('lotto', '2024-01-06'), {
    fund: wholeFund(isk(1_000_000)),
    winners: {},
  });
  expect(table.lines.map((line) => line.share)).toEqual([545_000, 25_000, 130_000, 50_000, 170_000, 80_000]);
  expect(() =>
    prizeTable(versionAt('lotto', '2010-01-02'), { fund: wholeFund(isk(1_000_000)), winners: {} }),
  ).toThrow();
});
