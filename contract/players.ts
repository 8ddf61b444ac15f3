/** Account of a player. */
import { z } from 'zod';
import { lossFields, stakeFields } from '#rules/values/limits.ts';
import { readGrouped } from '#rules/values/typed.ts';
import type { Call } from './call.ts';
import { languageQuery } from './draws.ts';
import * as v from './values.ts';

const cardBrand = z.enum(['visa', 'mastercard']);

const card = z.object({
  brand: cardBrand,
  number: z.string(),
  last4: z.string(),
  expires: z.string(),
});

export const details = z.object({
  playerId: z.string(),
  username: z.string(),
  nationalId: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  address: z.string().optional(),
  postalCode: z.string().optional(),
  phone: z.string().optional(),
  mobile: z.string().optional(),
  /** Whether the mobile is known to be the player's. */
  mobileConfirmed: z.boolean(),
  email: z.string(),
  balance: v.amount,
  /** Owed after a chargeback. Money that comes into the wallet pays it first. */
  debt: v.amount,
  creditCard: card.optional(),
  subscriptionCard: card.optional(),
  supportId: z.int().optional(),
  teamId: z.string().optional(),
  mailList: z.boolean(),
  /** Whether the player is told of each draw that a ticket took part in. */
  drawLetters: z.boolean(),
  /** Games of whose draws the player is reminded, on an evening without a ticket. */
  drawReminders: z.array(z.string()),
  bankAccount: z.string().optional(),
  /** When the first withdrawal to it may be made, while that lies ahead. */
  bankAccountFrom: v.instant.optional(),
  eCertificateExpires: v.day,
  paymentMethod: z.enum(['creditCard', 'aur']),
  lastLogin: v.instant.optional(),
  lockedUntil: v.instant.optional(),
  /** Stakes of today and how much the day's limit allows, both whole krónur. */
  stakedToday: v.amount,
  stakeLimitDay: v.amount,
  /** What all purchase and loss limits leave to stake now, and the one that leaves least. */
  stakeLeft: v.amount,
  stakeLeftBy: z.enum([...stakeFields, ...lossFields]),
  /** The lowest of these limits: what a new period leaves. */
  stakeLimitLowest: v.amount,
});

/** `0` takes back a club or a team that was chosen. */
const noneOf = <T extends z.ZodType<string | number>>(choice: T) =>
  choice.transform((chosen) => (Number(chosen) === 0 ? null : chosen));

const changes = z
  .object({
    address: v.address,
    postalCode: v.postalCode,
    phone: v.phone,
    mobile: v.mobile,
    email: v.email,
    supportId: noneOf(z.int()),
    teamId: noneOf(z.union([z.string(), z.int()])),
    mailList: z.boolean(),
    drawLetters: z.boolean(),
    bankAccount: v.bankAccount,
    password: v.newPassword,
    currentPassword: z.string(),
  })
  .partial()
  .check(({ value: { password, currentPassword }, issues }) => {
    if ((password === undefined) === (currentPassword === undefined)) return;
    const absent = password === undefined ? 'password' : 'currentPassword';
    issues.push({ code: 'custom', message: 'required', path: [absent], input: undefined });
  });

export const transactionTypes = [
  'deposit',
  'withdrawal',
  'sales',
  'winnings',
  'subscriptions',
  'teamSystem',
] as const;

const transaction = z.object({
  id: v.id,
  date: v.instant,
  amount: v.amount,
  type: z.enum(transactionTypes),
  description: z.string().describe('In words of the language that `locale` asks for'),
  hasDetails: z.boolean(),
  cardNumber: z.string().optional(),
  cardType: cardBrand.optional(),
  authId: z.string().optional(),
  ticketId: v.id.optional(),
  couponId: v.id.optional(),
  gameId: z.string().optional(),
  subscriptionId: v.id.optional(),
  balanceAfter: v.amount,
  club: z.string().optional().describe('Of a purchase: the club that its ticket supports'),
  poolId: v.id.optional(),
  /** Where the type does not say what it was. */
  cause: z.enum(['debtPayment', 'chargebackReturned', 'shareReturned', 'shareWon']).optional(),
  /** What came from outside or goes there, and how far it is. */
  payment: z
    .object({
      paymentId: v.id,
      method: z.enum(['creditCard', 'aur', 'bank']),
      status: z.enum(['underWay', 'done', 'returned', 'chargedBack']),
      askedAt: v.instant,
      /** Masked. */
      bankAccount: z.string().optional(),
      phone: z.string().optional(),
      /** The code of what was refused. */
      code: z.string().optional(),
    })
    .optional(),
});

export const reviewDays = [7, 14, 30] as const;
const everyDays = z.union(reviewDays.map((days) => z.literal(days)));

export const playerCalls = {
  'account.details': {
    method: 'GET',
    path: '/user/account/details',
    access: 'player',
    summary: 'The account of the caller',
    answer: { status: 200, body: details },
    refusals: ['EC_ACCOUNT_CLOSED'],
  },
  'account.update': {
    method: 'POST',
    path: '/user/account/update',
    access: 'player',
    summary:
      'Changes what is sent of the account; e-mail and phone ask for a fresh proof, the bank account for ' +
      'electronic ID',
    body: changes,
    answer: { status: 200, body: details },
    refusals: [
      ...(['EC_EMAIL_EXISTS', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED', 'EC_NO_DATA_FOUND'] as const),
      ...(['EC_PASSWORD_USED', 'EC_PASSWORD_VALIDATION', 'EC_ACTION_NOT_ALLOWED', 'EC_AUTH_FAIL'] as const),
    ],
    statuses: { EC_ACTION_NOT_ALLOWED: [429], EC_AUTH_FAIL: [400] },
  },
  'account.confirmMobile': {
    method: 'POST',
    path: '/user/account/confirm-mobile',
    access: 'player',
    summary: 'Sends a code to the mobile of the caller; with that `code` confirms that it is theirs',
    body: z.object({
      code: z
        .string()
        .overwrite(readGrouped)
        .regex(/^\d{6}$/, 'wrongMobileCode')
        .optional(),
    }),
    bodyOptional: true,
    answer: { status: 204, body: null },
    refusals: [
      ...(['EC_NO_DATA_FOUND', 'EC_INVALID_TRANSID', 'EC_DUPLICATE_VALUE', 'EC_ACTION_NOT_ALLOWED'] as const),
      ...(['EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'] as const),
    ],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
  'account.reAuthenticate': {
    method: 'POST',
    path: '/user/re-authenticate',
    access: 'player',
    summary: 'The password once more, so that the session may do for 15 minutes what asks for it',
    body: z.object({ password: z.string() }),
    answer: { status: 204, body: null },
    refusals: ['EC_INVALID_PASSWORD', 'EC_ACTION_NOT_ALLOWED'],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
  'account.sessions': {
    method: 'GET',
    path: '/user/sessions',
    access: 'player',
    summary: 'Where the caller is signed in, this session first',
    answer: {
      status: 200,
      body: z.object({
        sessions: z.array(
          z.object({
            sessionId: v.id,
            /** The session of this very call. */
            isThis: z.boolean(),
            /** What the browser said of itself at sign-in, in a word each. */
            browser: z.string().optional(),
            system: z.string().optional(),
            createdAt: v.instant,
            lastUsedAt: v.instant,
            expires: v.instant,
          }),
        ),
      }),
    },
    refusals: [],
  },
  'account.endSessions': {
    method: 'POST',
    path: '/user/sessions/end',
    access: 'player',
    summary: 'Ends one session of the caller; without `sessionId` all but this one',
    body: z.object({ sessionId: z.uuid().optional() }),
    bodyOptional: true,
    answer: { status: 204, body: null },
    refusals: ['EC_NO_DATA_FOUND'],
  },
  'account.notices': {
    method: 'GET',
    path: '/user/notices/{page}',
    access: 'player',
    summary: 'What the caller was told, newest first, 20 a page',
    params: z.object({ page: v.page }),
    query: z.object({ locale: z.enum(['is', 'en']).optional() }),
    answer: {
      status: 200,
      body: z.object({
        notices: z.array(
          z.object({
            noticeId: v.id,
            date: v.instant,
            kind: z.string(),
            title: z.string(),
            text: z.string(),
          }),
        ),
        page: z.int(),
        pageCount: z.int(),
        noticeCount: z.int(),
      }),
    },
    refusals: [],
  },
  'account.export': {
    method: 'GET',
    path: '/user/export',
    access: 'player',
    summary:
      'Every movement on the balance of the caller, oldest first, as a file; JSON unless asked for CSV in ' +
      'words',
    query: z.object({
      format: z.enum(['csv', 'json']).optional(),
      locale: z.enum(['is', 'en']).optional(),
    }),
    answer: { status: 200, body: null, file: true },
    refusals: [],
  },
  'account.review': {
    method: 'GET',
    path: '/user/spending-review',
    access: 'player',
    summary: 'What the caller spent and won since the last review, and whether the next is due',
    answer: {
      status: 200,
      body: z.object({
        from: v.instant,
        spent: v.amount,
        won: v.amount,
        net: v.amount,
        everyDays,
        dueAt: v.instant,
        isDue: z.boolean(),
      }),
    },
    refusals: [],
  },
  'account.reviewed': {
    method: 'POST',
    path: '/user/spending-review',
    access: 'player',
    summary: 'Chooses how often spending is shown unasked; `seen` begins the next period',
    body: z.object({ everyDays: everyDays.optional(), seen: z.boolean().optional() }),
    bodyOptional: true,
    answer: { status: 204, body: null },
    refusals: [],
  },
  'account.remindOfDraws': {
    method: 'POST',
    path: '/user/draw-reminders',
    access: 'player',
    summary: 'Asks to be told by letter of a draw of the game without a ticket of the caller, or ends that',
    body: z.object({ gameId: z.enum(v.gameIds), isWanted: z.boolean() }),
    answer: { status: 204, body: null },
    refusals: [],
  },
  'account.transactions': {
    method: 'GET',
    path: '/user/transactions/{page}',
    access: 'player',
    summary: 'Movements on the balance of the caller, newest first, 20 a page',
    params: z.object({ page: v.page }),
    query: languageQuery.extend({
      transactionType: z.enum(transactionTypes).optional(),
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'invalidDate')
        .optional()
        .describe('YYYY-MM; all months when left out'),
      first: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .describe('The movement with which page 1 began: what came later does not shift the pages'),
    }),
    answer: {
      status: 200,
      body: z.object({
        transactions: z.array(transaction),
        page: z.int(),
        pageCount: z.int(),
        transactionCount: z.int(),
        /** Deposits less withdrawals since the account was opened (must-hold 41). */
        netDeposits: v.amount,
        /** Of the month that was asked for, what each kind moved, whatever the filter. */
        monthSums: z.partialRecord(z.enum(transactionTypes), v.amount).optional(),
      }),
    },
    refusals: [],
  },
} as const satisfies Record<string, Call>;
