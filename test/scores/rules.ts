/**
 * A game that exists only in tests: the scores of twelve matches, as different from the number lotteries as
 * pools will be. A row is two words of six matches, eight bits each: goals at home, goals away.
 */
import { fundOfSales } from '#rules/draws/fund.ts';
import type { PerTier, PrizeTier } from '#rules/draws/tiers.ts';
import { type Isk, isk } from '#rules/values/money.ts';

export const gameId = 'scores';
export const rulesId = 'scores-2026';
export const amountRow = isk(100);
export const highWinFrom = isk(100_000);
export const matchCount = 12;

export type Score = readonly [home: number, away: number];

/** The first six matches in one word, the others in the next. */
export function wordsOf(row: readonly Score[]): [first: number, second: number] {
  const word = (scores: readonly Score[]) =>
    scores.reduce((sum, [home, away], place) => sum + (16 * home + away) * 256 ** place, 0);
  return [word(row.slice(0, 6)), word(row.slice(6))];
}

/** Right predictions that win, by tier. */
export const rightOfTier = [12, 11, 10] as const;
export const rightLeast = 10;

export const prizeRules: { tiers: readonly PrizeTier[]; amountUnit: Isk } = {
  tiers: [5_000, 3_000, 2_000].map((shareBasisPoints, index) => ({
    tier: index + 1,
    condition: String(rightOfTier[index]),
    scope: 'local',
    shareBasisPoints,
  })),
  amountUnit: isk(10),
};

export const fundOf = (sales: Isk) => fundOfSales(sales, 4_600);

/** The organiser abroad says what the third tier holds at least. */
export type Figures = PerTier<Isk>;
