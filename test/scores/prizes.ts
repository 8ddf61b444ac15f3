/**
 * Prizes whose lines are known only once the rows are counted: the second tier is of the best result below
 * thirteen, the third of the next one. A tier that nobody reached gives its money to the first. A fund of the
 * game takes what is left over, and lifts tiers to the minima from abroad as far as it holds.
 */

import { wholeFund } from '#rules/draws/fund.ts';
import type { PerTier } from '#rules/draws/tiers.ts';
import { type ExactIsk, exactly, floorIsk, nothingExact } from '#rules/values/exact-isk.ts';
import { basisPointsOf, type Isk, isk, noKronur, sum, times } from '#rules/values/money.ts';
import type { DecidedLine, NamedAccount, Posting, Prizes } from '#server/draws/kind.ts';
import { amountUnit, countedRights, fundOf, shareBasisPoints } from './rules.ts';

type Question = {
  sales: Isk;
  /** By counted right predictions, thirteen first. */
  units: readonly number[];
  carryIn: PerTier<ExactIsk>;
  minima: PerTier<number>;
  /** In the game's own fund, before this draw. */
  held: Isk;
};

const stakes = { account: 'stakes' };
const winnings = { account: 'winnings' };
export const guaranteeFund = { account: 'guarantee_fund' };
const poolOf = (tier: number): NamedAccount => ({ account: 'prize_fund', tier });
const carryOf = (tier: number): NamedAccount => ({ account: 'carry', tier });

/** For each tier the place of its result among those counted; null where nobody reached one. */
function resultsOf(units: readonly number[]): (number | null)[] {
  const [second = null, third = null] = units.flatMap((count, place) =>
    place > 0 && count > 0 ? [place] : [],
  );
  return [0, second, third];
}

export function prizesOf({ sales, units, carryIn, minima, held }: Question): Prizes {
  const fund = wholeFund(fundOf(sales));
  const results = resultsOf(units);
  const own = shareBasisPoints.map((share) => basisPointsOf(fund.whole, share));
  const given = own.map((share, tier) => (results[tier] === null ? share : noKronur));
  const postings: Posting[] = [
    { from: stakes, to: { account: 'sales_income' }, amount: isk(sales - fund.whole) },
    { from: stakes, to: guaranteeFund, amount: isk(fund.whole - sum(own)) },
    ...own.map((amount, index) => ({ from: stakes, to: poolOf(index + 1), amount })),
    ...given.map((amount, index) => ({ from: poolOf(index + 1), to: poolOf(1), amount })),
  ];
  let left = held;
  const lines = results.flatMap((result, index): DecidedLine[] => {
    if (result === null) return [];
    const tier = index + 1;
    const share = isk((own[index] as Isk) + (tier === 1 ? sum(given) : 0));
    const carried = carryIn[tier] ?? nothingExact;
    const before = share + floorIsk(carried);
    const topUp = isk(Math.min(left, Math.max(0, (minima[tier] ?? 0) - before)));
    left = isk(left - topUp);
    const winners = units[result] as number;
    const line = lineOf({ tier, share, carried, topUp, winners, condition: String(countedRights[result]) });
    postings.push(...postingsOf(line));
    return [line];
  });
  const paidBy = units.map((_, place) => {
    const by = results.filter((result) => result !== null).indexOf(place);
    return by < 0 ? 'nothing' : by;
  });
  return { fund, lines, paidBy, organiser: null, postings };
}

type Asked = { tier: number; share: Isk; carried: ExactIsk; topUp: Isk; winners: number; condition: string };

function lineOf({ tier, share, carried, topUp, winners, condition }: Asked): DecidedLine {
  const pool = isk(share + floorIsk(carried) + topUp);
  const amount = winners === 0 ? noKronur : isk(Math.floor(pool / winners / amountUnit) * amountUnit);
  const paid = times(amount, winners);
  const carryOut = winners === 0 ? pool : noKronur;
  const remainder = isk(pool - paid - carryOut);
  const exact = {
    ...{ share: exactly(share), carryIn: carried, pool: exactly(pool) },
    ...{ carryOut: exactly(carryOut), remainder: exactly(remainder) },
  };
  const moved = { share, carryIn: floorIsk(carried), topUp, pool, carryOut, remainder, exact };
  return { part: 'main', tier, condition, amount, winners, winnersLocal: winners, paid, pool: moved };
}

function postingsOf({ tier, paid, pool }: DecidedLine): Posting[] {
  if (!pool) return [];
  return [
    { from: carryOf(tier), to: poolOf(tier), amount: pool.carryIn },
    { from: guaranteeFund, to: poolOf(tier), amount: pool.topUp },
    { from: poolOf(tier), to: winnings, amount: paid },
    { from: poolOf(tier), to: carryOf(tier), amount: pool.carryOut },
    { from: poolOf(tier), to: guaranteeFund, amount: pool.remainder },
  ];
}
