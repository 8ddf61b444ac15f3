/**
 * Real prize tables of the Icelandic lotto 5/45, where they lie beside the project, recomputed to the krona
 * as two chains: for each draw there is a count of sold rows from which all six amounts come out with the
 * carry of the draw before. Published is only the unwon pool rounded down to 10, so the first draw of a chain
 * opens with any carry that fits it; from then on every carry is one that our own arithmetic gave.
 */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Fund } from '../draws/fund.ts';
import { type PrizeTable, prizeTable } from '../draws/prizes.ts';
import { type ExactIsk, exactIsk, exactly, floorIsk, nothingExact } from '../values/exact-isk.ts';
import { type Isk, isk, noKronur, times } from '../values/money.ts';
import { addDays } from '../values/weeks.ts';
import { localFund } from './fund.ts';
import { rulesOf } from './games.ts';
import type { RuleVersion } from './versions.ts';

type Published = { tier: number; condition: string; amountWinner: number; winners: number; unwonPool?: true };
type Draw = { date: string; prizes: Published[]; rowsSoldBetween: [number, number] };

/** Every exact carry that is possible so far: whole krónur apart or less, so these sets stay small. */
type Carries = { readonly [tier: number]: ReadonlySet<bigint> };

const file = new URL('../../../shared/data/lottery-draws/lotto-iceland-with-prizes.jsonl', import.meta.url);
const isHere = existsSync(file);
const draws = isHere
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Draw)
  : [];
const since2025 = rulesOf({ rulesId: 'lotto-2025-05-18' });
const rollingTiers = [1, 2];

test.skipIf(!isHere)('all 50 published prize tables come out as two chains with carry', () => {
  const chains = chainsOf(draws);
  expect(chains.map((chain) => chain.length)).toEqual([23, 27]);
  for (const chain of chains) {
    let carries: Carries | null = null;
    for (const draw of chain) {
      const found = recompute(draw, carries, since2025);
      expect(found.rows, `${draw.date}: counts of sold rows that give the table`).not.toEqual([]);
      carries = found.carries;
    }
  }
});

test.skipIf(!isHere)('the shares of 5/42 give none of the tables', () => {
  const older = rulesOf({ rulesId: 'lotto-2022-06-26' });
  expect(draws.filter((draw) => recompute(draw, null, older).rows.length > 0)).toEqual([]);
});

/** A chain is draws a week apart. */
function chainsOf(all: readonly Draw[]): Draw[][] {
  const chains: Draw[][] = [];
  for (const draw of all) {
    const last = chains.at(-1)?.at(-1);
    if (last && addDays(last.date, 7) === draw.date) chains.at(-1)?.push(draw);
    else chains.push([draw]);
  }
  return chains;
}

function recompute(draw: Draw, carries: Carries | null, version: RuleVersion) {
  const [from, to] = draw.rowsSoldBetween;
  const winners = Object.fromEntries(draw.prizes.map((prize) => [prize.tier, prize.winners]));
  const price = since2025.sale?.amountRow ?? noKronur;
  const rows: number[] = [];
  const next: Record<number, Set<bigint>> = { 1: new Set(), 2: new Set() };
  for (let sold = from; sold <= to; sold++) {
    const fund = localFund(version, { sales: times(price, sold), rows: sold, euroRate: null });
    const plain = prizeTable(version, { fund, winners });
    if (!draw.prizes.every((prize) => rollingTiers.includes(prize.tier) || agrees(plain, prize))) continue;
    const outs = rollingTiers.map((tier) =>
      carriesAfter(draw, tier, { fund, winners, version, plain }, carries),
    );
    if (outs.some((out) => out.length === 0)) continue;
    rows.push(sold);
    for (const [index, out] of outs.entries())
      for (const carry of out) next[rollingTiers[index] ?? 0]?.add(carry);
  }
  return { rows, carries: next };
}

type Try = { fund: Fund; winners: Record<number, number>; version: RuleVersion; plain: PrizeTable };

/** What the tier may leave to the next draw, given that its published figure comes out. */
function carriesAfter(
  draw: Draw,
  tier: number,
  { fund, winners, version, plain }: Try,
  carries: Carries | null,
) {
  const published = draw.prizes.find((prize) => prize.tier === tier);
  if (!published) return [];
  const carriesIn = carries?.[tier] ?? openingCarries(published, lineOf(plain, tier).exact.share);
  return [...carriesIn]
    .map((carry) => prizeTable(version, { fund, winners, carryIn: { [tier]: exactIsk(carry) } }))
    .filter((table) => agrees(table, published))
    .map((table): bigint => lineOf(table, tier).exact.carryOut);
}

/** Every whole carry that lifts the tier to its published pool: [published, published + 10) when unwon. */
function openingCarries({ amountWinner, winners }: Published, share: ExactIsk): Set<bigint> {
  const shares = Math.max(1, winners);
  const least = exactly(isk(amountWinner * shares)) - share;
  const opening = Array.from({ length: 10 * shares }, (_, more) => least + exactly(isk(more)));
  return new Set(opening.filter((carry) => carry >= nothingExact));
}

function agrees(table: PrizeTable, published: Published): boolean {
  const { condition, exact, amountWinner } = lineOf(table, published.tier);
  const pool: Isk = floorIsk(exact.pool);
  const amount = published.unwonPool ? pool - (pool % 10) : amountWinner;
  return condition === published.condition && amount === published.amountWinner;
}

function lineOf(table: PrizeTable, tier: number) {
  const line = table.lines.find((candidate) => candidate.tier === tier);
  if (!line) throw new RangeError(`no tier ${tier}`);
  return line;
}
