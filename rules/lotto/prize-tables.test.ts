/**
 * Real prize tables of the Icelandic lotto 5/45, where they lie beside the project, recomputed to the krona:
 * for each draw there is a count of sold rows from which all six amounts come out, with the carry of the draw
 * before. Published is only the unwon pool rounded down to 10, so after a gap the opening carry is known to
 * ten krónur; from then on every carry is one that our own arithmetic gave.
 */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Isk, isk, times } from '../values/money.ts';
import { addDays } from '../values/weeks.ts';
import { rowPriceAt, versionAt } from './games.ts';
import { fundOfSales, type PerTier, type PrizeTable, prizeTable } from './prizes.ts';

type Published = { tier: number; condition: string; amountWinner: number; winners: number; unwonPool?: true };
type Draw = { date: string; prizes: Published[]; rowsSoldBetween: [number, number] };
/** Per tier that rolls over, every carry that is possible so far. */
type Carries = { readonly [tier: number]: ReadonlySet<number> };

const file = new URL('../../../shared/data/lottery-draws/lotto-iceland-with-prizes.jsonl', import.meta.url);
const isHere = existsSync(file);
const draws = isHere
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Draw)
  : [];
const rollingTiers = [1, 2];

test.skipIf(!isHere)('checklist 83: all 50 published prize tables, to the krona', () => {
  expect(draws).toHaveLength(50);
  let carries: Carries | null = null;
  let before = '';
  let exact = 0;
  for (const draw of draws) {
    if (draw.date !== addDays(before || draw.date, 7)) carries = null;
    const found = recompute(draw, carries);
    expect(found.rows, `${draw.date}: counts of sold rows that give the table`).not.toEqual([]);
    if (carries) exact += 1;
    carries = found.carries;
    before = draw.date;
  }
  // The file has one gap, so two draws open a series.
  expect(exact).toBe(48);
});

test.skipIf(!isHere)('the shares of 5/42 give none of the tables', () => {
  const older = versionAt('lotto', '2024-01-06');
  const fits = draws.filter((draw) => recompute(draw, null, older).rows.length > 0);
  expect(fits).toEqual([]);
});

function recompute(draw: Draw, carries: Carries | null, version = versionAt('lotto', draw.date)) {
  const [from, to] = draw.rowsSoldBetween;
  const winners = Object.fromEntries(draw.prizes.map((prize) => [prize.tier, prize.winners]));
  const price = rowPriceAt('lotto', draw.date) ?? isk(0);
  const rows: number[] = [];
  const next: Record<number, Set<number>> = { 1: new Set(), 2: new Set() };
  for (let sold = from; sold <= to; sold++) {
    const fund = fundOfSales(version, times(price, sold));
    const plain = prizeTable(version, { fund, winners });
    if (!draw.prizes.every((prize) => rollingTiers.includes(prize.tier) || agrees(plain, prize))) continue;
    const outs = rollingTiers.map((tier) => {
      const opening = carries?.[tier] ?? openingCarries(draw, tier, plain);
      const published = draw.prizes.find((prize) => prize.tier === tier);
      const tables = [...opening].map((carry) =>
        prizeTable(version, { fund, winners, carryIn: { [tier]: isk(carry) } as PerTier<Isk> }),
      );
      return tables
        .filter((table) => published && agrees(table, published))
        .map((table) => lineOf(table, tier).carryOut);
    });
    if (outs.some((out) => out.length === 0)) continue;
    rows.push(sold);
    for (const [index, out] of outs.entries())
      for (const carry of out) next[rollingTiers[index] ?? 0]?.add(carry);
  }
  return { rows, carries: next };
}

/**
 * After a gap: every carry that lifts the tier to its published pool, [published, published + 10) when unwon.
 */
function openingCarries(draw: Draw, tier: number, plain: PrizeTable): Set<number> {
  const published = draw.prizes.find((prize) => prize.tier === tier);
  const least =
    (published?.amountWinner ?? 0) * Math.max(1, published?.winners ?? 0) - lineOf(plain, tier).share;
  const width = 10 * Math.max(1, published?.winners ?? 0);
  return new Set(Array.from({ length: width }, (_, more) => least + more).filter((carry) => carry >= 0));
}

function agrees(table: PrizeTable, published: Published): boolean {
  const { condition, pool, amountWinner } = lineOf(table, published.tier);
  const amount = published.unwonPool ? pool - (pool % 10) : amountWinner;
  return condition === published.condition && amount === published.amountWinner;
}

function lineOf(table: PrizeTable, tier: number) {
  const line = table.lines.find((candidate) => candidate.tier === tier);
  if (!line) throw new RangeError(`no tier ${tier}`);
  return line;
}
