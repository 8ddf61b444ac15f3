/** Stands in for Aur: takes requests for payments, shows them on practice phones, tells how they ended. */
import { Hono } from 'hono';
import { z } from 'zod';
import { createTrouble, troubleFields } from '../../sandbox-trouble.ts';
import {
  type AurSigns,
  codes,
  paths,
  purchaseSchema,
  signatureOf,
  tokenHeader,
  type WireBegun,
  type WireBookings,
  type WirePurchase,
  type WireTransaction,
} from '../wire.ts';
import { createCallbacks } from './callbacks.ts';
import { phoneRoutes } from './phone.ts';
import {
  type Ending,
  type Habit,
  magicNumbers,
  openPurchases,
  type Purchase,
  type Purchases,
} from './purchases.ts';

export type AurSandboxOptions = {
  token: string;
  secret: string;
  /** The signature that is taken; the other one is refused. */
  signs: AurSigns;
  dataDir: string;
  /** The product's time. */
  now: () => Date;
};

/** Below `/aur`, as the real one is below its host. */
export const basePath = '/figo/api/v1/store/web';

/** How often it is looked whether a phone acts by itself, so that the callback leaves in time. */
const lookEveryMs = 500;

const controlSchema = z.object({
  /** On the newest waiting request of this order or number. */
  act: z.enum(['approve', 'cancel']).optional(),
  orderid: z.string().optional(),
  msisdn: z.string().optional(),
  /** What happens to the next purchase, whatever its number does otherwise. */
  outcome: z.enum(['approve', 'cancel', 'never', 'refused', 'error']).optional(),
  afterMs: z.int().min(0).max(86_400_000).optional(),
  /** From now on: how often a callback is sent, and how late. */
  callbacks: z.int().min(0).max(100).optional(),
  callbackDelayMs: z.int().min(0).max(600_000).optional(),
  ...troubleFields,
});
type Wish = Habit | 'refused' | 'error';

export function aurSandbox(options: AurSandboxOptions): { app: Hono; control: Hono; stop(): void } {
  const callbacks = createCallbacks();
  const purchases = openPurchases({ ...options, onEnd: callbacks.tell });
  const trouble = createTrouble();
  let wish: Wish | null = null;
  const takeWish = (msisdn: string): Wish | null => {
    const wanted = wish ?? magicNumbers[msisdn] ?? null;
    wish = null;
    return wanted;
  };

  const app = new Hono();
  app.use(`${basePath}/*`, trouble.middleware);
  app.route(basePath, storeRoutes(options, purchases, takeWish));
  app.route('/', phoneRoutes({ purchases, now: options.now }));

  const control = new Hono();
  control.get('/', (c) => {
    purchases.settle();
    const shown = purchases
      .all()
      .map((each) => ({ ...each, ...transactionOf(each, purchases.ending(each)) }));
    return c.json({ ...trouble.shown(), outcome: wish, callbacks: callbacks.shown(), purchases: shown });
  });
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    const { act, orderid, msisdn, outcome, afterMs = 0, callbacks: count, callbackDelayMs } = wanted.data;
    const purchase =
      act && purchases.waiting().findLast((one) => one.orderid === orderid || one.msisdn === msisdn);
    if (act && !(purchase && purchases.act(purchase, act))) return c.json({ error: 'no request waits' }, 409);
    if (act) return c.json({});
    wish =
      outcome === undefined || outcome === 'refused' || outcome === 'error'
        ? (outcome ?? null)
        : { outcome, afterMs };
    callbacks.wish({
      ...(count !== undefined && { callbacks: count }),
      ...(callbackDelayMs !== undefined && { callbackDelayMs }),
    });
    trouble.wish(wanted.data);
    return c.json({ outcome: wish });
  });

  const timer = setInterval(purchases.settle, lookEveryMs);
  timer.unref();
  return { app, control, stop: () => clearInterval(timer) };
}

function storeRoutes(
  options: AurSandboxOptions,
  purchases: Purchases,
  takeWish: (msisdn: string) => Wish | null,
) {
  const store = new Hono();
  store.use(async (c, next) => {
    if (c.req.header(tokenHeader) === options.token) return next();
    return c.json(refusal(codes.unauthorised, tokenHeader), 401);
  });
  store.post(paths.purchase, async (c) => {
    const sent = purchaseSchema.safeParse(await c.req.json().catch(() => null));
    if (!sent.success) return c.json(refusal(codes.malformed, 'not a purchase'), 400);
    const wrong = faultOf(sent.data, options);
    if (wrong) return c.json(wrong, 400);
    const wanted = takeWish(sent.data.msisdn);
    if (wanted === 'error') return c.json(refusal(500, 'out of order'), 500);
    if (wanted === 'refused') return c.json(refusal(codes.notAUser, 'this number has no Aur'), 400);
    const purchase = purchases.open(sent.data, wanted);
    if (!purchase) return c.json(refusal(codes.sameOrder, 'orderid was used before'), 409);
    const { token, msisdn, expiresMs } = purchase;
    const deepLink = new URL(`/aur/phone?msisdn=${msisdn}`, c.req.url).href;
    const expires = new Date(expiresMs).toISOString();
    return c.json({ code: codes.ok, message: 'OK', token, expires, deepLink } satisfies WireBegun);
  });
  store.get(paths.transaction, (c) => {
    const { token, orderid } = c.req.query();
    const purchase = purchases.find({ token, orderid });
    if (!purchase) return c.json(refusal(codes.notFound, 'no such transaction'), 404);
    return c.json(transactionOf(purchase, purchases.ending(purchase)));
  });
  store.get(paths.bookings, (c) => {
    purchases.settle();
    const bookings = purchases.taken(c.req.query('day') ?? '').map(({ purchase, ending }) => ({
      orderid: purchase.orderid,
      transactionid: ending.transactionid ?? '',
      amount: purchase.amount,
      timestamp: new Date(ending.atMs).toISOString(),
    }));
    return c.json({ bookings } satisfies WireBookings);
  });
  return store;
}

function faultOf(wanted: WirePurchase, { signs, secret }: AurSandboxOptions) {
  const { msisdn, amount, hmac } = wanted;
  if (!/^[678]\d{6}$/.test(msisdn)) return refusal(codes.wrongNumber, 'msisdn: seven digits of a mobile');
  if (!Number.isSafeInteger(amount) || amount < 1) return refusal(codes.wrongAmount, 'amount: whole krónur');
  return hmac === signatureOf(wanted, signs, secret) ? null : refusal(codes.wrongSignature, 'hmac');
}

const refusal = (code: number, message: string) => ({ code, message });

function transactionOf({ orderid, amount }: Purchase, ending: Ending | undefined): WireTransaction {
  if (!ending) return { status: 'WAIT', orderid };
  const { status, transactionid, errorcode } = ending;
  if (status === 'FINISHED') return { status, orderid, transactionid, amount };
  return { status, orderid, errorcode, message: errorcode === 'expired' ? 'Expired' : 'Cancelled by user' };
}
