/**
 * What the issuer's page sends back through the browser, cross-site and without a session: only the signed
 * `MD` says whose it is, and only for the purpose that it was made for.
 */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { encodeId } from '#server/platform/ids.ts';
import { returnCard } from './cards/return.ts';
import { authenticationOf } from './deposits/form.ts';
import { returnDeposit } from './deposits/return.ts';
import type { PaymentParts } from './parts.ts';
import { createReturnGate } from './return-gate.ts';
import { readReturnToken } from './return-token.ts';
import { readReturned } from './returned.ts';

export type Forwarded = ApiAnswer<'account.forwardCardVerification'> & {
  /** Where the browser goes back to; a path of our own. */
  reentryUrl?: string;
};

const unknown: Forwarded = { success: false, error: 'EC_INVALID_TRANSID' };

type Fields = ApiInput<'account.forwardCardVerification'>['body'];

/** Throws 429 EC_ACTION_NOT_ALLOWED if a payment or network exceeds its rate limit. */
export type ForwardVerification = (fields: Fields, ip: string) => Promise<Forwarded>;

/** @param monotonicMs a clock that only goes on */
export function createForwardVerification(
  parts: PaymentParts,
  monotonicMs: () => number,
): ForwardVerification {
  const gate = createReturnGate<Forwarded>(monotonicMs);
  return ({ type, ...fields }, ip) => {
    const token = readReturnToken(parts.returnSecret, fields.MD);
    if (token?.purpose !== type) return gate(null, ip, async () => unknown);
    const returned = readReturned(fields);
    const forward = type === 'deposit' ? forwardDeposit : forwardCard;
    return gate(`${token.id} ${token.round}`, ip, () => forward(parts, token, returned));
  };
}

type Args = Parameters<typeof returnDeposit>;

async function forwardDeposit(...args: Args): Promise<Forwarded> {
  const payment = await returnDeposit(...args);
  if (!payment) return unknown;
  const verificationId = encodeId(payment.paymentId);
  const common = { verificationId, ...(payment.reentryUrl !== null && { reentryUrl: payment.reentryUrl }) };
  if (payment.status === 'settled') return { success: true, ...common };
  const error = payment.code ?? (payment.status === 'waiting' ? 'EC_INVALID_TRANSID' : 'EC_CC_ERROR');
  const again = payment.status === 'waiting' && payment.form;
  return {
    success: false,
    error,
    ...common,
    ...(again && { again: authenticationOf(again, verificationId) }),
  };
}

async function forwardCard(...args: Args): Promise<Forwarded> {
  const returned = await returnCard(...args);
  if (!returned) return unknown;
  const { verification, again } = returned;
  const { status, reentryUrl } = verification;
  const common = { verificationId: encodeId(verification.verificationId), reentryUrl };
  if (status === 'stored') return { success: true, ...common };
  const error = verification.code ?? (status === 'waiting' ? 'EC_INVALID_TRANSID' : 'EC_CC_ERROR');
  return { success: false, error, ...common, ...(again && { again }) };
}
