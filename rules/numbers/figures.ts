/**
 * The organiser's figures of a draw whose pools are shared with other countries, as the file says them
 * (docs/rules/number-lotteries.md, Common pools). Amounts in euro are decimal texts or numbers, never
 * computed with as such.
 */

import {
  type EuroMilliCent,
  type EuroRate,
  euroToIsk,
  formatEuro,
  formatEuroRate,
  parseEuro,
  parseEuroRate,
} from '../values/euro.ts';
import { countOf, recordOf } from '../values/fields.ts';
import { floorTo, type Isk, isk } from '../values/money.ts';
import type { RuleVersion } from './versions.ts';

export type TierFigures = {
  readonly tier: number;
  /** Winning rows in all countries, and of these in Iceland. */
  readonly winners: number;
  readonly winnersIceland: number;
  /** For one winning row. */
  readonly amountEuro: EuroMilliCent;
};

export type Figures = {
  /** Buying rate on the day of the draw. */
  readonly euroRate: EuroRate;
  /** Rows sold in all countries. */
  readonly rowsAll: number;
  readonly tiers: readonly TierFigures[];
  readonly nextFirstPrizeEuro: EuroMilliCent;
};

/** Throws a RangeError that says in words what is wrong with the file. */
export function readFigures(version: RuleVersion, given: unknown): Figures {
  const { euroRate, rowsAll, tiers, nextFirstPrizeEuro } = recordOf(given, 'The file');
  if (!Array.isArray(tiers)) throw new RangeError('tiers is not a list.');
  const common = version.tiers.filter(({ scope }) => scope === 'common');
  const lines = tiers.map((tier) => readTier(tier));
  for (const { tier, condition } of common) {
    const count = lines.filter((line) => line.tier === tier).length;
    if (count !== 1)
      throw new RangeError(`Tier ${tier} (${condition}) stands ${count} times among the tiers.`);
  }
  const other = lines.find((line) => !common.some(({ tier }) => tier === line.tier));
  if (other) throw new RangeError(`Tier ${other.tier} is not shared with other countries.`);
  return {
    euroRate: parseEuroRate(decimalOf(euroRate, 'euroRate')),
    rowsAll: countOf(rowsAll, 'rowsAll'),
    tiers: lines.toSorted((a, b) => a.tier - b.tier),
    nextFirstPrizeEuro: parseEuro(decimalOf(nextFirstPrizeEuro, 'nextFirstPrizeEuro')),
  };
}

/** The one form in which figures are kept and compared: decimal texts, tiers in order. */
export function writtenFigures({ euroRate, rowsAll, tiers, nextFirstPrizeEuro }: Figures) {
  return {
    euroRate: formatEuroRate(euroRate),
    rowsAll,
    tiers: tiers.map(({ amountEuro, ...tier }) => ({ ...tier, amountEuro: formatEuro(amountEuro) })),
    nextFirstPrizeEuro: formatEuro(nextFirstPrizeEuro),
  };
}

/** The first prize of the next draw as it is announced, from figures in the form in which they are kept. */
export function announcedFirstPrize({ euroRate, nextFirstPrizeEuro }: Announcement): Isk {
  const amount = euroToIsk(parseEuro(nextFirstPrizeEuro), parseEuroRate(euroRate));
  return floorTo(amount, isk(100_000));
}

export type Announcement = { euroRate: string; nextFirstPrizeEuro: string };

function readTier(given: unknown): TierFigures {
  const { tier, winners, winnersIceland, amountEuro } = recordOf(given, 'A tier');
  const number = countOf(tier, 'tier');
  const figures = {
    tier: number,
    winners: countOf(winners, `winners of tier ${number}`),
    winnersIceland: countOf(winnersIceland, `winnersIceland of tier ${number}`),
    amountEuro: parseEuro(decimalOf(amountEuro, `amountEuro of tier ${number}`)),
  };
  if (figures.winnersIceland > figures.winners)
    throw new RangeError(`Tier ${number} has more winners in Iceland than in all countries.`);
  if (figures.winners > 0 !== figures.amountEuro > 0n)
    throw new RangeError(`Tier ${number} has winners without an amount, or an amount without winners.`);
  return figures;
}

/** A number is read by its shortest digits, which are the ones that were written. */
function decimalOf(given: unknown, what: string): string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !/^\d{1,15}(\.\d{1,5})?$/.test(text))
    throw new RangeError(`${what} is not a decimal amount.`);
  return text;
}
