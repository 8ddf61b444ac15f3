/**
 * Prize pools to the last fraction: whole numbers of 1/10⁸ kr., because a share of sales has four decimals
 * and a tier's share of it four more. A pool is carried exactly from draw to draw; a króna appears only where
 * money moves, always rounded down. Never a `number`, never JSON.
 */

import { type Isk, isk } from './money.ts';

declare const unit: unique symbol;

export type ExactIsk = bigint & { readonly [unit]: '1/10⁸ ISK' };

const perKrona = 100_000_000n;

export const nothingExact = 0n as ExactIsk;

/** Amounts are never negative here. */
export function exactIsk(amount: bigint): ExactIsk {
  if (amount < 0n) throw new RangeError(`not an amount of a pool: ${amount}`);
  return amount as ExactIsk;
}

export function exactly(amount: Isk): ExactIsk {
  return exactIsk(BigInt(amount) * perKrona);
}

export function floorIsk(amount: ExactIsk): Isk {
  return isk(Number(amount / perKrona));
}

export function addExact(...amounts: readonly ExactIsk[]): ExactIsk {
  return exactIsk(amounts.reduce<bigint>((total, amount) => total + amount, 0n));
}

export function subtractExact(a: ExactIsk, b: ExactIsk): ExactIsk {
  return exactIsk(a - b);
}

/** 10000 basis points are all of it. Throws when the part has more than eight decimals. */
export function exactBasisPointsOf(amount: ExactIsk, basisPoints: number): ExactIsk {
  const parts = amount * BigInt(basisPoints);
  if (parts % 10_000n !== 0n) throw new RangeError(`${basisPoints} basis points of ${amount} are not exact`);
  return exactIsk(parts / 10_000n);
}
