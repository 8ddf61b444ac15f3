/**
 * Payments out of our account at a bank. The banks' own interface (IOBWS 3) stands behind a contract, so the
 * shape is ours: `POST /v1/payments` with the order's id in `x-request-id`, `GET /v1/payments/{that id}`,
 * `GET /v1/bookings?day=`, all with a bearer key. `POST /v1/account-owners` asks whether an account is a
 * person's; national ids stand in no address, since addresses are logged.
 *
 * 201 for a new order, 200 for one that is there already, 422 with the payment for one that is refused at
 * once, 409 for an id whose order had other content. An order that is not there is 404 with `not-found`.
 */
import { z } from 'zod';

export const paymentsPath = '/v1/payments';
export const ownersPath = '/v1/account-owners';
export const bookingsPath = '/v1/bookings';
export const requestIdHeader = 'x-request-id';
export const notFoundError = 'not-found';

export const orderSchema = z.strictObject({
  /** Whole krónur. */
  amount: z.int().min(1).max(1e12),
  currency: z.literal('ISK'),
  /** Bank, ledger, number. */
  account: z.string().regex(/^\d{12}$/),
  /** Whose the account must be. */
  ownerNationalId: z.string().regex(/^\d{10}$/),
  text: z.string().min(1).max(140),
});
export type WireOrder = z.infer<typeof orderSchema>;

export const ownerSchema = orderSchema.pick({ account: true, ownerNationalId: true });
export const ownershipSchema = z.object({ ownership: z.enum(['own', 'owner-mismatch', 'no-account']) });
export type WireOwnership = z.infer<typeof ownershipSchema>;

const common = { requestId: z.string(), amount: z.int() };

export const paymentSchema = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('accepted') }),
  z.object({ ...common, state: z.literal('settled'), paymentId: z.string().min(1).max(200) }),
  z.object({
    ...common,
    state: z.literal('rejected'),
    reason: z.enum(['declined', 'owner-mismatch', 'no-account']),
  }),
]);
export type WirePayment = z.infer<typeof paymentSchema>;

export const errorSchema = z.object({ error: z.string() });

export const bookingsSchema = z.object({
  bookings: z.array(
    z.object({ requestId: z.string(), paymentId: z.string(), amount: z.int(), at: z.iso.datetime() }),
  ),
});
export type WireBookings = z.infer<typeof bookingsSchema>;
