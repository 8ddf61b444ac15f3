/**
 * Whole Icelandic krónur. A króna has no decimals, so every amount is a safe integer; the brand keeps it
 * apart from euro amounts, odds and plain counts. Amounts may be negative (an entry out of a wallet).
 */

declare const unit: unique symbol;

export type Isk = number & { readonly [unit]: 'ISK' };

/** Asserts that the number is a whole amount; a fraction on a money path is a fault, never rounded here. */
export function isk(amount: number): Isk {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole amount of krónur: ${amount}`);
  return (amount === 0 ? 0 : amount) as Isk;
}

export const noKronur: Isk = isk(0);

export function add(a: Isk, b: Isk): Isk {
  return isk(a + b);
}

export function subtract(a: Isk, b: Isk): Isk {
  return isk(a - b);
}

export function times(amount: Isk, count: number): Isk {
  return isk(amount * count);
}

export function sum(amounts: Iterable<Isk>): Isk {
  let total = noKronur;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** The largest multiple of `step` that is not above the amount. Prizes: down to 10 kr. */
export function floorTo(amount: Isk, step: Isk): Isk {
  return isk(Math.floor(amount / step) * step);
}

/** `floor(amount * basisPoints / 10000)`; 10000 basis points are 100%. */
export function basisPointsOf(amount: Isk, basisPoints: number): Isk {
  return isk(Math.floor(isk(amount * basisPoints) / 10_000));
}
