/**
 * Aur's interface for web shops, as far as two public clients of it agree; the vendor publishes nothing.
 * `POST purchase` asks a phone, `GET transaction?token=` tells how that went; `figo-web-token` says who asks.
 *
 * Assumptions of ours, to be checked against a contract: `GET transaction?orderid=`, the daily file
 * `GET bookings?day=`, every number in `codes`, and that a 404 with the code `notFound` is certain.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';

export const paths = { purchase: '/purchase', transaction: '/transaction', bookings: '/bookings' };
export const tokenHeader = 'figo-web-token';

/** Which fields the signature of a purchase is over: the two clients differ. */
export type AurSigns = 'short' | 'long';

type Signed = { msisdn: string; amount: number; description: string; orderid: string };

/** Hex HMAC-SHA-256 over number and amount (`short`), or description and order too (`long`). */
export function signatureOf(
  { msisdn, amount, description, orderid }: Signed,
  signs: AurSigns,
  secret: string,
) {
  const text = `${msisdn}${amount}${signs === 'long' ? description + orderid : ''}`;
  return createHmac('sha256', secret).update(text).digest('hex');
}

export const codes = {
  ok: 0,
  unauthorised: 401,
  notFound: 404,
  malformed: 1000,
  wrongNumber: 1001,
  wrongAmount: 1002,
  sameOrder: 1003,
  wrongSignature: 1004,
  notAUser: 1005,
} as const;

export const purchaseSchema = z.object({
  msisdn: z.string(),
  /** Whole krónur. */
  amount: z.number(),
  description: z.string().min(1).max(200),
  orderid: z.string().min(1).max(100),
  hmac: z.string(),
  callbackUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Seconds. */
  timeout: z.int().min(1).max(86_400).optional(),
  image: z.string().optional(),
});
export type WirePurchase = z.infer<typeof purchaseSchema>;

export const refusalSchema = z.object({ code: z.int(), message: z.string().optional() });

export const begunSchema = z.object({
  code: z.literal(codes.ok),
  message: z.string(),
  token: z.string().min(1).max(200),
  expires: z.string().optional(),
  deepLink: z.string().optional(),
});
export type WireBegun = z.infer<typeof begunSchema>;

export const transactionSchema = z.object({
  status: z.enum(['WAIT', 'FINISHED', 'CANCELLED']),
  orderid: z.string().optional(),
  transactionid: z.string().optional(),
  amount: z.int().optional(),
  message: z.string().optional(),
  errorcode: z.string().optional(),
});
export type WireTransaction = z.infer<typeof transactionSchema>;

/** Posted to `callbackUrl`. Nobody knows how it would be signed: nothing of it is believed. */
export const callbackSchema = z.object({
  orderid: z.string().min(1).max(100),
  status: z.string(),
  transactionid: z.string().optional(),
  amount: z.int().optional(),
  msisdn: z.string().optional(),
  timestamp: z.string().optional(),
  errorcode: z.string().optional(),
  errormessage: z.string().optional(),
});
export type WireCallback = z.infer<typeof callbackSchema>;

export const bookingsSchema = z.object({
  bookings: z.array(
    z.object({
      orderid: z.string(),
      transactionid: z.string(),
      amount: z.int(),
      timestamp: z.iso.datetime(),
    }),
  ),
});
export type WireBookings = z.infer<typeof bookingsSchema>;
