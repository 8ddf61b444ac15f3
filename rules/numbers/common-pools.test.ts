import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeFund } from '../draws/fund.ts';
import { prizeTable } from '../draws/prizes.ts';
import type { PerTier } from '../draws/tiers.ts';
import {
  type EuroMilliCent,
  euroMilliCent,
  formatEuro,
  noEuro,
  parseEuro,
  parseEuroRate,
} from '../values/euro.ts';
import { isk } from '../values/money.ts';
import { commonAmountIsk, commonTable, localPoolOf } from './common-pools.ts';
import { versionAt } from './games.ts';

const viking = versionAt('vikinglotto', '2026-11-21');
const euro = versionAt('eurojackpot', '2026-11-21');
const rate = parseEuroRate('150.00');

function carry(tiers: Record<number, string>, booster = '0') {
  const read = Object.entries(tiers).map(([tier, amount]) => [tier, parseEuro(amount)]);
  return { tiers: Object.fromEntries(read) as PerTier<EuroMilliCent>, booster: parseEuro(booster) };
}

test('vikinglotto, the local pool of 250,000 rows', () => {
  const local = localPoolOf(viking, { sales: isk(28_750_000), rows: 250_000, rate });
  expect(local).toEqual({ fund: 12_937_500, contribution: 6_937_500, pool: 6_000_000 });
  const table = prizeTable(viking, {
    fund: wholeFund(local.pool),
    winners: { 3: 1, 4: 4, 5: 263, 6: 4_677 },
  });
  const shown = table.lines.map((line) => [
    line.condition,
    line.pool,
    line.amountWinner,
    line.paid,
    line.remainder,
  ]);
  expect(shown).toEqual([
    ['5+V', 1_680_000, 1_680_000, 1_680_000, 0],
    ['5', 720_000, 180_000, 720_000, 0],
    ['4', 1_200_000, 4_560, 1_199_280, 720],
    ['3', 2_400_000, 510, 2_385_270, 14_730],
  ]);
});

test('the local pool is floored once; a rate that eats the whole share stops the draw', () => {
  const local = localPoolOf(viking, { sales: isk(115 * 7), rows: 7, rate: parseEuroRate('151.3333') });
  // 362.25 - 195.97662… = 166.27…
  expect(local).toEqual({ fund: 362, contribution: 196, pool: 166 });
  expect(() => localPoolOf(viking, { sales: isk(115), rows: 1, rate: parseEuroRate('290') })).toThrow();
});

test('vikinglotto, the common pools of 8,000,000 rows', () => {
  const table = commonTable(viking, {
    rows: 8_000_000,
    carry: carry({ 1: '18000000', 2: '450000' }),
    winners: { 2: 1 },
  });
  expect(table.lines.map((line) => formatEuro(line.pool))).toEqual(['19040000.00', '554000.00']);
  expect(formatEuro(table.boosterShare)).toBe('336000.00');
  expect(commonAmountIsk(viking, table.lines[1]?.amountWinner ?? noEuro, rate)).toBe(83_100_000);
  expect(formatEuro(table.next.tiers[1] ?? noEuro)).toBe('19040000.00');
  expect(table.next.tiers[2]).toBe(0n);
});

test('above the cap of vikinglotto the excess joins tier 2 of the next draw', () => {
  const table = commonTable(viking, { rows: 8_000_000, carry: carry({ 1: '24600000' }), winners: { 2: 1 } });
  expect(formatEuro(table.lines[0]?.pool ?? noEuro)).toBe('25000000.00');
  expect(formatEuro(table.lines[0]?.overflowOut ?? noEuro)).toBe('640000.00');
  expect(formatEuro(table.next.tiers[2] ?? noEuro)).toBe('640000.00');
});

test('tier 2 of vikinglotto has the same limit; beyond it the money goes to the booster fund', () => {
  const table = commonTable(viking, { rows: 0, carry: carry({ 1: '25000000', 2: '26000000' }), winners: {} });
  expect(formatEuro(table.next.tiers[2] ?? noEuro)).toBe('25000000.00');
  expect(formatEuro(table.next.booster)).toBe('1000000.00');
});

test('the first prize is at least 3 million, from the booster fund and then as an advance', () => {
  const table = commonTable(viking, { rows: 1_000_000, carry: carry({}, '2000000'), winners: { 1: 1 } });
  expect(formatEuro(table.lines[0]?.paid ?? noEuro)).toBe('3000000.00');
  expect(formatEuro(table.lines[0]?.topUp ?? noEuro)).toBe('2870000.00');
  expect([formatEuro(table.next.booster), formatEuro(table.advance)]).toEqual(['0.00', '828000.00']);
});

test('eurojackpot, 30,000,000 rows at the cap', () => {
  const table = commonTable(euro, {
    rows: 30_000_000,
    carry: carry({ 1: '118000000' }),
    winners: { 2: 4, 12: 610_000 },
  });
  const [first, second] = table.lines;
  const twelfth = table.lines[11];
  expect(formatEuro(table.fund)).toBe('30000000.00');
  expect(formatEuro(first?.pool ?? noEuro)).toBe('120000000.00');
  expect(formatEuro(first?.overflowOut ?? noEuro)).toBe('8800000.00');
  expect(formatEuro(second?.pool ?? noEuro)).toBe('11380000.00');
  expect(formatEuro(second?.amountWinner ?? noEuro)).toBe('2845000.00');
  expect(formatEuro(table.boosterShare)).toBe('2700000.00');
  expect(formatEuro(twelfth?.pool ?? noEuro)).toBe('6090000.00');
  expect(formatEuro(twelfth?.amountWinner ?? noEuro)).toBe('9.90');
});

test('eurojackpot: tier 2 overflows into tier 3, a full booster fund into the next tier 1', () => {
  const table = commonTable(euro, {
    rows: 0,
    carry: carry({ 1: '121000000', 2: '119500000', 3: '1000' }, '20500000'),
    winners: { 1: 1 },
  });
  const pools = table.lines.slice(0, 3).map((line) => formatEuro(line.pool));
  expect(pools).toEqual(['120000000.00', '120000000.00', '501000.00']);
  expect(formatEuro(table.next.tiers[1] ?? noEuro)).toBe('500000.00');
  expect(formatEuro(table.next.booster)).toBe('20000000.00');
});

/** The rules written down once more, in 1/1000 cent: nothing of the model comes from the code under test. */
type Model = { pools: bigint[]; amounts: bigint[]; next: bigint[]; booster: bigint; advance: bigint };
const euros = (whole: number): bigint => BigInt(whole) * 100_000n;
const percentOfEurojackpot = [3600, 860, 485, 80, 100, 110, 80, 255, 285, 540, 675, 2030].map(BigInt);
const boosterOfEurojackpot = 900n;

/** The pool of the first tier is lifted to the minimum out of the booster fund, then from outside. */
function lifted(first: bigint, minimum: bigint, booster: bigint) {
  const lacking = first < minimum ? minimum - first : 0n;
  const taken = lacking < booster ? lacking : booster;
  return { first: first + lacking, booster: booster - taken, advance: lacking - taken };
}

const cut = (pool: bigint, cap: bigint): [kept: bigint, excess: bigint] =>
  pool > cap ? [cap, pool - cap] : [pool, 0n];
const perWinner = (pool: bigint, count: number, unit: bigint): bigint =>
  count === 0 ? 0n : (pool / (BigInt(count) * unit)) * unit;

function modelOfViking(rows: bigint, carries: bigint[], booster: bigint, winners: number[]): Model {
  const [carry1 = 0n, carry2 = 0n] = carries;
  const top = lifted(carry1 + rows * 13_000n, euros(3_000_000), booster + rows * 4_200n);
  const [first, over1] = cut(top.first, euros(25_000_000));
  const [second, over2] = cut(carry2 + rows * 1_300n, euros(25_000_000));
  return {
    pools: [first, second],
    amounts: [first, second].map((pool, index) => perWinner(pool, winners[index] ?? 0, 1_000n)),
    next: [winners[0] ? 0n : first, (winners[1] ? 0n : second) + over1],
    booster: top.booster + over2,
    advance: top.advance,
  };
}

function modelOfEurojackpot(rows: bigint, carries: bigint[], booster: bigint, winners: number[]): Model {
  const pools = percentOfEurojackpot.map((share, index) => rows * 10n * share + (carries[index] ?? 0n));
  const top = lifted(pools[0] ?? 0n, euros(10_000_000), booster + rows * 10n * boosterOfEurojackpot);
  const [first, over1] = cut(top.first, euros(120_000_000));
  const [second, over2] = cut((pools[1] ?? 0n) + over1, euros(120_000_000));
  pools.splice(0, 3, first, second, (pools[2] ?? 0n) + over2);
  const [kept, toFirst] = cut(top.booster, euros(20_000_000));
  const next = pools.map((pool, index) => (winners[index] ? 0n : pool));
  next[0] = (next[0] ?? 0n) + toFirst;
  return {
    pools,
    amounts: pools.map((pool, index) => perWinner(pool, winners[index] ?? 0, 10_000n)),
    next,
    booster: kept,
    advance: top.advance,
  };
}

test('the common pools agree with a model, at whatever caps and minima, and no cent is lost', () => {
  const amount = fc.bigInt({ min: 0n, max: 200_000_000n * 100_000n });
  const few = fc.bigInt({ min: 0n, max: 30_000_000n * 100_000n });
  const met = { advance: 0, overflow: 0, fullBooster: 0, paid: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(viking, euro),
      fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10 ** 8 })),
      fc.tuple(fc.oneof(few, amount), fc.oneof(few, amount), few),
      fc.oneof(fc.constant(0n), few),
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000 })), {
        minLength: 12,
        maxLength: 12,
      }),
      (version, rows, three, booster, winners) => {
        const count = version === euro ? 12 : 2;
        const carries = version === euro ? three : three.slice(0, 2);
        const model = version === euro ? modelOfEurojackpot : modelOfViking;
        const expected = model(BigInt(rows), carries, booster, winners);
        const table = commonTable(version, {
          rows,
          carry: {
            tiers: Object.fromEntries(carries.map((carried, index) => [index + 1, euroMilliCent(carried)])),
            booster: euroMilliCent(booster),
          },
          winners: Object.fromEntries(winners.map((won, index) => [index + 1, won])),
        });
        expect(table.lines.map((line) => line.pool as bigint)).toEqual(expected.pools);
        expect(table.lines.map((line) => line.amountWinner as bigint)).toEqual(expected.amounts);
        expect(table.lines.map((_, index) => table.next.tiers[index + 1])).toEqual(expected.next);
        expect([table.next.booster, table.advance]).toEqual([expected.booster, expected.advance]);
        for (const { paid, amountWinner, remainder, pool, winners: won } of table.lines) {
          expect(paid as bigint).toBe(amountWinner * BigInt(won));
          expect(remainder as bigint).toBe(won > 0 ? pool - paid : 0n);
        }
        let money = expected.advance + booster + BigInt(rows) * (version === euro ? 100_000n : 18_500n);
        for (const carried of carries) money += carried;
        let spent = expected.booster;
        for (let index = 0; index < count; index += 1) {
          const [pool = 0n, won = 0] = [expected.pools[index], winners[index]];
          spent += (won > 0 ? pool : 0n) + (expected.next[index] ?? 0n);
        }
        expect(spent).toBe(money);
        if (expected.advance > 0n) met.advance += 1;
        if (table.lines.some((line) => line.overflowOut > 0n)) met.overflow += 1;
        if (version === euro && expected.booster === euros(20_000_000)) met.fullBooster += 1;
        if (expected.amounts.some((paid) => paid > 0n)) met.paid += 1;
      },
    ),
    { numRuns: 1_000 },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 20]).toEqual([what, true]);
});

test('lotto shares no pool with other countries', () => {
  expect(() =>
    commonTable(versionAt('lotto', '2026-11-21'), { rows: 1, carry: carry({}), winners: {} }),
  ).toThrow();
});
