/** Large prizes of a player, which are claimed before they are paid. */
import { z } from 'zod';
import type { Call } from './call.ts';
import * as v from './values.ts';

/**
 * Where a large prize stands: `claim` waits for its winner, `review` for two operators, `wait` for the day
 * from which so large a prize is paid, `payment` for the bank; `refused`: the bank did not pay, and the
 * winner names another account; `paid`.
 */
export const claimStations = ['claim', 'review', 'wait', 'payment', 'refused', 'paid'] as const;

const claim = z.object({
  ticketId: v.id,
  /** Absent of a ticket without a draw. */
  couponId: v.id.optional(),
  gameId: z.string(),
  drawDate: v.instant.optional(),
  /** Of the rows and the side game together. */
  amount: v.amount,
  station: z.enum(claimStations),
  /** When it was paid out to winners, so that it could be claimed. */
  confirmedAt: v.instant,
  claimBy: v.day,
  /** The first day on which so large a prize is paid, also when it has passed. */
  payableFrom: v.day.optional(),
  /** Prizes above it are paid so late. */
  heldAbove: v.amount.optional(),
  /** When its winner claimed it; absent where an operator took the claim by telephone. */
  claimedAt: v.instant.optional(),
  approvedAt: v.instant.optional(),
  /** Where it goes, or went. */
  bankAccount: v.bankAccount.optional(),
  /** The earliest moment of the payment, while it is ahead. */
  paysFrom: v.instant.optional(),
  /** When the bank refused it, or when it was paid. */
  endedAt: v.instant.optional(),
  refusal: z.enum(['declined', 'ownerMismatch', 'noAccount']).optional(),
  /** The amount sent to the bank account, if a debt took a part of the prize. */
  amountPaid: v.amount.optional(),
  /** Of the payment to the bank account, as the movements name it. */
  paymentId: v.id.optional(),
});

export const claimCalls = {
  'claims.list': {
    method: 'GET',
    path: '/user/claims',
    access: 'player',
    summary: 'Large prizes of the caller that wait for a claim, are claimed or were paid, newest first',
    answer: {
      status: 200,
      body: z.object({
        claims: z.array(claim),
        /** When the caller proved by electronic ID who they are, while that is good for a claim. */
        identifiedAt: v.instant.optional(),
        /** Within so many working days two operators have checked a claim. */
        reviewWorkdays: z.int(),
      }),
    },
    refusals: [],
  },
  'claims.claim': {
    method: 'POST',
    path: '/user/claims',
    access: 'player',
    summary:
      'Claims a large prize of the caller, or names another bank account for a claimed one; asks for ' +
      'electronic ID, and the bank confirms whose the account is',
    body: z.object({
      ticketId: v.id,
      couponId: v.id.optional(),
      /** The account of the profile where it is left out. */
      bankAccount: v.bankAccount.optional(),
    }),
    answer: { status: 204, body: null },
    refusals: [
      ...(['EC_TICKET_NOT_FOUND', 'EC_ACTION_NOT_ALLOWED', 'EC_BANK_INFO_MISSING'] as const),
      ...(['EC_BANK_DECLINED', 'EC_BANK_ERROR', 'EC_ELOGIN_AUTH_REQUIRED', 'EC_ACCOUNT_CLOSED'] as const),
    ],
  },
} as const satisfies Record<string, Call>;
