import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PoolId } from '#rules/pools/games.ts';
import { countedRights } from '#rules/pools/results.ts';
import { exactly } from '#rules/values/exact-isk.ts';
import { isk, noKronur } from '#rules/values/money.ts';
import type { Draw } from '#server/draws/draw.ts';
import type { Posting, PrizeQuestion, Prizes } from '#server/draws/kind.ts';
import { prizesOf } from './prizes.ts';

const programOf = (game: PoolId, awaitsFigures = false) =>
  ({ game, number: 7, rulesId: `${game}-2022`, awaitsFigures }) as Draw;

type Given = { rows: number; units: readonly number[]; carryIn?: number; figures?: PrizeQuestion['figures'] };

const questionOf = ({ rows, units, carryIn = 0, figures = null }: Given): PrizeQuestion => ({
  ...{ sales: { rows: isk(13 * rows), side: noKronur }, rows, units, figures },
  carryIn: { 1: exactly(isk(carryIn)) },
  held: async () => isk(1_000_000),
});

/** What each account gains. */
function gains(postings: readonly Posting[]): Record<string, number> {
  const gained: Record<string, number> = {};
  for (const { from, to, amount } of postings) {
    expect(amount).toBeGreaterThanOrEqual(0);
    for (const [{ account, tier }, sum] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const name = tier === undefined ? account : `${account} ${tier}`;
      gained[name] = (gained[name] ?? 0) + sum;
    }
  }
  return gained;
}

function paidByUnits({ lines, paidBy }: Prizes, units: readonly number[]): number {
  return units.reduce((all, count, place) => {
    const line = paidBy[place];
    return typeof line === 'number' ? all + count * (lines[line]?.amount ?? 0) : all;
  }, 0);
}

test.each<PoolId>(['totoeng', 'totoeur', 'xg'])(
  'money of %s leaves the stakes and is all somewhere',
  async (game) => {
    const count = fc.oneof(fc.constant(0), fc.nat(5), fc.nat(5_000));
    const places = countedRights(game).length;
    const given = fc.record({
      rows: fc.nat(3_000_000),
      units: fc.array(count, { minLength: places, maxLength: places }),
      carryIn: fc.nat(50_000_000),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ rows, units, carryIn }) => {
        const prizes = await prizesOf(programOf(game), questionOf({ rows, units, carryIn }));
        const {
          stakes,
          sales_income: income,
          guarantee_fund: fund = 0,
          winnings = 0,
          ...others
        } = gains(prizes.postings);
        expect((stakes as number) + 13 * rows).toBe(0);
        expect(income).toBe(13 * rows - prizes.fund.whole);
        expect(winnings).toBe(paidByUnits(prizes, units));
        const { 'carry 1': carried = 0, ...pools } = others;
        expect(winnings + carried + fund).toBe(prizes.fund.whole);
        expect(Object.values(pools).every((gained) => gained === 0)).toBe(true);
        const { carryIn: before, carryOut } = prizes.lines[0]?.pool ?? { carryIn: 0, carryOut: 0 };
        expect([before, carryOut - before]).toEqual([carryIn, carried]);
      }),
      { numRuns: 200 },
    );
  },
);

const tier = (number: number, winnersIceland: number, amountSek: number) => ({
  ...{ tier: number, winners: winnersIceland, winnersIceland, amountSek },
});
const figures = {
  sekRate: 1300,
  rowsAll: 500_000,
  tiers: [tier(1, 1, 1_234), tier(2, 3, 90), tier(3, 0, 0), tier(4, 0, 0)],
};

test('with Sweden the fund is the organiser’s, which owes our prizes', async () => {
  const question = questionOf({ rows: 1_000, units: [1, 3, 0, 0], carryIn: 500, figures });
  const { postings, lines, organiser } = await prizesOf(programOf('totoeng', true), question);
  const due = 1_234 * 13 + 3 * 90 * 13;
  const paid = 15_880 + 3 * 1_150;
  expect(gains(postings)).toEqual({
    ...{ stakes: -13_000, sales_income: 4_550, organiser_payable: 8_450, winnings: paid },
    ...{ organiser_receivable: -due, exchange_difference: due - paid },
  });
  expect(organiser).toEqual({ contribution: 8_450, reserve: 0, due });
  expect(lines.every(({ pool }) => pool === undefined)).toBe(true);
});

test('figures that contradict our own count stop the program', async () => {
  const question = questionOf({ rows: 1_000, units: [2, 3, 0, 0], figures });
  await expect(prizesOf(programOf('totoeng', true), question)).rejects.toMatchObject({
    message: 'totoeng 7 is not settled: 13 right were won by 2 rows here, and by 1 in the figures.',
  });
});
