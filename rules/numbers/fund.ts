import { type Fund, fundOfSales, wholeFund } from '../draws/fund.ts';
import { type EuroRate, euroMilliCent, euroToIsk, parseEuro, parseEuroRate } from '../values/euro.ts';
import { type Isk, noKronur } from '../values/money.ts';
import { localPoolOf } from './common-pools.ts';
import type { RuleVersion } from './versions.ts';

export type Sales = {
  /** Stakes of the draw's rows, without Joker. */
  readonly sales: Isk;
  readonly rows: number;
  /** Buying rate of the euro on the draw date; null where none is known. */
  readonly euroRate: EuroRate | null;
};

/**
 * What the local tiers share, nothing where all pools are common. Each kind of fund has its own arithmetic;
 * throws where the fund is not known, or where the rate that decides it is missing.
 */
export function localFund(version: RuleVersion, { sales, rows, euroRate }: Sales): Fund {
  switch (version.fund?.kind) {
    case 'local':
      return fundOfSales(sales, version.fund.salesBasisPoints);
    case 'local-and-common': {
      if (euroRate === null) throw new RangeError(`${version.id} needs the euro rate of the draw`);
      return wholeFund(localPoolOf(version, { sales, rows, rate: euroRate }).pool);
    }
    case 'common':
      return wholeFund(noKronur);
    default:
      throw new RangeError(`the fund of ${version.id} is not known`);
  }
}

/** So many rows that fractions of a króna do not matter. */
const manyRows = 10_000;

/**
 * Of what is staked on rows, the basis points that go to prizes; of pools in euro at the rate of the last
 * draw, and at least the rules' own share where none is known. Throws for rules whose fund no public source
 * gives.
 */
export function prizeShare(version: RuleVersion, amountRow: Isk, last: { euroRate: string } | null): number {
  const { fund } = version;
  if (!fund) throw new RangeError(`The fund of ${version.matrix} is not known`);
  if (fund.kind !== 'common' || last === null) return fund.salesBasisPoints;
  const euro = euroMilliCent(parseEuro(fund.euroPerRow) * BigInt(manyRows));
  return Math.floor((euroToIsk(euro, parseEuroRate(last.euroRate)) * 10_000) / (amountRow * manyRows));
}
