/**
 * A game that exists only in tests: the scores of thirteen matches, as different from the number lotteries as
 * pools will be. A row is two words, of six matches and of seven, with eight bits a match: goals at home,
 * goals away. The second word has 56 bits, more than a JavaScript number holds.
 */
import { fundOfSales } from '#rules/draws/fund.ts';
import { type Isk, isk } from '#rules/values/money.ts';

/** Its draws are planned by command, several on sale at once. */
export const gameId = 'scores';
/** The same game with a calendar. */
export const weeklyId = 'scores-weekly';
export const rulesId = 'scores-2026';
export const amountRow = isk(1);
export const highWinFrom = isk(100_000);
export const matchCount = 13;
/** Of a coupon. */
export const rowsMax = 20_000;
/** Of a player in a draw. */
export const playerRowsMax = 30_000;
export const matchesInFirst = 6;

/** A ticket of one row that also plays every score of it the other way round. */
export const mirrored = 1;

export type Score = readonly [home: number, away: number];

/** The first six matches in one word, the others in the next. */
export function wordsOf(row: readonly Score[]): [first: bigint, second: bigint] {
  const word = (scores: readonly Score[]) =>
    scores.reduce((sum, [home, away], place) => sum | (BigInt(16 * home + away) << BigInt(8 * place)), 0n);
  return [word(row.slice(0, matchesInFirst)), word(row.slice(matchesInFirst))];
}

/** A row written as two hexadecimal digits a match; null where it is no such row. */
export function codesOfRow(text: string): Score[] | null {
  if (!/^[0-9a-f]{26}$/.test(text)) return null;
  const digits = [...text].map((digit) => Number.parseInt(digit, 16));
  return Array.from({ length: matchCount }, (_, match): Score => {
    return [digits[2 * match] as number, digits[2 * match + 1] as number];
  });
}

/** As `codesOfRow` reads it. */
export const writtenRow = (row: readonly Score[]): string =>
  row.map((goals) => goals.map((count) => count.toString(16)).join('')).join('');

/** Rows of a mirrored ticket depend on its scores: one of equal goals is the same either way. */
export function mirroredRows(row: readonly Score[]): number {
  return row.reduce((rows, [home, away]) => (home === away ? rows : 2 * rows), 1);
}

/** Right predictions that are counted; which of them win is known once they are. */
export const countedRights = [13, 12, 11, 10, 9] as const;
export const rightLeast = 9;

/** Of the fund, by tier; the rest is the guarantee fund's. */
export const shareBasisPoints = [4_000, 3_000, 2_200];
/** Amounts per winner are rounded down to this. */
export const amountUnit = isk(10);

export const fundOf = (sales: Isk): Isk => fundOfSales(sales, 4_600).whole;
