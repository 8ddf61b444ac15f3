/**
 * Joker: five digits compared place by place with the five drawn, front or back, never the middle alone.
 * Prizes are fixed and belong to a rule version. Digits are a list: `01234` begins with a real zero.
 */

import { type Isk, isk, times } from '../values/money.ts';

export const jokerLength = 5;
/** All numbers of five digits. */
export const jokerNumberCount = 100_000;
/** How many of them win anything, whatever is drawn. */
export const jokerWinningCount = 1_990;

export type JokerTier = {
  readonly tier: number;
  readonly condition: string;
  readonly amount: Isk;
  /** Winning units among all 100,000 numbers, whatever is drawn. Tier 4 counts a doubled winner twice. */
  readonly units: number;
};

/** What Joker costs and pays, of a rule version. */
export type JokerTerms = {
  readonly amount: Isk;
  readonly tiers: readonly JokerTier[];
  /** Of Joker's stakes, what the fixed prizes cost on average; the reserve carries the difference. */
  readonly prizeBasisPoints: number;
};

export const jokerTierCount = 4;

export const jokerSince2024: JokerTerms = {
  amount: isk(250),
  tiers: [
    { tier: 1, condition: '5', amount: isk(2_500_000), units: 1 },
    { tier: 2, condition: '4', amount: isk(125_000), units: 18 },
    { tier: 3, condition: '3', amount: isk(12_500), units: 180 },
    { tier: 4, condition: '2', amount: isk(2_500), units: 1_800 },
  ],
  prizeBasisPoints: 4600,
};

/** All 0 when nothing is won; `units` 2 when both ends of two are right: tier 4 is paid twice. */
export type JokerPrize = { readonly tier: number; readonly units: number; readonly amount: Isk };

export function jokerPrize(
  ticket: readonly number[],
  drawn: readonly number[],
  tiers: readonly JokerTier[],
): JokerPrize {
  const { tier, units } = jokerTier(ticket, drawn);
  const prize = tiers.find((row) => row.tier === tier);
  return { tier, units, amount: prize ? times(prize.amount, units) : isk(0) };
}

export function jokerTier(
  ticket: readonly number[],
  drawn: readonly number[],
): { tier: number; units: number } {
  if (ticket.length !== jokerLength || drawn.length !== jokerLength)
    throw new RangeError('Joker has five digits');
  const front = matchingRun(ticket, drawn);
  if (front === jokerLength) return { tier: 1, units: 1 };
  const back = matchingRun(ticket.toReversed(), drawn.toReversed());
  const longest = Math.max(front, back);
  if (longest < 2) return { tier: 0, units: 0 };
  return { tier: 6 - longest, units: front === 2 && back === 2 ? 2 : 1 };
}

/** `01234` as digits; null when the text is not five digits. */
export function parseJoker(text: string): number[] | null {
  return /^\d{5}$/.test(text) ? [...text].map(Number) : null;
}

export function formatJoker(digits: readonly number[]): string {
  return digits.join('');
}

function matchingRun(a: readonly number[], b: readonly number[]): number {
  const end = a.findIndex((digit, place) => digit !== b[place]);
  return end === -1 ? a.length : end;
}
