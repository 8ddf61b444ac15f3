/** The sandbox over HTTP: the protocol of `wire.ts`, a page for people, and a control for testers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { frame } from '../../sandbox-page.ts';
import type { SignedProtocol } from '../../signed-protocol.ts';
import { figuresPath, participationSchema } from '../wire.ts';
import type { Pools } from './pools.ts';

const controlSchema = z.object({
  /** Of the next draw: winning rows abroad by tier, and the rate. */
  winnersAbroad: z.record(z.coerce.number(), z.int().min(0)).optional(),
  euroRate: z.string().optional(),
  /** For the next participation: answers late, not at all, cut off, or with a spoilt signature. */
  delayMs: z.int().min(0).max(600_000).optional(),
  fault: z.enum(['refuse', 'garbage', 'forge']).optional(),
});
type Control = z.infer<typeof controlSchema>;

const requestsKept = 200;

export function createApps(pools: Pools): { app: Hono; control: Hono } {
  const requests: unknown[] = [];
  let next: Control = {};

  const app = new Hono();
  app.get('/', (c) => c.html(page(pools.published())));
  app.post(figuresPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    requests.push(body);
    if (requests.length > requestsKept) requests.shift();
    const participation = participationSchema.safeParse(body);
    if (!participation.success) return c.json({ error: 'not a participation' }, 400);
    const { delayMs = 0, fault, ...wanted } = next;
    next = fault === undefined ? {} : wanted;
    await sleep(delayMs);
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"protocol":');
    const answer = pools.figures(participation.data, wanted);
    if (!answer) return c.json({ error: 'these figures were made for another participation' }, 409);
    if (c.req.query('plain') !== undefined) return c.text(answer.protocol);
    return c.json(fault === 'forge' ? forged(answer) : answer);
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ requests, next, published: pools.published() }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    next = wanted.data;
    return c.json({ next });
  });
  return { app, control };
}

function forged(answer: SignedProtocol): SignedProtocol {
  const bytes = Buffer.from(answer.signature, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return { ...answer, signature: bytes.toString('base64url') };
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
