/**
 * Prize arithmetic of the pools that this country settles by itself (docs/rules/number-lotteries.md, Prizes):
 * exact pools, division last, amounts per winner rounded down to the unit. A tier without a winner carries
 * its whole pool, fractions included; a winning row worth 0 kr. is a winner whose pool joins the remainder.
 *
 * The ledger holds whole krónur: each account the floor of what is exactly there, so a share is posted as the
 * difference of two floors, and the prize reserve gives or takes the odd króna.
 */

import {
  addExact,
  type ExactIsk,
  exactBasisPointsOf,
  exactly,
  floorIsk,
  nothingExact,
  subtractExact,
} from '../values/exact-isk.ts';
import { add, type Isk, isk, noKronur, subtract, sum, times } from '../values/money.ts';
import type { Fund } from './fund.ts';
import type { PerTier, PrizeTier } from './tiers.ts';

export type PrizeLine = {
  readonly tier: number;
  readonly condition: string;
  /** The tier's part of this draw's fund, as posted: the floor of the pool less the floor of the carry. */
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
  readonly exact: ExactLine;
};

/** share + carryIn + topUp = pool = paid + carryOut + remainder, without a fraction lost. */
export type ExactLine = {
  readonly share: ExactIsk;
  readonly carryIn: ExactIsk;
  readonly pool: ExactIsk;
  readonly carryOut: ExactIsk;
  readonly remainder: ExactIsk;
};

export type PrizeTable = {
  readonly fund: Isk;
  readonly lines: readonly PrizeLine[];
  readonly carryIn: Isk;
  readonly topUp: Isk;
  readonly paid: Isk;
  readonly carryOut: Isk;
  /** Remainders of the tiers, and the few krónur by which the posted shares differ from the fund. */
  readonly remainder: Isk;
  readonly exact: Omit<ExactLine, 'pool' | 'share'> & { readonly fund: ExactIsk };
};

export type PrizeInput = {
  readonly fund: Fund;
  /** Winning rows, system rows expanded. */
  readonly winners: PerTier<number>;
  readonly carryIn?: PerTier<ExactIsk>;
  /** A tier whose pool is lower is lifted to this from the reserve. */
  readonly minimum?: PerTier<Isk>;
};

/** What the arithmetic asks of the rules of a draw. */
export type PrizeRules = {
  readonly tiers: readonly PrizeTier[];
  /** Amounts per winner are rounded down to this. */
  readonly amountUnit: Isk;
};

/** The local tiers alone. Throws for winners of any other tier. */
export function prizeTable({ tiers: all, amountUnit }: PrizeRules, input: PrizeInput): PrizeTable {
  const tiers = all.filter((tier) => tier.scope === 'local');
  assertEveryWinnerHasLine(tiers, input.winners);
  const lines = tiers.map((tier) => prizeLine(tier, amountUnit, input));
  const total = (part: (line: PrizeLine) => Isk) => sum(lines.map(part));
  const exactTotal = (part: (line: ExactLine) => ExactIsk) =>
    addExact(...lines.map(({ exact }) => part(exact)));
  const { fund } = input;
  const table: PrizeTable = {
    fund: fund.whole,
    lines,
    carryIn: total(({ carryIn }) => carryIn),
    topUp: total(({ topUp }) => topUp),
    paid: total(({ paid }) => paid),
    carryOut: total(({ carryOut }) => carryOut),
    remainder: add(
      total(({ remainder }) => remainder),
      subtract(
        fund.whole,
        total(({ share }) => share),
      ),
    ),
    exact: {
      fund: fund.exact,
      carryIn: exactTotal(({ carryIn }) => carryIn),
      carryOut: exactTotal(({ carryOut }) => carryOut),
      remainder: addExact(
        exactTotal(({ remainder }) => remainder),
        subtractExact(
          fund.exact,
          exactTotal(({ share }) => share),
        ),
      ),
    },
  };
  assertEquation(table);
  return table;
}

function assertEveryWinnerHasLine(tiers: readonly PrizeTier[], winners: PerTier<number>): void {
  for (const [tier, count] of Object.entries(winners)) {
    if (count && !tiers.some((each) => each.tier === Number(tier))) {
      throw new RangeError(`tier ${tier} has ${count} winners and no prize line`);
    }
  }
}

function prizeLine(
  { tier, condition, shareBasisPoints }: PrizeTier,
  amountUnit: Isk,
  input: PrizeInput,
): PrizeLine {
  if (shareBasisPoints === null) throw new RangeError(`no share is known for ${condition}`);
  const winners = input.winners[tier] ?? 0;
  const share = exactBasisPointsOf(input.fund.exact, shareBasisPoints);
  const carryIn = input.carryIn?.[tier] ?? nothingExact;
  const beforeTopUp = addExact(share, carryIn);
  const minimum = input.minimum?.[tier] ?? noKronur;
  const topUp = isk(Math.max(0, minimum - floorIsk(beforeTopUp)));
  const pool = addExact(beforeTopUp, exactly(topUp));
  const amountWinner = winners === 0 ? noKronur : amountPerWinner(pool, winners, amountUnit);
  const paid = times(amountWinner, winners);
  return {
    tier,
    condition,
    share: subtract(floorIsk(beforeTopUp), floorIsk(carryIn)),
    carryIn: floorIsk(carryIn),
    topUp,
    pool: floorIsk(pool),
    winners,
    amountWinner,
    paid,
    carryOut: winners === 0 ? floorIsk(pool) : noKronur,
    remainder: winners === 0 ? noKronur : subtract(floorIsk(pool), paid),
    exact: {
      share,
      carryIn,
      pool,
      carryOut: winners === 0 ? pool : nothingExact,
      remainder: winners === 0 ? nothingExact : subtractExact(pool, exactly(paid)),
    },
  };
}

/** The pool shared among the winning rows, down to the unit. */
function amountPerWinner(pool: ExactIsk, winners: number, unit: Isk): Isk {
  if (!Number.isSafeInteger(winners) || winners < 1)
    throw new RangeError(`not a count of winners: ${winners}`);
  return isk(Number(pool / (exactly(unit) * BigInt(winners))) * unit);
}

/** carry-in + fund + top-up = paid + carry-out + remainder, exactly, in both units; throws otherwise. */
export function assertEquation({ exact, ...table }: Omit<PrizeTable, 'lines'>): void {
  const money = sum([table.carryIn, table.fund, table.topUp]);
  const spent = sum([table.paid, table.carryOut, table.remainder]);
  if (money !== spent) throw new Error(`the prize table does not balance: ${money} in, ${spent} out`);
  const exactMoney = addExact(exact.carryIn, exact.fund, exactly(table.topUp));
  const exactSpent = addExact(exactly(table.paid), exact.carryOut, exact.remainder);
  if (exactMoney !== exactSpent)
    throw new Error(`the exact pools do not balance: ${exactMoney} in, ${exactSpent} out`);
}
