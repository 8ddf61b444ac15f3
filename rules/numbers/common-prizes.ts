/**
 * What a draw pays in the tiers that all countries share, and what it owes for that: by the organiser's
 * figures (docs/rules/number-lotteries.md, Common pools). Whole krónur at the rate of the draw date.
 */

import { type EuroMilliCent, euroToIsk, parseEuro } from '../values/euro.ts';
import { basisPointsOf, type Isk, isk, subtract, sum, times } from '../values/money.ts';
import { commonAmountIsk, localPoolOf } from './common-pools.ts';
import type { Figures } from './figures.ts';
import type { RuleVersion } from './versions.ts';

export type CommonPrizeLine = {
  readonly tier: number;
  readonly condition: string;
  /** Winning rows in all countries, and of these our own. */
  readonly winners: number;
  readonly winnersLocal: number;
  readonly amountEuro: EuroMilliCent;
  /** For one winning row, down to the unit. */
  readonly amount: Isk;
  /** To our own winners. */
  readonly paid: Isk;
};

export type CommonPrizes = {
  readonly lines: readonly CommonPrizeLine[];
  /** Of the stakes, what the organiser gets for the common pools. */
  readonly contribution: Isk;
  /** Of the stakes, what lacks to the least share that goes to prizes: to the game's prize reserve. */
  readonly reserve: Isk;
  /** What the organiser gives for our own winners: a little more than is paid, which is rounded down. */
  readonly due: Isk;
};

type Draw = {
  /** Stakes of the rows, without Joker. */
  readonly sales: Isk;
  readonly rows: number;
  /** Our own winning rows by tier. */
  readonly winners: { readonly [tier: number]: number | undefined };
  readonly figures: Figures;
};

/**
 * Throws a RangeError in words where the figures contradict what was sold and won here: such a draw is not
 * settled.
 */
export function commonPrizes(version: RuleVersion, draw: Draw): CommonPrizes {
  const { figures, rows, winners } = draw;
  if (figures.rowsAll < rows)
    throw new RangeError(`all countries sold ${figures.rowsAll} rows, and we alone ${rows}`);
  const lines = version.tiers
    .filter(({ scope }) => scope === 'common')
    .map(({ tier, condition }): CommonPrizeLine => {
      const line = figures.tiers.find((each) => each.tier === tier);
      const winnersLocal = winners[tier] ?? 0;
      if (!line) throw new RangeError(`the figures have no line for ${condition}`);
      if (line.winnersIceland !== winnersLocal) {
        throw new RangeError(
          `${condition} was won by ${winnersLocal} rows here, and by ${line.winnersIceland} in the figures`,
        );
      }
      const amount = commonAmountIsk(version, line.amountEuro, figures.euroRate);
      const paid = times(amount, winnersLocal);
      const { winners: everywhere, amountEuro } = line;
      return { tier, condition, winners: everywhere, winnersLocal, amountEuro, amount, paid };
    });
  return { lines, ...contributionOf(version, draw), due: sum(lines.map((line) => dueFor(line, figures))) };
}

function dueFor({ amountEuro, winnersLocal }: CommonPrizeLine, { euroRate }: Figures): Isk {
  return euroToIsk((amountEuro * BigInt(winnersLocal)) as EuroMilliCent, euroRate);
}

function contributionOf(version: RuleVersion, { sales, rows, figures: { euroRate } }: Draw) {
  const { fund } = version;
  if (fund?.kind === 'local-and-common') {
    return {
      contribution: localPoolOf(version, { sales, rows, rate: euroRate }).contribution,
      reserve: isk(0),
    };
  }
  if (fund?.kind !== 'common') throw new RangeError(`${version.id} shares no pool`);
  const contribution = euroToIsk((parseEuro(fund.euroPerRow) * BigInt(rows)) as EuroMilliCent, euroRate);
  const least = basisPointsOf(sales, fund.salesBasisPoints);
  return { contribution, reserve: isk(Math.max(0, subtract(least, contribution))) };
}
