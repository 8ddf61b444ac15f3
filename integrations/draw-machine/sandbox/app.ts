/** The sandbox over HTTP: the protocol of `wire.ts`, a page for people, and a control for testers. */
import { Hono } from 'hono';
import { z } from 'zod';
import { RandomFailure } from '#rules/values/random-health.ts';
import { createControl, faultFields, forged } from '../../sandbox-control.ts';
import { drawsPath, orderSchema } from '../wire.ts';
import type { Machine } from './machine.ts';
import { page } from './page.ts';

const controlSchema = z.object({
  /** The next draw's outcome. */
  numbers: z.array(z.int()).optional(),
  bonusNumbers: z.array(z.int()).optional(),
  joker: z.string().optional(),
  ...faultFields,
  /** For so many orders; one unless said. */
  times: z.int().min(1).max(1000).optional(),
});
type Control = z.infer<typeof controlSchema>;

export function createApps(machine: Machine): { app: Hono; control: Hono } {
  const { control, note, take } = createControl<Control>(
    {},
    { schema: controlSchema, following, shown: () => ({ draws: machine.made() }) },
  );
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof RandomFailure) return c.json({ error: error.message }, 503);
    throw error;
  });
  app.get('/', (c) => c.html(page(machine.made())));
  app.post(drawsPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    note(body);
    const order = orderSchema.safeParse(body);
    if (!order.success) return c.json({ error: 'not an order' }, 400);
    const { fault, ...wanted } = await take();
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"protocol":');
    const answer = machine.draw(order.data, outcomeOf(wanted));
    if (!answer) return c.json({ error: 'this draw was made for other sales' }, 409);
    return c.json(fault === 'forge' ? forged(answer) : answer);
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
