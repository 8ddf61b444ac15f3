import { expect, test } from 'vitest';
import { prizeTable } from '#rules/draws/prizes.ts';
import { localFund } from '#rules/numbers/fund.ts';
import { versionAt } from '#rules/numbers/games.ts';
import type { ExactIsk } from '#rules/values/exact-isk.ts';
import { isk } from '#rules/values/money.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sampleHistory } from './sample.ts';

const random = (seed: string) => seededUint32(seed, { mode: 'embedded' });
const lotto = (seed: string) => sampleHistory('lotto', '2024-01-01', '2026-11-21', random(seed)).draws;

test('one draw for each day of the calendar, the same ones each time', () => {
  const draws = lotto('a');
  expect(draws).toHaveLength(150);
  expect(draws.at(-1)?.date).toBe('2026-11-14');
  expect(lotto('a')).toEqual(draws);
  expect(sampleHistory('vikinglotto', '2024-01-01', '2026-11-21', random('a')).draws).toHaveLength(151);
  expect(sampleHistory('eurojackpot', '2024-01-01', '2026-11-21', random('a')).draws).toHaveLength(302);
});

test('every table is what the rules make of its winners, and carries into the next to the fraction', () => {
  let carryIn: Record<number, ExactIsk> = {};
  for (const { date, prizes } of lotto('b')) {
    const lines = (prizes ?? []).filter(({ part }) => part === 'main');
    const version = versionAt('lotto', date);
    // Three right numbers are always won, so that pool is 17% of 45% of 150 kr. a row, or with 5/42 the same.
    const rows = Math.ceil((lines.find(({ tier }) => tier === 5)?.pool ?? 0) / 11.475);
    const table = prizeTable(version, {
      fund: localFund(version, { sales: isk(rows * 150), rows, euroRate: null }),
      winners: Object.fromEntries(lines.map((line) => [line.tier, line.winners])),
      carryIn,
    });
    const found = table.lines.map((line) => [line.tier, line.amountWinner, line.pool]);
    expect([date, found]).toEqual([date, lines.map((line) => [line.tier, line.amount, line.pool])]);
    carryIn = Object.fromEntries(table.lines.map(({ tier, exact }) => [tier, exact.carryOut]));
  }
});

test('a newcomer finds a pot that has grown', () => {
  const lastTwo = lotto('c')
    .slice(-2)
    .map(({ prizes }) => prizes?.find(({ tier }) => tier === 1));
  expect(lastTwo.map((line) => line?.winners)).toEqual([0, 0]);
  expect(lastTwo[1]?.pool).toBeGreaterThan(15_000_000);
});
