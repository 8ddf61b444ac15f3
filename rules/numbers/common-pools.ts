/**
 * The pools that all countries share, in euro: tiers 1–2 of vikinglotto, all of eurojackpot. Minimum of the
 * first prize out of the booster fund, caps and their overflow, from tier 1 downwards. The organiser's
 * published figures decide what is paid; this recomputes and checks them.
 */

import type { PerTier } from '../draws/tiers.ts';
import {
  type EuroMilliCent,
  type EuroRate,
  euroMilliCent,
  euroRateScale,
  euroToIsk,
  floorEuroTo,
  noEuro,
  parseEuro,
} from '../values/euro.ts';
import { basisPointsOf, floorTo, type Isk, isk, subtract } from '../values/money.ts';
import type { FundRule, RuleVersion } from './versions.ts';

export type CommonLine = {
  readonly tier: number;
  readonly condition: string;
  readonly share: EuroMilliCent;
  readonly carryIn: EuroMilliCent;
  readonly topUp: EuroMilliCent;
  /** Overflow received from the tier above, and given away above the cap. */
  readonly overflowIn: EuroMilliCent;
  readonly overflowOut: EuroMilliCent;
  readonly pool: EuroMilliCent;
  readonly winners: number;
  readonly amountWinner: EuroMilliCent;
  readonly paid: EuroMilliCent;
  readonly remainder: EuroMilliCent;
};

/** What a draw leaves to the next one. */
export type CommonCarry = { readonly tiers: PerTier<EuroMilliCent>; readonly booster: EuroMilliCent };

export type CommonTable = {
  readonly fund: EuroMilliCent;
  readonly lines: readonly CommonLine[];
  readonly boosterShare: EuroMilliCent;
  /** The part of the guaranteed first prize that the booster fund could not cover. */
  readonly advance: EuroMilliCent;
  readonly next: CommonCarry;
};

export type CommonInput = {
  /** Rows sold in all countries. */
  readonly rows: number;
  readonly carry: CommonCarry;
  /** Winning rows in all countries. */
  readonly winners: PerTier<number>;
};

type CommonFund = Exclude<FundRule, { kind: 'local' }>;
type Draft = { -readonly [Key in keyof CommonLine]: CommonLine[Key] };

export function commonTable(version: RuleVersion, { rows, carry, winners }: CommonInput): CommonTable {
  const fund = commonFundOf(version);
  const { shares, boosterShare } = sharesOf(version, fund, BigInt(rows));
  const lines = version.tiers
    .filter((tier) => tier.scope === 'common')
    .map(({ tier, condition }, index): Draft => {
      const [share, carryIn] = [shares[index] ?? noEuro, carry.tiers[tier] ?? noEuro];
      const pool = euroMilliCent(share + carryIn);
      const moved = { topUp: noEuro, overflowIn: noEuro, overflowOut: noEuro };
      const won = { winners: winners[tier] ?? 0, amountWinner: noEuro, paid: noEuro, remainder: noEuro };
      return { tier, condition, share, carryIn, ...moved, pool, ...won };
    });
  const booster = topUpFirst(lines, fund, euroMilliCent(carry.booster + boosterShare));
  const overflow = applyCaps(lines, fund);
  for (const line of lines) payLine(line, parseEuro(fund.amountUnitEuro));
  const table: CommonTable = {
    fund: euroMilliCent(shares.reduce<bigint>((total, share) => total + share, boosterShare)),
    lines,
    boosterShare,
    advance: booster.advance,
    next: nextCarry(lines, fund, booster.left, overflow),
  };
  assertCommonEquation(table, carry);
  return table;
}

export type LocalPool = { readonly fund: Isk; readonly contribution: Isk; readonly pool: Isk };

/**
 * Vikinglotto's own pool: 45% of Icelandic sales less the euro that every row gives to the common pools,
 * floored once. `contribution` is what lies between the two whole amounts.
 */
export function localPoolOf(
  version: RuleVersion,
  { sales, rows, rate }: { readonly sales: Isk; readonly rows: number; readonly rate: EuroRate },
): LocalPool {
  const { fund } = version;
  if (fund?.kind !== 'local-and-common') throw new RangeError(`${version.id} has no pool of both kinds`);
  const { tier1, tier2, booster } = fund.euroPerRow;
  const perRow = parseEuro(tier1) + parseEuro(tier2) + parseEuro(booster);
  const share = BigInt(sales) * BigInt(fund.salesBasisPoints) * (euroRateScale / 10_000n);
  const exact = share - perRow * BigInt(rows) * rate;
  if (exact < 0n) throw new RangeError('the contribution in euro is above the share of sales');
  const pool = isk(Number(exact / euroRateScale));
  const whole = basisPointsOf(sales, fund.salesBasisPoints);
  return { fund: whole, contribution: subtract(whole, pool), pool };
}

/** One winning row's prize in whole krónur at the buying rate of the draw date, down to 10 kr. */
export function commonAmountIsk(version: RuleVersion, amountWinner: EuroMilliCent, rate: EuroRate): Isk {
  return floorTo(euroToIsk(amountWinner, rate), version.amountUnit);
}

/** carry-in + fund + advance = paid + carry-out + remainder, exactly; throws otherwise. */
function assertCommonEquation(table: CommonTable, carryIn: CommonCarry): void {
  const money = carryTotal(carryIn) + table.fund + table.advance;
  const spent = table.lines.reduce<bigint>((total, line) => total + line.paid + line.remainder, 0n);
  if (money !== spent + carryTotal(table.next)) throw new Error('the common pools do not balance');
}

function commonFundOf(version: RuleVersion): CommonFund {
  if (!version.fund || version.fund.kind === 'local') throw new RangeError(`${version.id} shares no pool`);
  return version.fund;
}

function sharesOf(version: RuleVersion, fund: CommonFund, rows: bigint) {
  if (fund.kind === 'local-and-common') {
    const { tier1, tier2, booster } = fund.euroPerRow;
    const [first, second, third] = [tier1, tier2, booster].map((euro) =>
      euroMilliCent(parseEuro(euro) * rows),
    );
    return { shares: [first ?? noEuro, second ?? noEuro], boosterShare: third ?? noEuro };
  }
  const total = parseEuro(fund.euroPerRow) * rows;
  const shares = version.tiers.map(({ shareBasisPoints }) =>
    euroMilliCent((total * BigInt(shareBasisPoints ?? 0)) / 10_000n),
  );
  const shared = shares.reduce<bigint>((sum, share) => sum + share, 0n);
  return { shares, boosterShare: euroMilliCent(total - shared) };
}

function topUpFirst(lines: readonly Draft[], fund: CommonFund, booster: EuroMilliCent) {
  const [first] = lines;
  const lacking = parseEuro(fund.tier1MinEuro) - (first?.pool ?? 0n);
  if (!first || lacking <= 0n) return { left: booster, advance: noEuro };
  first.topUp = euroMilliCent(lacking);
  first.pool = euroMilliCent(first.pool + lacking);
  const left = booster - lacking;
  return left >= 0n
    ? { left: euroMilliCent(left), advance: noEuro }
    : { left: noEuro, advance: euroMilliCent(-left) };
}

/**
 * Tiers 1 and 2 share one limit. Eurojackpot: the excess goes to the next tier of the same draw.
 * Vikinglotto: that of tier 1 to tier 2 of the following draw, that of tier 2 to the booster fund.
 */
function applyCaps(lines: readonly Draft[], fund: CommonFund): { toTier2: bigint; toBooster: bigint } {
  const cap = parseEuro(fund.capEuro);
  const excesses = [0n, 0n];
  for (const [index, line] of lines.slice(0, 2).entries()) {
    const excess = line.pool > cap ? line.pool - cap : 0n;
    line.overflowOut = euroMilliCent(excess);
    line.pool = euroMilliCent(line.pool - excess);
    excesses[index] = excess;
    const below = lines[index + 1];
    if (fund.kind === 'common' && below) {
      below.overflowIn = euroMilliCent(excess);
      below.pool = euroMilliCent(below.pool + excess);
    }
  }
  const [first = 0n, second = 0n] = excesses;
  return fund.kind === 'common' ? { toTier2: 0n, toBooster: 0n } : { toTier2: first, toBooster: second };
}

function payLine(line: Draft, unit: EuroMilliCent): void {
  if (line.winners === 0) return;
  line.amountWinner = floorEuroTo(euroMilliCent(line.pool / BigInt(line.winners)), unit);
  line.paid = euroMilliCent(line.amountWinner * BigInt(line.winners));
  line.remainder = euroMilliCent(line.pool - line.paid);
}

function nextCarry(
  lines: readonly Draft[],
  fund: CommonFund,
  boosterLeft: EuroMilliCent,
  overflow: { toTier2: bigint; toBooster: bigint },
): CommonCarry {
  const booster = boosterLeft + overflow.toBooster;
  const max = fund.kind === 'common' ? parseEuro(fund.boosterMaxEuro) : booster;
  const toTier1 = booster > max ? booster - max : 0n;
  const tiers: Record<number, EuroMilliCent> = {};
  for (const { tier, winners, pool } of lines) {
    const added = tier === 1 ? toTier1 : tier === 2 ? overflow.toTier2 : 0n;
    tiers[tier] = euroMilliCent((winners === 0 ? pool : 0n) + added);
  }
  return { tiers, booster: euroMilliCent(booster - toTier1) };
}

function carryTotal({ tiers, booster }: CommonCarry): bigint {
  return Object.values(tiers).reduce<bigint>((total, amount) => total + (amount ?? 0n), booster);
}
