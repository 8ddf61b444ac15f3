import { expect, it } from 'vitest';
import { isk } from '../values/money.ts';
import { type Coupon, expandCoupon } from './coupon.ts';
import { estimateOf, firstPool } from './estimate.ts';
import { parseBaseSigns, parseGoals, parseSigns } from './panels.ts';
import type { Picks } from './picks.ts';
import { systemOf } from './systems.ts';
import { poolRulesAt } from './versions.ts';

const rules = poolRulesAt('totoeng', '2026-11-28');
const people = Array.from({ length: 13 }, () => [50, 30, 20]);
const coupon = (system: string, panel: string, base?: string): Coupon => ({
  system: systemOf(system)?.number ?? (system === 'O' ? 1 : 0),
  rows: [parseSigns(panel), ...(base ? [parseBaseSigns(base)] : [])] as Picks[],
});

it('the pool of the first tier has its share of the sales and the carry', () => {
  expect(firstPool(rules, isk(1_300_000), isk(1_200_000))).toBe(1_538_000);
});

it('a row that nobody else plays wins the whole pool, one that many play its part', () => {
  const sold = { rows: 1_000_000, pool: isk(2_600_000), people };
  const ones = estimateOf(rules, coupon('', '1111111111111'), sold);
  // 1,000,000 × 0.5^13 = 122.07 others
  expect(ones.likeliest).toBe(Math.floor(2_600_000 / (1 + 1_000_000 * 0.5 ** 13) / 10) * 10);
  expect(ones.leastLikely).toBe(ones.likeliest);
  const open = estimateOf(rules, coupon('O', 'D111111111111'), sold);
  expect(open.likeliest).toBe(ones.likeliest);
  expect(open.leastLikely).toBe(Math.floor(2_600_000 / (1 + 1_000_000 * 0.5 ** 12 * 0.2) / 10) * 10);
  const nobody = { ...sold, people: [[0, 60, 40], ...people.slice(1)] };
  expect(estimateOf(rules, coupon('', '1111111111111'), nobody).likeliest).toBe(2_600_000);
  expect(estimateOf(rules, coupon('', '1111111111111'), { ...sold, rows: 0 }).likeliest).toBe(2_600_000);
});

it('of a system the rows that it has count, not all that its panel could make', () => {
  const sold = { rows: 5_000_000, pool: isk(9_000_000), people };
  for (const system of [
    coupon('S-4-0-9', 'D1D1D1D1X2X12'),
    coupon('U-5-0-12', 'DDDDD11111111', '1X211--------'),
  ]) {
    const each = [...expandCoupon(system)].map((row) => {
      const picks = row.map((outcome) => 1 << outcome);
      return estimateOf(rules, { system: 0, rows: [picks] }, sold).likeliest;
    });
    expect(estimateOf(rules, system, sold)).toEqual({
      likeliest: Math.min(...each),
      leastLikely: Math.max(...each),
    });
  }
});

it('goals have shares of eight outcomes', () => {
  const xg = poolRulesAt('xg', '2026-11-28');
  const goals = Array.from({ length: 13 }, () => [7, 18, 24, 22, 15, 8, 4, 2]);
  const picks = parseGoals('2,2,2,2,2,2,2,2,2,2,2,2,2/7+') as Picks;
  const found = estimateOf(
    xg,
    { system: 1, rows: [picks] },
    { rows: 10 ** 9, pool: isk(1_000_000), people: goals },
  );
  expect(found.likeliest).toBe(Math.floor(1_000_000 / (1 + 10 ** 9 * 0.24 ** 13) / 10) * 10);
  expect(found.leastLikely).toBeGreaterThan(found.likeliest);
});
