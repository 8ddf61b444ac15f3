/** Chances of a match in whole percent: they weigh its lot, and Albert draws by them. */

import { goals, type PoolId, signs } from './games.ts';

/** Of matches without odds and without a forecast. */
const usualSigns = [40, 28, 32];
/** Goals of both teams together, by Poisson with a mean of 2.7. */
const usualGoals = [7, 18, 24, 22, 15, 8, 4, 2];

/**
 * Shares out a whole in proportion to the weights, by largest remainder; of equal remainders the first takes
 * the odd unit.
 */
export function shareOut(weights: readonly bigint[], whole = 100): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('nothing to share by');
  const parts = weights.map((weight) => ({
    part: Number((weight * BigInt(whole)) / sum),
    rest: (weight * BigInt(whole)) % sum,
  }));
  const left = whole - parts.reduce((all, { part }) => all + part, 0);
  const order = parts.map((_, index) => index);
  order.sort((a, b) => {
    const [one, other] = [parts[a]?.rest ?? 0n, parts[b]?.rest ?? 0n];
    return one === other ? a - b : one < other ? 1 : -1;
  });
  const takesOne = new Set(order.slice(0, left));
  return parts.map(({ part }, index) => (takesOne.has(index) ? part + 1 : part));
}

/** In proportion to 1/odds. @param odds in hundredths */
export function chancesOfOdds(odds: readonly number[]): number[] {
  const product = odds.reduce((all, each) => all * BigInt(each), 1n);
  return shareOut(odds.map((each) => product / BigInt(each)));
}

export type Prediction = {
  /** In hundredths, one for each outcome; null where nobody offers them. */
  odds: readonly number[] | null;
  /** Of tipsters, summing up to 100; null where there is none. */
  forecast: readonly number[] | null;
};

/** What a match goes by when its program is released. */
export function chancesOf(game: PoolId, { odds, forecast }: Prediction): readonly number[] {
  if (odds) return chancesOfOdds(odds);
  return forecast ?? (game === 'xg' ? usualGoals : usualSigns);
}

export const outcomeTotal = (game: PoolId): number => (game === 'xg' ? goals : signs).length;
