/** Right matches of the best row of a coupon. */
import { type Coupon, expandCoupon } from './coupon.ts';
import { matchCount, signs } from './games.ts';
import { picksOf } from './picks.ts';
import type { Known } from './standing.ts';
import { systemOfNumber } from './systems.ts';

/** How many bits are set in each number of thirteen. */
const ones = new Uint8Array(2 ** matchCount);
for (let bits = 1; bits < ones.length; bits += 1) ones[bits] = (ones[bits >> 1] as number) + (bits & 1);
/** Where the bits of the second and of the third sign begin in a word. */
const [draws, aways] = [2 ** matchCount, 2 ** (2 * matchCount)];

/**
 * Signs alone. A match without an outcome is right in no row.
 *
 * @param words rows as tickets keep them: single rows, open panels, or the panel of a system
 */
export function bestRight(system: Coupon['system'], words: readonly number[], known: Known): number {
  if (systemOfNumber(system)) return bestOfSystem(system, words, known);
  const [one, draw, two] = signs.map((_, sign) =>
    known.reduce<number>((matches, outcome, match) => matches + (outcome === sign ? 2 ** match : 0), 0),
  ) as [number, number, number];
  let best = 0;
  for (const word of words) {
    const right =
      ((word % draws) & one) | ((Math.floor(word / draws) % draws) & draw) | (Math.floor(word / aways) & two);
    best = Math.max(best, ones[right] as number);
  }
  return best;
}

function bestOfSystem(system: number, words: readonly number[], known: Known): number {
  let best = 0;
  for (const row of expandCoupon({ system, rows: words.map((word) => picksOf([word])) }))
    best = Math.max(best, row.filter((outcome, match) => outcome === known[match]).length);
  return best;
}
