/** Proving who one is. Accounts specification §4, §7; decisions §2. */
import { z } from 'zod';
import type { Call } from './call.ts';

export const authCalls = {
  'auth.login': {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Whose a user name and a password are; makes no session',
    body: z.object({
      username: z.string(),
      password: z.string(),
      /** Claims of the client: recorded nowhere, they decide nothing. */
      ip: z.string().optional(),
      channel: z.string().optional(),
      info: z.unknown().optional(),
    }),
    answer: {
      status: 200,
      body: z.object({
        playerId: z.string(),
        username: z.string(),
        nationalId: z.string().optional(),
        firstName: z.string(),
        lastName: z.string(),
        isValid: z.literal(true),
      }),
    },
    refusals: ['EC_AUTH_FAIL', 'EC_ACTION_NOT_ALLOWED', 'EC_ACCOUNT_CLOSED', 'EC_ELOGIN_AUTH_REQUIRED'],
  },
} as const satisfies Record<string, Call>;
