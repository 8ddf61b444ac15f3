import type { NextUint32 } from './random.ts';

const two32 = 2 ** 32;

/**
 * How many of very many rows win when `mean` do on average: an invented count for sandboxes and the sample
 * history, never money.
 */
export function poisson(mean: number, random: NextUint32): number {
  const uniform = () => (random() + 0.5) / two32;
  if (mean > 100) {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(); product > limit; product *= uniform()) count += 1;
  return count;
}
