/**
 * Prize arithmetic of the pools in krónur (lotteries.md §9, decisions §4): integers, division last. The fund
 * and every tier's share are floored to whole krónur and what falls off joins the remainder. A tier without a
 * winner carries its whole pool, never the figure rounded to 10 kr.; a winning row worth 0 kr. is a winner
 * whose pool joins the remainder.
 */

import {
  add,
  basisPointsOf,
  floorTo,
  type Isk,
  isk,
  noKronur,
  subtract,
  sum,
  times,
} from '../values/money.ts';
import type { RuleVersion, Tier } from './versions.ts';

/** Keyed by the tier's number; a tier that is left out has 0. */
export type PerTier<Value> = { readonly [tier: number]: Value | undefined };

export type PrizeLine = {
  readonly tier: number;
  readonly condition: string;
  /** The tier's part of this draw's fund. */
  readonly share: Isk;
  readonly carryIn: Isk;
  readonly topUp: Isk;
  /** share + carryIn + topUp */
  readonly pool: Isk;
  readonly winners: number;
  readonly amountWinner: Isk;
  readonly paid: Isk;
  readonly carryOut: Isk;
  readonly remainder: Isk;
};

export type PrizeTable = {
  readonly fund: Isk;
  readonly lines: readonly PrizeLine[];
  readonly carryIn: Isk;
  readonly topUp: Isk;
  readonly paid: Isk;
  readonly carryOut: Isk;
  /** Remainders of the tiers, and what the floored shares leave of the fund. */
  readonly remainder: Isk;
};

export type PrizeInput = {
  readonly fund: Isk;
  /** Winning rows, system rows expanded. */
  readonly winners: PerTier<number>;
  readonly carryIn?: PerTier<Isk>;
  /** A tier whose pool is lower is lifted to this from the reserve; seed none (lotteries.md §2). */
  readonly minimum?: PerTier<Isk>;
};

/** The prize fund of a draw's row stakes, without Joker stakes (lotteries.md §2). */
export function fundOfSales(version: RuleVersion, sales: Isk): Isk {
  if (!version.fund || version.fund.kind === 'common') {
    throw new RangeError(`${version.version} has no share of sales`);
  }
  return basisPointsOf(sales, version.fund.salesBasisPoints);
}

/** The table of the tiers that this country settles by itself: all of lotto, tiers 3 to 6 of vikinglotto. */
export function prizeTable(version: RuleVersion, input: PrizeInput): PrizeTable {
  const tiers = version.tiers.filter((tier) => tier.scope === 'local');
  const lines = tiers.map((tier) => prizeLine(version, tier, input));
  const shares = sum(lines.map((line) => line.share));
  const table: PrizeTable = {
    fund: input.fund,
    lines,
    carryIn: sum(lines.map((line) => line.carryIn)),
    topUp: sum(lines.map((line) => line.topUp)),
    paid: sum(lines.map((line) => line.paid)),
    carryOut: sum(lines.map((line) => line.carryOut)),
    remainder: add(sum(lines.map((line) => line.remainder)), subtract(input.fund, shares)),
  };
  assertEquation(table);
  return table;
}

function prizeLine(version: RuleVersion, tier: Tier, input: PrizeInput): PrizeLine {
  if (tier.shareBasisPoints === null) throw new RangeError(`no share is known for ${tier.condition}`);
  const share = basisPointsOf(input.fund, tier.shareBasisPoints);
  const carryIn = input.carryIn?.[tier.tier] ?? noKronur;
  const beforeTopUp = add(share, carryIn);
  const minimum = input.minimum?.[tier.tier] ?? noKronur;
  const topUp = isk(Math.max(0, minimum - beforeTopUp));
  const pool = add(beforeTopUp, topUp);
  const winners = input.winners[tier.tier] ?? 0;
  const amountWinner = winners === 0 ? noKronur : amountPerWinner(pool, winners, version.amountUnit);
  const paid = times(amountWinner, winners);
  return {
    tier: tier.tier,
    condition: tier.condition,
    share,
    carryIn,
    topUp,
    pool,
    winners,
    amountWinner,
    paid,
    carryOut: winners === 0 ? pool : noKronur,
    remainder: winners === 0 ? noKronur : subtract(pool, paid),
  };
}

/** The pool shared among the winning rows, down to the unit. */
function amountPerWinner(pool: Isk, winners: number, unit: Isk): Isk {
  if (!Number.isSafeInteger(winners) || winners < 1)
    throw new RangeError(`not a count of winners: ${winners}`);
  return floorTo(isk(Math.floor(pool / winners)), unit);
}

/** carry-in + fund + top-up = paid + carry-out + remainder, exactly (lotteries.md §9.1); throws otherwise. */
export function assertEquation(table: Omit<PrizeTable, 'lines'>): void {
  const money = sum([table.carryIn, table.fund, table.topUp]);
  const spent = sum([table.paid, table.carryOut, table.remainder]);
  if (money !== spent) throw new Error(`the prize table does not balance: ${money} in, ${spent} out`);
}
