/** Stands in for Umami: takes events from any origin, keeps the newest, fails on demand. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { html } from 'hono/html';
import { z } from 'zod';
import { eventSchema, sendPath, type WireEvent } from '../wire.ts';

const controlSchema = z.object({
  /** Answers so until told otherwise; 200 ends it. */
  status: z.int().min(200).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
});

const keptMax = 500;

/** `events` holds what was taken; `refused` counts bodies that are no events. */
export function analyticsSandbox(): { app: Hono; control: Hono } {
  const events: WireEvent[] = [];
  let refused = 0;
  let { status = 200, delayMs = 0 }: z.infer<typeof controlSchema> = {};

  const app = new Hono();
  app.get('/', (c) => c.html(page(events)));
  app.use(sendPath, cors({ origin: '*', allowMethods: ['POST'] }));
  app.post(sendPath, async (c) => {
    await sleep(delayMs);
    if (status !== 200) return new Response('{"error":"on demand"}', { status });
    const event = eventSchema.safeParse(await c.req.json().catch(() => null));
    if (!event.success) {
      refused += 1;
      return c.json({ error: event.error.issues }, 400);
    }
    events.push(event.data);
    if (events.length > keptMax) events.shift();
    return c.json({ cache: '', sessionId: '', visitId: '' });
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ events, refused, status, delayMs }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    ({ status = 200, delayMs = 0 } = wanted.data);
    return c.json({ status, delayMs });
  });
  return { app, control };
}

function page(events: readonly WireEvent[]) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Counting of visits</title>
      <h1>Counting of visits</h1>
      <p>
        Stands in for Umami. <code>POST /_control/analytics</code> with <code>{"status":500}</code> or
        <code>{"delayMs":5000}</code> breaks it. <a href="/_control/analytics">What was received</a> ·
        <a href="/">All sandboxes</a>
      </p>
      <ol>
        ${events
          .toReversed()
          .map(({ payload: { url, referrer, screen } }) => html`<li>${url} ${referrer} ${screen}</li>`)}
      </ol>
    </html>`;
}
