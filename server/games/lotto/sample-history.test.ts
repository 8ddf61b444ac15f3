import { expect, test } from 'vitest';
import { versionAt } from '#rules/lotto/games.ts';
import { prizeTable } from '#rules/lotto/prizes.ts';
import { isk } from '#rules/values/money.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sampleHistory } from './sample-history.ts';

const random = (seed: string) => seededUint32(seed, { mode: 'embedded' });
const lotto = (seed: string) => sampleHistory('lotto', '2024-01-01', '2026-11-21', random(seed));

test('one draw for each day of the calendar, the same ones each time', () => {
  const { draws } = lotto('a');
  expect(draws).toHaveLength(150);
  expect(draws.at(-1)?.date).toBe('2026-11-14');
  expect(lotto('a').draws).toEqual(draws);
  expect(sampleHistory('vikinglotto', '2024-01-01', '2026-11-21', random('a')).draws).toHaveLength(151);
  expect(sampleHistory('eurojackpot', '2024-01-01', '2026-11-21', random('a')).draws).toHaveLength(302);
});

test('checklist 83: every table is what the rules make of its winners, and carries into the next', () => {
  const { draws, carry } = lotto('b');
  let carryIn: Record<number, number> = {};
  for (const { date, prizes } of draws) {
    const lines = (prizes ?? []).filter(({ part }) => part === 'main');
    const share = lines[0]?.arithmetic?.share ?? 0;
    const version = versionAt('lotto', date);
    const basisPoints = version.tiers[0]?.shareBasisPoints ?? 1;
    // The first share is floored, so the fund is one of a few; the true one gives the whole table.
    const funds = Array.from({ length: 4 }, (_, more) => Math.floor((share * 10_000) / basisPoints) + more);
    const winners = Object.fromEntries(lines.map((line) => [line.tier, line.winners]));
    const tables = funds.map((fund) =>
      prizeTable(version, {
        fund: isk(fund),
        winners,
        carryIn: carryIn as Record<number, ReturnType<typeof isk>>,
      }),
    );
    const amounts = lines.map((line) => [line.tier, line.amount, line.pool]);
    const same = tables.some((table) => {
      const found = table.lines.map((line) => [line.tier, line.amountWinner, line.pool]);
      return JSON.stringify(found) === JSON.stringify(amounts);
    });
    expect([date, same]).toEqual([date, true]);
    carryIn = Object.fromEntries(lines.map((line) => [line.tier, line.arithmetic?.carryOut ?? 0]));
  }
  expect(carry).toEqual(carryIn);
});

test('a newcomer finds a pot that has grown', () => {
  const { draws, carry } = lotto('c');
  const lastTwo = draws.slice(-2).map(({ prizes }) => prizes?.find(({ tier }) => tier === 1)?.winners);
  expect(lastTwo).toEqual([0, 0]);
  expect(carry[1]).toBeGreaterThan(15_000_000);
});
