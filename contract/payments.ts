/** Money in and out: cards, deposits, Aur, withdrawals. */
import { z } from 'zod';
import { aurEnds } from '#rules/values/aur-ends.ts';
import { ownPath } from '#rules/values/own-path.ts';
import type { Call } from './call.ts';
import { details } from './players.ts';
import * as v from './values.ts';

/** A path of our own, to which the browser goes back. */
const reentryUrl = z.string().max(500).regex(ownPath, 'invalidReentryUrl').describe('A path on this origin');

/** What the browser posts to the issuer's pages; `html` is the same as a page that submits itself. */
const authentication = z.object({
  html: z.string(),
  form: z.object({
    postUrl: z.url(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  verificationId: v.id,
});

const depositAnswer = z.union([
  authentication.extend({ type3D: z.literal('redirect') }),
  z.object({ aurToken: v.id }),
  z.object({ success: z.literal(true), transactionId: v.id }),
]);

const depositCall = {
  method: 'POST',
  access: 'player',
  money: 'deposit',
  body: z.object({ reentryUrl, amount: v.amount }),
  answer: { status: 200, body: depositAnswer },
  refusals: [
    ...(['EC_NEGATIVE_AMOUNT', 'EC_NOT_POSITIVE_AMOUNT', 'EC_VALUE_TOO_LOW', 'EC_VALUE_TOO_HIGH'] as const),
    ...(['EC_DEPOSIT_LIMIT', 'EC_CREDITCARD_MISSING', 'EC_CC_DECLINED', 'EC_CC_ERROR'] as const),
    ...(['EC_CREDITCARD_VALIDATE_FAILED', 'EC_AUR_ERROR', 'EC_INVALID_TRANSID'] as const),
    'EC_DUPLICATE_VALUE',
  ],
  statuses: { EC_ACTION_NOT_ALLOWED: [403, 429], EC_AUR_ERROR: [400, 502] },
} as const satisfies Omit<Call, 'path' | 'summary'>;

const aurEndsInWords =
  'With CANCELLED: `over` nothing is taken any more. The others may still be approved on the phone: ' +
  '`timedOut` nobody approved in time, `givenUp` the player stopped it, `unanswered` Aur did not answer; ' +
  'with `otherAmount` it took another amount, and a person looks at it';

export const verificationTypes = ['creditCard', 'subscriptionCard', 'deposit'] as const;
const text = z.string().max(2000);

export const paymentCalls = {
  'card.add': {
    method: 'POST',
    path: '/user/credit-card',
    access: 'player',
    summary: 'Keeps a card, once its holder has proven it with the issuer',
    body: z.object({
      number: z.string().max(40).describe('Sixteen digits, Visa or Mastercard'),
      cvd: v.typed('invalidCvv').regex(/^\d{3}$/, 'invalidCvv'),
      expires: v.cardExpiry,
      isSubscriptionCard: z.boolean(),
      reentryUrl,
    }),
    answer: { status: 200, body: authentication },
    refusals: [
      ...(['EC_CREDITCARD_INVALID_FORMAT', 'EC_CREDITCARD_VALIDATE_FAILED', 'EC_CC_DECLINED'] as const),
      ...(['EC_CC_ERROR', 'EC_ACTION_NOT_ALLOWED', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'] as const),
    ],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
  'card.remove': {
    method: 'POST',
    path: '/user/credit-card/remove',
    access: 'player',
    summary: 'Forgets a card of the caller, here and at the gateway; asks for a fresh proof',
    body: z.object({ isSubscriptionCard: z.boolean() }),
    answer: { status: 204, body: null },
    refusals: ['EC_CREDITCARD_MISSING', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'],
  },
  'account.deposit': {
    ...depositCall,
    path: '/user/account/deposit',
    summary: 'Moves money from the card or Aur to the balance',
  },
  'account.depositInsufficientBalance': {
    ...depositCall,
    path: '/user/account/deposit-insufficient-balance',
    summary: 'The same because a purchase lacks balance',
  },
  'account.forwardCardVerification': {
    method: 'POST',
    path: '/user/account/forward-card-verification',
    access: 'anyone',
    summary:
      'What the issuer answered, as it came by the browser; good once, by the signed MD that it carries',
    body: z.object({
      type: z.enum(verificationTypes),
      MD: z.string().max(254),
      xid: text.optional(),
      mdStatus: z.union([text, z.int()]).optional(),
      cavv: text.optional(),
      eci: text.optional(),
      txstatus: text.optional(),
      mdErrorMsg: text.optional(),
      'TDS2.dsTransID': text.optional(),
      'TDS2.transStatus': text.optional(),
    }),
    answer: {
      status: 200,
      body: z.object({
        success: z.boolean(),
        error: z.string().optional(),
        /** Whose end it tells; absent where the MD is of none. */
        verificationId: v.id.optional(),
        /** The issuer could not answer and is asked once more. */
        again: authentication.optional(),
      }),
    },
    refusals: ['EC_ACTION_NOT_ALLOWED'],
    statuses: { EC_ACTION_NOT_ALLOWED: [429] },
  },
  'account.verification': {
    method: 'GET',
    path: '/user/account/verification/{verificationId}',
    access: 'player',
    summary:
      'What became of a card or deposit of the caller, for whom the message of the window did not reach',
    params: z.object({ verificationId: v.id }),
    answer: {
      status: 200,
      body: z.object({
        status: z.enum(['waiting', 'success', 'failed']),
        error: z.string().optional(),
        transactionId: v.id.optional(),
      }),
    },
    refusals: ['EC_INVALID_TRANSID'],
  },
  'account.cancelPayment': {
    method: 'POST',
    path: '/user/account/cancel-payment',
    access: 'player',
    summary: 'Gives up a deposit or a new card that waits for its holder; what is paid already stays paid',
    body: z.object({ id: v.id.describe('A verificationId or an aurToken') }),
    answer: { status: 204, body: null },
    refusals: ['EC_INVALID_TRANSID'],
  },
  'account.withdraw': {
    method: 'POST',
    path: '/user/account/withdraw',
    access: 'player',
    money: 'move',
    summary: 'Holds the amount and orders it to the bank account of the caller; asks for a fresh proof',
    body: z.object({ amount: v.amount }),
    answer: { status: 204, body: null },
    refusals: [
      ...(['EC_NEGATIVE_AMOUNT', 'EC_NOT_POSITIVE_AMOUNT', 'EC_VALUE_TOO_LOW'] as const),
      ...(['EC_PLAYER_TAKEOUT_LIMIT', 'EC_BANK_INFO_MISSING', 'EC_BALANCE_TOO_LOW'] as const),
      'EC_DUPLICATE_VALUE',
    ],
  },
  'account.updatePaymentMethod': {
    method: 'POST',
    path: '/user/account/update-payment-method',
    access: 'player',
    summary: 'By what the caller deposits',
    body: z.object({ paymentMethod: z.enum(['creditCard', 'aur']) }),
    answer: { status: 200, body: details },
    refusals: ['EC_CREDITCARD_MISSING', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED', 'EC_AUR_ERROR'],
    statuses: { EC_AUR_ERROR: [400] },
  },
  'account.aurStatus': {
    method: 'GET',
    path: '/user/account/aur-status/{token}',
    access: 'player',
    summary: 'Whether a deposit of the caller was approved on the phone; asked each second while it waits',
    params: z.object({ token: v.id }),
    answer: {
      status: 200,
      body: z.object({
        status: z.enum(['WAIT', 'FINISHED', 'CANCELLED']),
        message: z.enum(aurEnds).optional().describe(aurEndsInWords),
        transactionId: v.id.optional(),
      }),
    },
    refusals: ['EC_INVALID_TRANSID'],
  },
} as const satisfies Record<string, Call>;
