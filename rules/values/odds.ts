/** Decimal odds of a bet as integer hundredths: 1.85 is 185. At least 1.00. */

declare const unit: unique symbol;

export type Odds = number & { readonly [unit]: 'odds/100' };

export function odds(hundredths: number): Odds {
  if (!Number.isSafeInteger(hundredths) || hundredths < 100) throw new RangeError(`not odds: ${hundredths}`);
  return hundredths as Odds;
}
