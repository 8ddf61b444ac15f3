/** What testers may set: what is answered next, what breaks, what a cardholder's bank takes back. */
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { createTrouble, troubleFields } from '../../sandbox-trouble.ts';
import type { Ledger } from './ledger.ts';
import { masked } from './test-cards.ts';

const controlSchema = z.strictObject({
  /** Said in place of what the card would say, as often and there as the trouble; 10 approves half. */
  responseCode: z.string().min(2).max(6).optional(),
  /** At once; hundredths, or all that is left. */
  chargeback: z.object({ correlationId: z.string(), amount: z.int().min(1).optional() }).optional(),
  /** Reverses a chargeback at once; in hundredths of a króna, the whole amount by default. */
  chargebackReversal: z.object({ correlationId: z.string(), amount: z.int().min(1).optional() }).optional(),
  ...troubleFields,
});
type Wish = Pick<z.infer<typeof controlSchema>, 'responseCode' | 'on' | 'times'>;

export type Control = {
  app: Hono;
  /** Before every call of the gateway. */
  middleware: MiddlewareHandler;
  /** The response code that is wanted of a call that has come. */
  wanted(path: string): string | undefined;
};

export function createControl(ledger: Ledger, shown: () => object): Control {
  const trouble = createTrouble(hiddenText);
  let wish: Wish = {};
  const app = new Hono();
  app.get('/', (c) => c.json({ ...trouble.shown(), responseCode: wish.responseCode, ...shown() }));
  app.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    const { responseCode, on, times, chargeback, chargebackReversal } = wanted.data;
    if (chargeback && !dispute(ledger, 'chargeback', chargeback))
      return c.json({ error: 'nothing to take back' }, 409);
    if (chargebackReversal && !dispute(ledger, 'chargebackReversal', chargebackReversal))
      return c.json({ error: 'nothing to give back' }, 409);
    wish = responseCode === undefined ? {} : { responseCode, on, times };
    trouble.wish(wanted.data);
    return c.json({ responseCode });
  });
  return {
    app,
    middleware: trouble.middleware,
    wanted(path) {
      const { responseCode, on, times = 1 } = wish;
      if (on !== undefined && !path.endsWith(on)) return undefined;
      wish = times > 1 ? { ...wish, times: times - 1 } : {};
      return responseCode;
    },
  };
}

type Dispute = { correlationId: string; amount?: number | undefined };

function dispute(ledger: Ledger, kind: 'chargeback' | 'chargebackReversal', asked: Dispute) {
  const purchase = ledger.find(asked.correlationId);
  if (!purchase) return null;
  const left = kind === 'chargeback' ? ledger.refundable(purchase) : ledger.chargedBack(purchase);
  const amount = asked.amount ?? left;
  if (amount > left || left === 0) return null;
  const { acquirerReferenceNumber, authorizationCode, card, masked: name } = purchase;
  const same = { acquirerReferenceNumber, authorizationCode, card, masked: name };
  const correlationId = `${kind} ${asked.correlationId}`;
  return ledger.book({ ...same, kind, correlationId, amount, asked: amount });
}

function hiddenText(body: string): unknown {
  try {
    return hidden(JSON.parse(body));
  } catch {
    return 'not JSON';
  }
}

/** Numbers of cards with their middle hidden, security codes wholly. */
function hidden(value: unknown, name = ''): unknown {
  if (/^cvc$/i.test(name)) return '***';
  if (/^cardNumber$/i.test(name)) return masked(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => hidden(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hidden(each, key)]));
}
