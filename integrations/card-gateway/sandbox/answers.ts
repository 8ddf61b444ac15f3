/** How the gateway says things: answers, problems, the daily file. */
import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { bookingKinds, bookingsHeader } from '../wire.ts';
import type { Transaction } from './ledger.ts';

/** What is said beside the base of every answer; `isSilent`: nobody hears of it. */
export type Reply = { code: string; isSilent?: true; more?: object };

const successes: ReadonlySet<string> = new Set(['00', '08', '10', '11', 'T2', 'T3', 'V1', 'B1', 'C1']);

export const isSuccess = (code: string): boolean => successes.has(code.slice(0, 2));

const descriptions: Readonly<Record<string, string>> = {
  '00': 'Approval.',
  '05': 'Do not honor.',
  '10': 'Partial Approval.',
  '43': 'Pickup card (stolen card).',
  '51': 'Insufficient funds.',
  '54': 'Expired card.',
  '65': 'Additional customer authentication required.',
  '91': 'Issuer unavailable or switch inoperative.',
  '94': 'Duplicate transaction.',
  A5: 'Invalid card number.',
  A6: 'Invalid card expiration date.',
  A9: 'Invalid Amount.',
  AD: 'Invalid 3DSecure data.',
  AP: 'Invalid Authorization code.',
  B1: 'Success fetching and processing virtual card data.',
  B2: 'Unable to fetch virtual card data.',
  B4: 'Initiator or initiator reason do not match with the virtual card found.',
  C1: '3DSecure verification was a success.',
  C8: 'The card does not support 3DSecure.',
  M0: 'Merchant ID not found.',
  N7: 'Decline for CVV2 failure.',
  N8: 'Transaction amount exceeds pre-authorized approval amount.',
  P1: 'Merchant initiated transactions can not be authorized with 3dSecure data.',
  Q4: 'Cardholder was not successfully 3DSecure authenticated.',
  T0: 'Unable to locate previous message.',
  T3: 'Duplicate transaction.',
  V1: 'Success creating merchant virtual card.',
  V3: 'Card was not fully authenticated and therefore virtual card can not be created.',
};

export function base({ correlationId }: { correlationId: string }, { code, more }: Reply, now: Date) {
  return {
    ...more,
    isSuccess: isSuccess(code),
    responseCode: code,
    responseDescription: descriptions[code.slice(0, 2)] ?? 'Declined.',
    responseTime: now.toISOString(),
    correlationID: correlationId,
  };
}

export function problem(status: number, title: string, errors?: Record<string, string[]>): Response {
  const body = JSON.stringify({ type: 'about:blank', title, status, ...(errors && { errors }) });
  return new Response(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = path.join('.') || '$';
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The file of a day in Iceland, whose time is UTC. An authorisation moves nothing until it is captured. */
export function bookingLines(transactions: readonly Transaction[], day: string): string {
  const sold = new Map<string, string>();
  const lines: string[] = [];
  let sum = 0;
  for (const {
    kind,
    transactionId,
    correlationId,
    acquirerReferenceNumber: number,
    amount,
    at,
  } of transactions) {
    if (!sold.has(number)) sold.set(number, correlationId);
    if (!at.startsWith(day) || !bookingKinds.some((booked) => booked === kind)) continue;
    const isBack = kind === 'refund' || kind === 'chargeback';
    const signed = isBack ? -amount : amount;
    sum += signed;
    lines.push([kind, transactionId, sold.get(number), signed, at].join(';'));
  }
  return `${[bookingsHeader, ...lines, `total;${lines.length};${sum}`].join('\n')}\n`;
}
