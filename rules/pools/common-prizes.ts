/**
 * What a program pays whose pool is shared with Sweden. The organiser takes the fund and says what a winning
 * row gets everywhere, in whole Swedish krona; here it is paid at the day's rate less 1%, down to the unit.
 */

import { basisPointsOf, floorTo, type Isk, isk, sum, times } from '../values/money.ts';
import type { Figures, TierFigures } from './figures.ts';
import { countedRights } from './results.ts';
import type { PoolRules } from './versions.ts';

export type CommonLine = {
  readonly tier: number;
  readonly right: number | null;
  readonly winners: number;
  readonly winnersLocal: number;
  /** For one winning row. */
  readonly amount: Isk;
  /** To our own winners. */
  readonly paid: Isk;
};

export type CommonPrizes = {
  readonly lines: readonly CommonLine[];
  /** Of the stakes, what the organiser gets. */
  readonly contribution: Isk;
  /** What it owes for our own winners, a little more than they are paid. */
  readonly due: Isk;
};

type Program = {
  readonly rules: PoolRules;
  readonly sales: Isk;
  readonly rows: number;
  /** Our own rows by right matches, as they are counted. */
  readonly winners: readonly number[];
  readonly figures: Figures;
};

/** Throws a RangeError in words where the figures contradict what was sold and won here. */
export function commonPrizes({ rules, sales, rows, winners, figures }: Program): CommonPrizes {
  const { sekRate, rowsAll, tiers } = figures;
  if (rowsAll < rows) throw new RangeError(`all countries sold ${rowsAll} rows, and we alone ${rows}`);
  refuseOtherWinners(rules, winners, tiers);
  const lines = tiers.map(({ tier, right, winners: everywhere, winnersIceland, amountSek }): CommonLine => {
    const amount = amountInKronur(rules, amountSek, sekRate);
    const paid = times(amount, winnersIceland);
    return { tier, right, winners: everywhere, winnersLocal: winnersIceland, amount, paid };
  });
  const due = sum(tiers.map((tier) => isk(Number(owedFor(tier, sekRate)))));
  return { lines, contribution: basisPointsOf(sales, rules.fundBasisPoints), due };
}

/** @param sekRate hundredths of a króna for one Swedish krona */
function amountInKronur({ amountUnit }: PoolRules, amountSek: number, sekRate: number): Isk {
  return floorTo(isk(Number((BigInt(amountSek) * BigInt(sekRate) * 99n) / 10_000n)), amountUnit);
}

function owedFor({ amountSek, winnersIceland }: TierFigures, sekRate: number): bigint {
  return (BigInt(amountSek) * BigInt(winnersIceland) * BigInt(sekRate)) / 100n;
}

/** Each result that was reached here, down to the last that wins, has its line with as many winners. */
function refuseOtherWinners(
  { game }: PoolRules,
  winners: readonly number[],
  tiers: readonly TierFigures[],
): void {
  const least = Math.min(...tiers.flatMap(({ right }) => (right === null ? [] : right)));
  for (const [place, right] of countedRights(game).entries()) {
    if (right < least) return;
    const here = winners[place] ?? 0;
    const there = tiers.find((tier) => tier.right === right)?.winnersIceland ?? 0;
    if (here !== there)
      throw new RangeError(`${right} right were won by ${here} rows here, and by ${there} in the figures`);
  }
}
