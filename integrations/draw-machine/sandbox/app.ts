/** The sandbox over HTTP: the protocol of `wire.ts`, a page for people, and a control for testers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SignedProtocol } from '../../signed-protocol.ts';
import { drawsPath, orderSchema } from '../wire.ts';
import type { Machine } from './machine.ts';
import { page } from './page.ts';

const controlSchema = z.object({
  /** The next draw's outcome. */
  numbers: z.array(z.int()).optional(),
  bonusNumbers: z.array(z.int()).optional(),
  joker: z.string().optional(),
  /**
   * For the next `times` orders (1 unless said): answers late, not at all, cut off, or with
   * a spoilt signature.
   */
  delayMs: z.int().min(0).max(600_000).optional(),
  fault: z.enum(['refuse', 'garbage', 'forge']).optional(),
  times: z.int().min(1).max(1000).optional(),
});
type Control = z.infer<typeof controlSchema>;

const requestsKept = 200;

export function createApps(machine: Machine): { app: Hono; control: Hono } {
  const requests: unknown[] = [];
  let next: Control = {};

  const app = new Hono();
  app.get('/', (c) => c.html(page(machine.made())));
  app.post(drawsPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    requests.push(body);
    if (requests.length > requestsKept) requests.shift();
    const order = orderSchema.safeParse(body);
    if (!order.success) return c.json({ error: 'not an order' }, 400);
    const { delayMs = 0, fault, ...wanted } = next;
    next = following(next);
    await sleep(delayMs);
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"protocol":');
    const answer = machine.draw(order.data, outcomeOf(wanted));
    if (!answer) return c.json({ error: 'this draw was made for other sales' }, 409);
    return c.json(fault === 'forge' ? forged(answer) : answer);
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ requests, next, draws: machine.made() }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    next = wanted.data;
    return c.json({ next });
  });
  return { app, control };
}

/** A fault or delay holds for `times` orders, a wished outcome for the one draw that is made. */
function following(control: Control): Control {
  const left = (control.times ?? 1) - 1;
  if (left > 0) return { ...control, times: left };
  return control.fault === undefined ? {} : outcomeOf(control);
}

function outcomeOf({ numbers, bonusNumbers, joker }: Control) {
  return {
    ...(numbers && { numbers }),
    ...(bonusNumbers && { bonusNumbers }),
    ...(joker !== undefined && { joker }),
  };
}

function forged(answer: SignedProtocol): SignedProtocol {
  const bytes = Buffer.from(answer.signature, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return { ...answer, signature: bytes.toString('base64url') };
}
