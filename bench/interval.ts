export type Interval = { ratio: number; low: number; high: number };

/** The normal quantile of a two-sided 95 % interval. */
const z = 1.959964;

/**
 * Geometric mean of ratios with its 95 % interval by Student's t: speeds on one machine scatter in
 * proportion to themselves.
 * @param ratios at least two, all above 0
 */
export function intervalOf(ratios: readonly number[]): Interval {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = quantileOfT(logs.length - 1) * Math.sqrt(squares / (logs.length - 1) / logs.length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/** Student's t at 97.5 % by its expansion around the normal quantile; right to 0.001 from nine degrees on. */
export function quantileOfT(degrees: number): number {
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
