/**
 * What thirteen right would pay: an estimate from what is sold so far. Others are taken to play each row as
 * often as the people's choice of its outcomes says.
 */

import { basisPointsOf, floorTo, type Isk, isk, sum } from '../values/money.ts';
import { type Coupon, expandCoupon } from './coupon.ts';
import { matchCount } from './games.ts';
import { outcomesIn } from './picks.ts';
import { systemOfNumber } from './systems.ts';
import type { PoolRules } from './versions.ts';

/** Of each match the shares of its outcomes among all rows sold, whole percent. */
export type Shares = readonly (readonly number[])[];

export type Sold = { readonly rows: number; readonly pool: Isk; readonly people: Shares };

/** The pool of the first tier, carry included. */
export function firstPool({ fundBasisPoints, shareBasisPoints }: PoolRules, sales: Isk, carryIn: Isk): Isk {
  const fund = basisPointsOf(sales, fundBasisPoints);
  return sum([basisPointsOf(fund, shareBasisPoints[0] as number), carryIn]);
}

/** For the row of the coupon that most people play, and for the one that fewest do. */
export function estimateOf(
  rules: PoolRules,
  coupon: Coupon,
  sold: Sold,
): { likeliest: Isk; leastLikely: Isk } {
  const [most, fewest] = extremeRows(coupon, sold.people);
  return { likeliest: amountOf(rules, most, sold), leastLikely: amountOf(rules, fewest, sold) };
}

/** The pool over one row and the rows of others that are expected to be the same, down to the unit. */
function amountOf({ amountUnit }: PoolRules, row: readonly number[], { rows, pool, people }: Sold): Isk {
  const all = 100n ** BigInt(matchCount);
  const same = row.reduce((product, outcome, match) => product * BigInt(shareOf(people, match, outcome)), 1n);
  return floorTo(isk(Number((BigInt(pool) * all) / (all + BigInt(rows) * same))), amountUnit);
}

const shareOf = (people: Shares, match: number, outcome: number) => people[match]?.[outcome] ?? 0;

/** Those of open rows follow match by match, without making each. */
function extremeRows(coupon: Coupon, people: Shares): [most: readonly number[], fewest: readonly number[]] {
  const rows = systemOfNumber(coupon.system)
    ? [...expandCoupon(coupon)]
    : coupon.rows.flatMap((picks) => [extremeOf(picks, people, 1), extremeOf(picks, people, -1)]);
  const weighed = rows.map((row) => {
    return {
      row,
      weight: row.reduce((product, outcome, match) => product * shareOf(people, match, outcome), 1),
    };
  });
  const by = (isBetter: (a: number, b: number) => boolean) =>
    weighed.reduce((best, each) => (isBetter(each.weight, best.weight) ? each : best)).row;
  return [by((a, b) => a > b), by((a, b) => a < b)];
}

/** Of each match the outcome that most people play, or with −1 that fewest do. */
function extremeOf(picks: readonly number[], people: Shares, sign: 1 | -1): number[] {
  return picks.map((mask, match) =>
    outcomesIn(mask).reduce((best, outcome) =>
      sign * (shareOf(people, match, outcome) - shareOf(people, match, best)) > 0 ? outcome : best,
    ),
  );
}
