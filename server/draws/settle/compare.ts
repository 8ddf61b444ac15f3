/** What the two engines found, compared coupon by coupon. Domain §11.4; checklist 85. */
import { createHash } from 'node:crypto';
import { jokerTierCount } from '#rules/numbers/joker.ts';
import type { PackedWinners } from '#server/games/numbers/engine-a.ts';
import type { Winner } from '#server/games/numbers/tier-table.ts';

export type Sums = { coupons: number; rows: number; stakes: number };

export type Difference = { what: string; seal?: unknown; engineA: unknown; engineB: unknown };

/** The first thing that differs, or null. Both lists are in order of coupon id. */
export function firstDifference(
  seal: Sums,
  a: Sums & { winners: PackedWinners },
  b: Sums & { winners: readonly Winner[] },
  tiers: number,
): Difference | null {
  for (const what of ['coupons', 'rows', 'stakes'] as const) {
    if (a[what] !== seal[what] || a[what] !== b[what]) {
      return { what, seal: seal[what], engineA: a[what], engineB: b[what] };
    }
  }
  const perTier = [tierSums(unpack(a.winners, tiers), tiers), tierSums(b.winners, tiers)] as const;
  for (let tier = 0; tier < tiers + jokerTierCount; tier += 1) {
    const [first, second] = [perTier[0][tier], perTier[1][tier]];
    const what =
      tier < tiers ? `winning rows in tier ${tier + 1}` : `Joker units in tier ${tier - tiers + 1}`;
    if (first !== second) return { what, engineA: first, engineB: second };
  }
  const theirs = b.winners[Symbol.iterator]();
  for (const ours of unpack(a.winners, tiers)) {
    const other = theirs.next().value as Winner | undefined;
    if (!other || lineOf(ours) !== lineOf(other)) {
      return { what: 'winning coupons', engineA: lineOf(ours), engineB: other ? lineOf(other) : null };
    }
  }
  const left = theirs.next().value as Winner | undefined;
  return left ? { what: 'winning coupons', engineA: null, engineB: lineOf(left) } : null;
}

/** Winning rows per tier, then Joker units per tier. */
export function tierSums(winners: Iterable<Winner>, tiers: number): number[] {
  const sums = new Array<number>(tiers + jokerTierCount).fill(0);
  for (const { rows, jokerTier, jokerUnits } of winners) {
    for (let tier = 0; tier < tiers; tier += 1) sums[tier] = (sums[tier] ?? 0) + (rows[tier] ?? 0);
    if (jokerTier > 0) sums[tiers + jokerTier - 1] = (sums[tiers + jokerTier - 1] ?? 0) + jokerUnits;
  }
  return sums;
}

/** SHA-256 over one line a winning coupon: what the evidence publishes for each engine. */
export function digestOf(winners: Iterable<Winner>): Buffer {
  const hash = createHash('sha256');
  for (const winner of winners) hash.update(`${lineOf(winner)}\n`);
  return hash.digest();
}

function lineOf({ couponId, rows, jokerTier, jokerUnits }: Winner): string {
  return `${couponId} ${rows.join()} ${jokerTier}x${jokerUnits}`;
}

export function* unpack({ ids, rows, jokers }: PackedWinners, tiers: number): Generator<Winner> {
  for (let index = 0; index * 16 < ids.length; index += 1) {
    const hex = Buffer.from(ids.buffer, ids.byteOffset + index * 16, 16).toString('hex');
    const couponId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    yield {
      couponId,
      rows: [...rows.subarray(index * tiers, (index + 1) * tiers)],
      jokerTier: jokers[2 * index] ?? 0,
      jokerUnits: jokers[2 * index + 1] ?? 0,
    };
  }
}
