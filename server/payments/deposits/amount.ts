import { refuse } from '#server/platform/refusal.ts';

/** Throws EC_NEGATIVE_AMOUNT or EC_NOT_POSITIVE_AMOUNT with an issue, else the given codes. */
export function requireAmount(
  amount: number,
  {
    min,
    max,
    tooHigh,
  }: { min: number; max: number; tooHigh: 'EC_VALUE_TOO_HIGH' | 'EC_PLAYER_TAKEOUT_LIMIT' },
): void {
  if (amount < 0) refuse('EC_NEGATIVE_AMOUNT', amountIssue('amountNegative'));
  if (amount === 0) refuse('EC_NOT_POSITIVE_AMOUNT', amountIssue('required'));
  if (amount < min) refuse('EC_VALUE_TOO_LOW', amountIssue('amountTooLow'));
  if (amount > max) refuse(tooHigh, amountIssue('amountHigherThanLimit'));
}

/** Refusal details for the amount field. @param message validation key */
export const amountIssue = (message: string) => ({ issues: { body: [{ path: ['amount'], message }] } });
