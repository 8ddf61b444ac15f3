/** What testers may set: what is answered next, what breaks, what a cardholder's bank takes back. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Ledger } from './ledger.ts';
import { masked } from './test-cards.ts';

/** Of Node's server; not there when an app is asked without one. */
export type Env = { Bindings: { incoming?: IncomingMessage } };

const troubleSchema = z.object({
  /** Only calls of this path (`/Payment/VirtualCardPayment`); without it, any. */
  path: z.string().optional(),
  /** Said in place of what the card would say; 10 approves half. */
  responseCode: z.string().min(2).max(6).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  /** 500, 502, 503 or 429 without words of the gateway, the connection cut, JSON cut off. */
  fault: z.enum(['error', 'badGateway', 'unavailable', 'busy', 'reset', 'garbage']).optional(),
  /** Delay and fault come before the call is worked on, or after. */
  when: z.enum(['before', 'after']).optional(),
  times: z.int().min(1).max(100_000).optional(),
});
type Trouble = z.infer<typeof troubleSchema>;

const controlSchema = z.union([
  z.strictObject({ clear: z.literal(true) }),
  z.strictObject({
    chargeback: z.object({ correlationId: z.string(), amount: z.int().min(1).optional() }),
  }),
  troubleSchema.strict(),
]);

export type Wanted = {
  responseCode: string | undefined;
  /** Waits, and answers in place of the sandbox when it is out of order. */
  disturb(c: Context<Env>, when: 'before' | 'after'): Promise<Response | null>;
};

export type Control = {
  app: Hono;
  note(path: string, body: unknown): void;
  /** What holds for a call that has come. */
  take(path: string): Wanted;
};

const requestsKept = 200;

export function createControl(ledger: Ledger, shown: () => object): Control {
  const requests: { path: string; body: unknown }[] = [];
  let trouble: Trouble | null = null;
  const app = new Hono();
  app.get('/', (c) => c.json({ next: trouble, requests, ...shown() }));
  app.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    if ('chargeback' in wanted.data) {
      const taken = chargeBack(ledger, wanted.data.chargeback);
      return taken ? c.json({ chargeback: taken }) : c.json({ error: 'nothing to take back' }, 409);
    }
    if ('clear' in wanted.data) {
      trouble = null;
      requests.length = 0;
    } else trouble = wanted.data;
    return c.json({ next: trouble });
  });
  return {
    app,
    note(path, body) {
      requests.push({ path, body: hidden(body) });
      if (requests.length > requestsKept) requests.shift();
    },
    take(path) {
      const mine = trouble && (trouble.path ?? path) === path ? trouble : null;
      if (mine) trouble = (mine.times ?? 1) > 1 ? { ...mine, times: (mine.times ?? 1) - 1 } : null;
      return {
        responseCode: mine?.responseCode,
        async disturb(c, when) {
          if (!mine || (mine.when ?? 'before') !== when) return null;
          await sleep(mine.delayMs ?? 0);
          return mine.fault ? broken(c, mine.fault) : null;
        },
      };
    },
  };
}

const statuses = { error: 500, badGateway: 502, unavailable: 503, busy: 429 } as const;

function broken(c: Context<Env>, fault: NonNullable<Trouble['fault']>): Response {
  if (fault === 'reset') return cutOff(c);
  if (fault === 'garbage') return new Response('{"isSuccess":true,"respon');
  return new Response('', { status: statuses[fault] });
}

/** The connection ends without an answer. */
export function cutOff(c: Context<Env>): Response {
  c.env?.incoming?.socket.destroy();
  return new Response(null);
}

function chargeBack(ledger: Ledger, asked: { correlationId: string; amount?: number | undefined }) {
  const purchase = ledger.find(asked.correlationId);
  if (!purchase) return null;
  const left = ledger.refundable(purchase);
  const amount = asked.amount ?? left;
  if (amount > left || left === 0) return null;
  const { acquirerReferenceNumber, authorizationCode, card, masked: name } = purchase;
  const same = { acquirerReferenceNumber, authorizationCode, card, masked: name };
  const correlationId = `chargeback ${asked.correlationId}`;
  return ledger.book({ ...same, kind: 'chargeback', correlationId, amount, asked: amount });
}

/** Numbers of cards with their middle hidden, security codes wholly. */
function hidden(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && /^cardNumber$/i.test(name)) return masked(value);
  if (/^cvc$/i.test(name)) return '***';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => hidden(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hidden(each, key)]));
}
