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
  const issue = (message: string) => ({ issues: { body: [{ path: ['amount'], message }] } });
  if (amount < 0) refuse('EC_NEGATIVE_AMOUNT', issue('amountNegative'));
  if (amount === 0) refuse('EC_NOT_POSITIVE_AMOUNT', issue('required'));
  if (amount < min) refuse('EC_VALUE_TOO_LOW', issue('amountTooLow'));
  if (amount > max) refuse(tooHigh, issue('amountHigherThanLimit'));
}
