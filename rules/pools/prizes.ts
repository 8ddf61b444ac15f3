/**
 * Prizes of a program whose fund is our own, in whole krónur, rounded down at each step. Money that a tier
 * cannot pay moves: a lower tier without a winning row shares its pool out among the others (not in xg); a
 * tier that would pay more than the one above shares with it; one that would pay too little falls away, its
 * pool carried to the next program, as is that of the first tier without a winner.
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
import { type ReachedTier, reachedTiers } from './tiers.ts';
import type { PoolRules } from './versions.ts';

export type PoolQuestion = {
  readonly rules: PoolRules;
  readonly sales: Isk;
  /** Rows by right matches, as they are counted. */
  readonly winners: readonly number[];
  /** Of the first tier. */
  readonly carryIn: Isk;
  /** In the guarantee fund before this program. */
  readonly held: Isk;
};

/** share + moved + carryIn + topUp = pool = paid + carryOut + remainder */
export type PoolLine = ReachedTier & {
  /** Of this program's fund. */
  readonly share: Isk;
  /** From other tiers; negative: to them. */
  readonly moved: Isk;
  readonly carryIn: Isk;
  readonly topUp: Isk;
  readonly pool: Isk;
  /** For one row. */
  readonly amount: Isk;
  readonly paid: Isk;
  readonly carryOut: Isk;
  /** What rounding leaves: the guarantee fund's. */
  readonly remainder: Isk;
};

/** From one tier to another, by their numbers. */
export type Move = { readonly from: number; readonly to: number; readonly amount: Isk };

export type PoolPrizes = {
  readonly fund: Isk;
  /** Of the fund, what goes straight to the guarantee fund. */
  readonly reserve: Isk;
  readonly lines: readonly PoolLine[];
  readonly moves: readonly Move[];
};

/** A tier and the pool that it has after the moves so far. */
type Tier = ReachedTier & { readonly share: Isk; pool: Isk };

export function poolPrizes(question: PoolQuestion): PoolPrizes {
  const { rules, sales, winners, carryIn, held } = question;
  const fund = basisPointsOf(sales, rules.fundBasisPoints);
  const tiers = reachedTiers(rules.game, winners).map((reached): Tier => {
    const share = basisPointsOf(fund, rules.shareBasisPoints[reached.tier - 1] as number);
    return { ...reached, share, pool: reached.tier === 1 ? add(share, carryIn) : share };
  });
  const moves = rules.game === 'xg' ? [] : shareOutUnwon(tiers);
  const amounts = new Map<Tier, Isk>();
  for (const group of groupsOf(tiers)) {
    const amount = amountOf(rules, group);
    if (amount > 0) moves.push(...levelOut(group, amount));
    for (const tier of group) amounts.set(tier, amount);
  }
  const fallen = tiers.filter((tier) => !amounts.get(tier));
  const carryOut = sum(fallen.map(({ pool }) => pool));
  for (const tier of fallen) moves.push(...moveAll(tier, tiers[0] as Tier));
  const lines = tiers.map((tier) => {
    const amount = amounts.get(tier) ?? noKronur;
    if (tier.tier > 1)
      return lineOf(tier, amount, { carryIn: noKronur, carryOut: noKronur, topUp: noKronur });
    return lineOf(tier, amount, { carryIn, carryOut, topUp: topUpOf(rules, tier, amount, held) });
  });
  return { fund, reserve: subtract(fund, sum(tiers.map(({ share }) => share))), lines, moves };
}

/** Each tier below the first that nobody won goes to the others in equal parts, what is left to the first. */
function shareOutUnwon(tiers: readonly Tier[]): Move[] {
  const [first, ...lower] = tiers as readonly [Tier, ...Tier[]];
  const won = lower.filter(({ winners }) => winners > 0);
  return lower
    .filter(({ winners }) => winners === 0)
    .flatMap((tier) => {
      const part = isk(Math.floor(tier.pool / (1 + won.length)));
      return [...won.flatMap((other) => move(tier, other, part)), ...moveAll(tier, first)];
    });
}

/** Tiers with winners, from the top: one that would pay more for a row than the one above joins it. */
function groupsOf(tiers: readonly Tier[]): Tier[][] {
  const groups: Tier[][] = [];
  for (const tier of tiers.filter(({ winners }) => winners > 0)) {
    let last = [tier];
    for (let above = groups.at(-1); above && paysMore(last, above); above = groups.at(-1)) {
      last = [...above, ...last];
      groups.pop();
    }
    groups.push(last);
  }
  return groups;
}

const poolOf = (group: readonly Tier[]) => sum(group.map(({ pool }) => pool));
const winnersOf = (group: readonly Tier[]) => group.reduce((all, { winners }) => all + winners, 0);

function paysMore(low: readonly Tier[], high: readonly Tier[]): boolean {
  return BigInt(poolOf(low)) * BigInt(winnersOf(high)) > BigInt(poolOf(high)) * BigInt(winnersOf(low));
}

/** For one row; 0 where the group falls away. */
function amountOf({ amountUnit, amountLeast }: PoolRules, group: readonly Tier[]): Isk {
  const amount = floorTo(isk(Math.floor(poolOf(group) / winnersOf(group))), amountUnit);
  return amount < amountLeast ? noKronur : amount;
}

/** Each tier of a group is left with what it pays, the first of them with what rounding leaves. */
function levelOut([first, ...others]: readonly Tier[], amount: Isk): Move[] {
  return others.flatMap((tier) => {
    return move(tier, first as Tier, subtract(tier.pool, times(amount, tier.winners)));
  });
}

/** A single row of the first tier gets at least what is guaranteed, as far as the fund holds. */
function topUpOf({ guarantee }: PoolRules, { winners }: Tier, amount: Isk, held: Isk): Isk {
  return winners === 1 ? isk(Math.min(held, Math.max(0, guarantee - amount))) : noKronur;
}

/** A negative amount goes the other way. */
function move(from: Tier, to: Tier, amount: Isk): Move[] {
  from.pool = subtract(from.pool, amount);
  to.pool = add(to.pool, amount);
  if (from === to || amount === 0) return [];
  return amount > 0
    ? [{ from: from.tier, to: to.tier, amount }]
    : [{ from: to.tier, to: from.tier, amount: isk(-amount) }];
}

const moveAll = (from: Tier, to: Tier) => move(from, to, from.pool);

type Given = Pick<PoolLine, 'carryIn' | 'carryOut' | 'topUp'>;

function lineOf({ pool: own, ...tier }: Tier, shared: Isk, { carryIn, carryOut, topUp }: Given): PoolLine {
  const amount = add(shared, topUp);
  const [pool, paid] = [add(own, topUp), times(amount, tier.winners)];
  const moved = subtract(own, add(tier.share, carryIn));
  const remainder = isk(pool - paid - carryOut);
  return { ...tier, moved, carryIn, topUp, pool, amount, paid, carryOut, remainder };
}
