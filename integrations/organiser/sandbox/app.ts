/** The sandbox over HTTP: the protocol of `wire.ts`, a page for people, and a control for testers. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { createControl, faultFields, forged } from '../../sandbox-control.ts';
import { frame } from '../../sandbox-page.ts';
import { figuresPath, participationSchema } from '../wire.ts';
import type { Pools } from './pools.ts';

const controlSchema = z.object({
  /** Of the next draw: winning rows abroad by tier, and the rate. */
  winnersAbroad: z.record(z.coerce.number(), z.int().min(0)).optional(),
  euroRate: z.string().optional(),
  ...faultFields,
});
type Control = z.infer<typeof controlSchema>;

export function createApps(pools: Pools): { app: Hono; control: Hono } {
  const { control, note, take } = createControl<Control>(
    {},
    { schema: controlSchema, following, shown: () => ({ published: pools.published() }) },
  );
  const app = new Hono();
  app.get('/', (c) => c.html(page(pools.published())));
  app.post(figuresPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    note(body);
    const participation = participationSchema.safeParse(body);
    if (!participation.success) return c.json({ error: 'not a participation' }, 400);
    const { delayMs: _, fault, ...wanted } = await take();
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"protocol":');
    const answer = pools.figures(participation.data, wanted);
    if (!answer) return c.json({ error: 'these figures were made for another participation' }, 409);
    if (c.req.query('plain') !== undefined) return c.text(answer.protocol);
    return c.json(fault === 'forge' ? forged(answer) : answer);
  });
  return { app, control };
}

/** A fault takes nothing of what is wanted of the draw, which has not been made. */
function following({ delayMs: _, fault, ...wanted }: Control): Control {
  return fault === undefined ? {} : wanted;
}

/** The figures that were published, newest first, for people who want to look. */
function page(published: readonly string[]) {
  return frame(
    'Organiser of common pools',
    html`<p>
        A sandbox that sells, draws winners and carries pools in all other countries.
        <code>POST /_control/organiser</code> with <code>{"winnersAbroad":{"1":1}}</code> or
        <code>{"euroRate":"150.00"}</code> sets the next draw; <code>{"fault":"refuse"}</code>,
        <code>"garbage"</code>, <code>"forge"</code> and <code>{"delayMs":5000}</code> break it. By hand:
        <code>operator draw count GAME DRAW --json</code>, post that to
        <code>/organiser/figures?plain</code>, and bring the answer with <code>operator draw import</code>.
        <a href="/_control/organiser">Requests received</a> · <a href="/">All sandboxes</a>
      </p>
      ${published.toReversed().map((text) => html`<pre>${JSON.stringify(JSON.parse(text), null, 2)}</pre>`)}`,
  );
}
