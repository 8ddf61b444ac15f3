/** Stands in for the bank: pays out, refuses by the account's number, and tells what it booked. */
import { isDeepStrictEqual } from 'node:util';
import { Hono } from 'hono';
import { z } from 'zod';
import { createTrouble, troubleFields } from '../../sandbox-trouble.ts';
import {
  bookingsPath,
  notFoundError,
  orderSchema,
  ownerSchema,
  ownersPath,
  paymentsPath,
  requestIdHeader,
  type WireBookings,
  type WireOrder,
  type WireOwnership,
} from '../wire.ts';
import { page } from './page.ts';
import { magicEndings, openPayments, ownershipOf, type Payment } from './payments.ts';

export type BankSandboxOptions = {
  key: string;
  dataDir: string;
  /** The product's time. */
  now: () => Date;
};

const controlSchema = z.object({
  /** Of the next new order, whatever its account says. */
  outcome: z.enum(['declined', 'owner-mismatch', 'no-account', 'pending']).optional(),
  ...troubleFields,
});

export function bankSandbox({ key, ...where }: BankSandboxOptions): { app: Hono; control: Hono } {
  const payments = openPayments(where);
  const trouble = createTrouble();
  const failedOnce = new Set<string>();
  let wish: z.infer<typeof controlSchema>['outcome'];

  const app = new Hono();
  app.get('/', (c) => c.html(page(payments)));
  app.use('/v1/*', trouble.middleware);
  app.use('/v1/*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${key}` ? next() : c.json({ error: 'not authorised' }, 401),
  );
  app.post(paymentsPath, async (c) => {
    const requestId = z.uuid().safeParse(c.req.header(requestIdHeader));
    const order = orderSchema.safeParse(await c.req.json().catch(() => null));
    if (!requestId.success) return c.json({ error: `${requestIdHeader} must be a UUID` }, 400);
    if (!order.success) return c.json({ error: 'not an order', issues: order.error.issues }, 400);
    const earlier = payments.find(requestId.data);
    if (earlier && !isSame(earlier, order.data)) return c.json({ error: 'another order has this id' }, 409);
    if (!earlier && order.data.account.endsWith(magicEndings.errorOnce) && !failedOnce.has(requestId.data)) {
      failedOnce.add(requestId.data);
      return c.json({ error: 'out of order' }, 500);
    }
    const payment = earlier ?? payments.add(requestId.data, order.data, wish ?? null);
    if (!earlier) wish = undefined;
    return c.json(payments.stateOf(payment), payment.rejected !== null ? 422 : earlier ? 200 : 201);
  });
  app.get(`${paymentsPath}/:id`, (c) => {
    const payment = payments.find(c.req.param('id'));
    return payment ? c.json(payments.stateOf(payment)) : c.json({ error: notFoundError }, 404);
  });
  app.post(ownersPath, async (c) => {
    const asked = ownerSchema.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return c.json({ error: 'not an owner', issues: asked.error.issues }, 400);
    return c.json({ ownership: ownershipOf(asked.data) } satisfies WireOwnership);
  });
  app.get(bookingsPath, (c) => {
    const bookings = payments
      .booked(c.req.query('day') ?? '')
      .map(({ requestId, paymentId, amount, settlesMs }) => {
        return { requestId, paymentId, amount, at: new Date(settlesMs).toISOString() };
      });
    return c.json({ bookings } satisfies WireBookings);
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ ...trouble.shown(), outcome: wish, payments: payments.all() }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    wish = wanted.data.outcome;
    trouble.wish(wanted.data);
    return c.json({ outcome: wish });
  });
  return { app, control };
}

function isSame(payment: Payment, order: WireOrder): boolean {
  const { amount, currency, account, ownerNationalId, text } = payment;
  return isDeepStrictEqual({ amount, currency, account, ownerNationalId, text }, order);
}
