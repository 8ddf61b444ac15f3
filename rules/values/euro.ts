/**
 * Euro amounts of the common pools as integers of 1/1000 cent (100,000 to the euro). Bigint,
 * because 120 million euro times 10,000 basis points is beyond the safe integers. Never floating point.
 */

import { type Isk, isk } from './money.ts';

declare const unit: unique symbol;

export type EuroMilliCent = bigint & { readonly [unit]: 'EUR/100000' };

/** The buying rate of one euro in integer 1/10000 króna: 150.00 kr. is 1,500,000. */
export type EuroRate = bigint & { readonly [unit]: 'ISK/10000 per EUR' };

const milliCentsPerEuro = 100_000n;
/** A product of amount and rate is a króna times this. */
export const euroRateScale = milliCentsPerEuro * 10_000n;

export function euroMilliCent(amount: bigint): EuroMilliCent {
  return amount as EuroMilliCent;
}

export const noEuro: EuroMilliCent = euroMilliCent(0n);

/** Reads `0.185`, `25000000` or `2845000.00`: digits, then at most five decimals. Throws on anything else. */
export function parseEuro(text: string): EuroMilliCent {
  return euroMilliCent(parseDecimal(text, 5));
}

/** Reads a rate such as `150.00`: at most four decimals, above zero. */
export function parseEuroRate(text: string): EuroRate {
  const rate = parseDecimal(text, 4);
  if (rate <= 0n) throw new RangeError(`not a rate of exchange: ${text}`);
  return rate as EuroRate;
}

/** At least two decimals, more only where they are not zero: `0.185`, `25000000.00`. */
export function formatEuro(amount: EuroMilliCent): string {
  const sign = amount < 0n ? '-' : '';
  const size = amount < 0n ? -amount : amount;
  const decimals = (size % milliCentsPerEuro)
    .toString()
    .padStart(5, '0')
    .replace(/0{1,3}$/, '');
  return `${sign}${size / milliCentsPerEuro}.${decimals}`;
}

/** At least two decimals: `150.00`, `147.3525`. */
export function formatEuroRate(rate: EuroRate): string {
  const decimals = (rate % 10_000n)
    .toString()
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${rate / 10_000n}.${decimals}`;
}

export function floorEuroTo(amount: EuroMilliCent, step: EuroMilliCent): EuroMilliCent {
  return euroMilliCent(amount - (amount % step));
}

/** Whole krónur at the rate of the draw date, rounded down. The amount must not be negative. */
export function euroToIsk(amount: EuroMilliCent, rate: EuroRate): Isk {
  if (amount < 0n) throw new RangeError('a negative euro amount is not converted');
  return isk(Number((amount * rate) / euroRateScale));
}

function parseDecimal(text: string, decimalsMax: number): bigint {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  const decimals = match?.[2] ?? '';
  if (!match || decimals.length > decimalsMax) throw new RangeError(`not a decimal amount: ${text}`);
  return BigInt(match[1] + decimals.padEnd(decimalsMax, '0'));
}
