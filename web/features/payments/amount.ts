/** What somebody typed as an amount of money to be moved, and what is wrong with it. Whole krónur. */
import { readTyped } from '#rules/values/typed.ts';
import { readMoney } from '#texts/number.ts';

export type AmountBounds = {
  min: number;
  /** The most that this operation allows. */
  max: number;
  /** What a deposit limit leaves; absent where none counts. */
  left?: number;
  /** What can be taken out. */
  balance?: number;
  /** The larger of the system's two maxima: nothing above ten times that is an amount at all. */
  largest: number;
};

/** A key below `validation`, with what its text says. */
export type AmountFault =
  | { key: 'amountRequired' | 'amountWholeOnly' | 'amountTooHigh' }
  | { key: 'amountTooLow'; min: number }
  | { key: 'amountHigherThanLimit'; limit: number };

export type ReadAmount = { amount: number } | { fault: AmountFault };

/** Digits, dots as exact groups of three, `kr.` at the end; a comma, a sign or a leading zero is none. */
export function readAmount(typed: string, { min, max, left, balance, largest }: AmountBounds): ReadAmount {
  if (readTyped(typed) === '') return { fault: { key: 'amountRequired' } };
  const amount = readMoney(typed);
  if (amount === null) return { fault: { key: isLong(typed) ? 'amountTooHigh' : 'amountWholeOnly' } };
  if (amount > 10 * largest) return { fault: { key: 'amountTooHigh' } };
  if (amount < min) return { fault: { key: 'amountTooLow', min } };
  if (balance !== undefined && amount > balance) return { fault: { key: 'amountTooHigh' } };
  const limit = Math.min(max, left ?? max);
  return amount > limit ? { fault: { key: 'amountHigherThanLimit', limit } } : { amount };
}

/** A whole number with more digits than any amount has. */
const isLong = (typed: string): boolean => /^[1-9]\d{0,2}(\.?\d{3}){4,}$/.test(readTyped(typed));
