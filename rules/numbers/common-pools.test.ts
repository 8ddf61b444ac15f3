import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeFund } from '../draws/fund.ts';
import { prizeTable } from '../draws/prizes.ts';
import type { PerTier } from '../draws/tiers.ts';
import { type EuroMilliCent, formatEuro, noEuro, parseEuro, parseEuroRate } from '../values/euro.ts';
import { isk } from '../values/money.ts';
import { assertCommonEquation, commonAmountIsk, commonTable, localPoolOf } from './common-pools.ts';
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

test('the common pools always balance', () => {
  const amount = fc.bigInt({ min: 0n, max: 200_000_000n }).map((euros) => euros.toString());
  fc.assert(
    fc.property(
      fc.constantFrom(viking, euro),
      fc.integer({ min: 0, max: 10 ** 8 }),
      fc.tuple(amount, amount, amount, amount),
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 12, maxLength: 12 }),
      (version, rows, [one, two, three, booster], winners) => {
        const tiers = version === euro ? { 1: one, 2: two, 3: three } : { 1: one, 2: two };
        const input = {
          rows,
          carry: carry(tiers, booster),
          winners: Object.fromEntries(winners.map((count, index) => [index + 1, count])),
        };
        const table = commonTable(version, input);
        expect(() => assertCommonEquation(table, input.carry)).not.toThrow();
        for (const line of table.lines) expect(line.paid + line.remainder <= line.pool).toBe(true);
      },
    ),
  );
});

test('lotto shares no pool with other countries', () => {
  expect(() =>
    commonTable(versionAt('lotto', '2026-11-21'), { rows: 1, carry: carry({}), winners: {} }),
  ).toThrow();
});
