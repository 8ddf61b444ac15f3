/** Limits that hold for everybody, whole krónur and days (docs/rules/money.md, Limits). */
import type { ApiAnswer } from '#contract/api.ts';

export const systemLimits: ApiAnswer<'system.limits'> = {
  deposit3ds: 0,
  depositMin: 500,
  depositMax: 200_000,
  withdrawMin: 500,
  withdrawMax: 1_000_000,
  lengjanPayoutBetMax: 10_000_000,
  lengjanStakeMax: 20_000,
  lengjanStakeMin: 200,
  eCertExpirationReminderInDays: 30,
  eCertAurExpirationInDays: 14,
};
