import type { ApiAnswer } from '#contract/api.ts';

export type PoolData = ApiAnswer<'clubsale.own'>;
export type Pool = PoolData['pool'];
export type PoolTicket = PoolData['tickets'][number];

/** What one may do: `balance` and what all limits leave, in whole krónur. */
export type Means = { balance: number; stakeLeft: number };

/** Hundredths of a percent. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100;
