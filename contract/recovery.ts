/** Coming back after a forgotten password or name, and changing a password. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

const tooMany = ['EC_ACTION_NOT_ALLOWED'] as const;
const statuses = { EC_ACTION_NOT_ALLOWED: [429] };

export const recoveryCalls = {
  'auth.challenge': {
    method: 'GET',
    path: '/auth/challenge',
    access: 'anyone',
    summary:
      'A task: the number from 0 to numberMax for which the SHA-256 of "salt.ends.number" in hexadecimal ' +
      'is the target; "salt.ends.number.signature" is then the proof that other calls take',
    answer: {
      status: 200,
      body: z.object({
        salt: z.string(),
        ends: z.int().describe('Seconds since 1970; the proof is good until then, once'),
        target: z.string(),
        numberMax: z.int(),
        signature: z.string(),
      }),
    },
    refusals: [],
  },
  'auth.initiateResetPassword': {
    method: 'POST',
    path: '/auth/initiate-reset-password',
    access: 'anyone',
    summary: 'Sends the owner of an account a link to set a new password, if there is such an account',
    body: z
      .object({
        resetMethod: z.enum(['email', 'home-bank'], 'resetMethodRequired'),
        nationalId: v.nationalId,
        /** Asked for by the way of e-mail, unused by the other. */
        username: v.typedUsername.optional(),
        proof: v.proof,
      })
      .refine(({ resetMethod, username }) => resetMethod !== 'email' || username !== undefined, {
        path: ['username'],
        message: 'usernameRequired',
      }),
    answer: { status: 204, body: null },
    refusals: tooMany,
    statuses,
  },
  'auth.resetPassword': {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    summary: 'Sets a new password with the hash of a link: once, within ten minutes, before any sign-in',
    body: z.object({
      /** Our letters leave it out: the hash names the person. */
      nationalId: v.nationalId.optional(),
      username: v.typedUsername,
      password: v.newPassword,
      hash: z.string().min(1, 'hashRequired'),
      proof: v.proof,
    }),
    answer: { status: 204, body: null },
    refusals: [...tooMany, 'EC_INVALID_TRANSID', 'EC_PASSWORD_VALIDATION', 'EC_PASSWORD_USED'],
    statuses,
  },
  'auth.forgotUsername': {
    method: 'POST',
    path: '/auth/forgot-username',
    access: 'anyone',
    summary: 'Sends the owner of an account its user name by e-mail, if there is such an account',
    body: z.object({ nationalId: v.nationalId, proof: v.proof }),
    answer: { status: 204, body: null },
    refusals: tooMany,
    statuses,
  },
  'account.changePassword': {
    method: 'POST',
    path: '/user/password',
    access: 'player',
    summary: 'Changes the password of the caller and ends the other sessions',
    body: z
      .object({
        currentPassword: z.string().min(1, 'currentPasswordRequired'),
        password: v.newPassword,
        confirmPassword: z.string(),
        channel: z.string().optional(),
      })
      .refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ['confirmPassword'],
        message: 'passwordMatch',
      }),
    answer: { status: 204, body: null },
    refusals: [
      ...tooMany,
      ...(['EC_AUTH_FAIL', 'EC_PASSWORD_VALIDATION', 'EC_PASSWORD_USED'] as const),
      ...(['EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'] as const),
    ],
    statuses: { ...statuses, EC_AUTH_FAIL: [400] },
  },
} as const satisfies Record<string, Call>;
