/** Proving who one is. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

const eLoginType = z.enum(['sim', 'app']);

/** Each way asks for its own field; the other one is not looked at. */
const eLogin = z
  .object({
    eLoginType,
    cellphoneNumber: z.string().optional(),
    nationalId: z.string().optional(),
  })
  .check(({ value, issues }) => {
    const field = value.eLoginType === 'sim' ? 'cellphoneNumber' : 'nationalId';
    const parsed = (field === 'nationalId' ? v.nationalId : v.mobile).safeParse(value[field]);
    for (const { message } of parsed.error?.issues ?? []) {
      issues.push({ code: 'custom', path: [field], message, input: value[field] });
    }
  });

const eLoginAnswer = z.discriminatedUnion('pending', [
  z.object({ pending: z.literal(true) }),
  z.object({
    pending: z.literal(false),
    status: z.enum(['SUCCESS', 'SIGNUP_REQUIRED']),
    player: z
      .object({
        playerId: z.string(),
        username: z.string(),
        firstName: z.string(),
        lastName: z.string(),
      })
      .optional(),
    requestId: z.string().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
  }),
]);

export const authCalls = {
  'auth.place': {
    method: 'GET',
    path: '/auth/place/{waitingId}',
    access: 'anyone',
    summary:
      'Where in the line a sign-in by password stands that was sent with this `waitingId`; null: it does ' +
      'not wait, or is being looked at',
    params: z.object({ waitingId: z.string().min(16).max(64) }),
    answer: { status: 200, body: z.object({ place: z.int().nullable() }) },
    refusals: [],
  },
  'auth.login': {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Whose a user name and a password are; makes no session',
    body: z.object({
      username: v.typed().min(1, 'usernameRequired').max(12, 'usernameLengthMax'),
      password: v.typedPassword,
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
    statuses: {
      EC_AUTH_FAIL: [400],
      EC_ACTION_NOT_ALLOWED: [429],
      EC_ACCOUNT_CLOSED: [400],
      EC_ELOGIN_AUTH_REQUIRED: [502],
    },
  },
  'auth.eLogin': {
    method: 'POST',
    path: '/auth/e-login',
    access: 'anyone',
    summary: 'Asks a person for electronic ID on the phone, and binds the request to this browser',
    body: eLogin,
    answer: {
      status: 200,
      body: z.object({ code: z.string().regex(/^\d{4}$/), token: z.string(), eLoginType }),
    },
    setsCookie: true,
    refusals: ['EC_ACTION_NOT_ALLOWED', 'EC_ELOGIN_AUTH_ERROR', 'EC_ELOGIN_ERROR'],
    statuses: { EC_ACTION_NOT_ALLOWED: [429], EC_ELOGIN_ERROR: [400, 502] },
  },
  'auth.eLoginStatus': {
    method: 'GET',
    path: '/auth/e-login/status/{eLoginType}/{token}',
    access: 'anyone',
    changes: true,
    summary: 'What the person did, and who it is; the browser that asked alone is told',
    params: z.object({ eLoginType, token: z.string() }),
    answer: { status: 200, body: eLoginAnswer },
    refusals: [
      ...(['EC_INVALID_TRANSID', 'EC_ELOGIN_AUTH_ERROR', 'EC_ELOGIN_ERROR'] as const),
      ...(['EC_ACCOUNT_CLOSED', 'EC_ACCOUNT_REMOVED'] as const),
    ],
    statuses: { EC_ACCOUNT_CLOSED: [400], EC_ELOGIN_ERROR: [400, 502] },
  },
  'auth.eLoginRenewal': {
    method: 'GET',
    path: '/auth/e-login/status/{eLoginType}/{token}/player-id/{playerId}',
    access: 'anyone',
    changes: true,
    summary: 'The same for a player known already, whose date of certificate is renewed',
    params: z.object({ eLoginType, token: z.string(), playerId: z.string() }),
    answer: {
      status: 200,
      body: z.discriminatedUnion('pending', [
        z.object({ pending: z.literal(true) }),
        z.object({ pending: z.literal(false), status: z.literal('SUCCESS'), eCertificateExpires: v.day }),
      ]),
    },
    refusals: [
      ...(['EC_INVALID_TRANSID', 'EC_ELOGIN_AUTH_ERROR', 'EC_ELOGIN_ERROR'] as const),
      ...(['EC_ACCOUNT_CLOSED', 'EC_ACCOUNT_REMOVED'] as const),
    ],
    statuses: { EC_ACCOUNT_CLOSED: [400], EC_ELOGIN_ERROR: [400, 502] },
  },
  'auth.signUp': {
    method: 'POST',
    path: '/auth/sign-up/{requestId}',
    access: 'anyone',
    summary: 'Opens an account for the person of a finished identity check',
    params: z.object({ requestId: z.string() }),
    body: z.object({
      username: v.newUsername,
      password: v.newPassword,
      cellphoneNumber: v.phone,
      email: v.email,
      addToMailingList: z.boolean().optional(),
      proof: v.proof,
    }),
    answer: { status: 201, body: z.object({ playerId: z.string() }) },
    refusals: [
      ...(['EC_INVALID_TRANSID', 'EC_PLAYER_TOO_YOUNG', 'EC_NATIONALID_EXISTS'] as const),
      ...(['EC_USERNAME_EXISTS', 'EC_USERNAME_VALIDATION', 'EC_EMAIL_EXISTS'] as const),
      ...(['EC_PASSWORD_VALIDATION', 'EC_ACTION_NOT_ALLOWED', 'EC_ACCOUNT_REMOVED'] as const),
    ],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
} as const satisfies Record<string, Call>;
