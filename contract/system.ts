/** System limits. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

const limits = z.object({
  deposit3ds: v.amount,
  depositMin: v.amount,
  depositMax: v.amount,
  withdrawMin: v.amount,
  withdrawMax: v.amount,
  lengjanPayoutBetMax: v.amount,
  lengjanStakeMax: v.amount,
  lengjanStakeMin: v.amount,
  eCertExpirationReminderInDays: z.int(),
  eCertAurExpirationInDays: z.int(),
});

export const systemCalls = {
  'system.limits': {
    method: 'GET',
    path: '/system/limits',
    access: 'anyone',
    maxAge: 60,
    summary: 'Limits that hold for everybody',
    answer: { status: 200, body: limits },
    refusals: [],
  },
} as const satisfies Record<string, Call>;
