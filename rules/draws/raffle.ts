/**
 * A raffle beside a draw: which coupons take part in it, and what its numbers win
 * (docs/rules/number-lotteries.md, Promotions).
 */

/** Of a coupon: every one; one with the game beside the rows; one with ten rows; a system. */
export const raffleConditions = ['all', 'side', 'tenRows', 'system'] as const;
export type RaffleCondition = (typeof raffleConditions)[number];

/** What of a coupon is public: its rows as they were written, the size of its system or 0. */
export type PlayedCoupon = { rows: number; system: number; hasSide: boolean };

export function takesPart(condition: RaffleCondition, { rows, system, hasSide }: PlayedCoupon): boolean {
  if (condition === 'side') return hasSide;
  if (condition === 'tenRows') return rows === 10;
  return condition === 'all' || system > 0;
}

/** So many prizes of so much each, in whole krónur. */
export type RafflePrize = { count: number; amount: number };

/** The amounts of the numbers in the order in which they are drawn, no more of them than take part. */
export function prizesDrawn(prizes: readonly RafflePrize[], coupons: number): number[] {
  const all = prizes.flatMap(({ count, amount }) => Array.from({ length: count }, () => amount));
  return all.slice(0, coupons);
}
