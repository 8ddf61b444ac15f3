/** Pays out through the bank. */
import { type Answer, type Caller, createCaller, type NoAnswer } from '../caller.ts';
import type { Bank, BankBooking, Ownership, PayoutOrder, PayoutState } from './face.ts';
import {
  bookingsPath,
  bookingsSchema,
  errorSchema,
  notFoundError,
  ownershipSchema,
  ownersPath,
  paymentSchema,
  paymentsPath,
  requestIdHeader,
  type WireOrder,
} from './wire.ts';

export type BankOptions = {
  /** Without a slash at the end. */
  address: string;
  key: string;
  timeoutMs?: number;
  /** Milliseconds of a clock that nobody moves. */
  now?: () => number;
};

export function createBank(options: BankOptions): Bank {
  const call = createCaller({ ...options, headers: { authorization: `Bearer ${options.key}` } });
  return {
    order: (order) => send(call, order),
    state: (requestId) => state(call, requestId),
    ownership: ({ account, ownerNationalId }) => ownership(call, { account, ownerNationalId }),
    bookings: (day) => bookings(call, day),
  };
}

async function send(call: Caller, order: PayoutOrder): Promise<PayoutState | null> {
  const { requestId, amount, account, ownerNationalId, text } = order;
  const body: WireOrder = { amount, currency: 'ISK', account, ownerNationalId, text };
  const headers = { [requestIdHeader]: requestId };
  const payment = paymentOf(await call(paymentsPath, { method: 'POST', headers, body }), requestId);
  return payment === null || payment.amount !== amount ? null : payment.state;
}

async function state(call: Caller, requestId: string): Promise<PayoutState | 'notFound' | null> {
  const answer = await call(`${paymentsPath}/${encodeURIComponent(requestId)}`);
  if (typeof answer === 'object' && answer.status === 404) {
    return errorSchema.safeParse(answer.json).data?.error === notFoundError ? 'notFound' : null;
  }
  return paymentOf(answer, requestId)?.state ?? null;
}

const reasons = {
  declined: 'declined',
  'owner-mismatch': 'ownerMismatch',
  'no-account': 'noAccount',
} as const;

async function ownership(
  call: Caller,
  body: Pick<PayoutOrder, 'account' | 'ownerNationalId'>,
): Promise<Ownership | null> {
  const answer = await call(ownersPath, { method: 'POST', body });
  if (typeof answer === 'string' || answer.status !== 200) return null;
  const { success, data } = ownershipSchema.safeParse(answer.json);
  if (!success) return null;
  return data.ownership === 'own' ? 'own' : reasons[data.ownership];
}

/** Null for everything but a word about this very payment. */
function paymentOf(
  answer: Answer | NoAnswer,
  requestId: string,
): { amount: number; state: PayoutState } | null {
  if (typeof answer === 'string' || ![200, 201, 422].includes(answer.status)) return null;
  const { success, data: payment } = paymentSchema.safeParse(answer.json);
  if (!success || payment.requestId !== requestId) return null;
  const { amount } = payment;
  if (payment.state === 'accepted') return { amount, state: { state: 'accepted' } };
  if (payment.state === 'settled') {
    return { amount, state: { state: 'settled', paymentId: payment.paymentId } };
  }
  return { amount, state: { state: 'rejected', reason: reasons[payment.reason] } };
}

async function bookings(call: Caller, day: string): Promise<readonly BankBooking[] | null> {
  const answer = await call(`${bookingsPath}?${new URLSearchParams({ day })}`);
  if (typeof answer === 'string' || answer.status !== 200) return null;
  const said = bookingsSchema.safeParse(answer.json);
  return said.success
    ? said.data.bookings.map((booking) => ({ ...booking, at: new Date(booking.at) }))
    : null;
}
