/** Stands in for Nova's SMS gateway: keeps what it is sent, and fails for certain numbers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import { querySchema, sendSchema, type WireAnswer, type WireSend, type WireStatus } from '../wire.ts';
import { page } from './page.ts';
import { segmentsOf } from './segments.ts';
import type { StoredText } from './stored-text.ts';

/** Numbers, without the country's code, that are not reached. */
export const magicNumbers: Readonly<Record<string, WireStatus>> = {
  '6990001': 'failed',
  '6990002': 'rejected',
  '6990003': 'timeout',
};

const controlSchema = z.object({
  /** Answers the next `times` requests with this status. */
  status: z.int().min(400).max(599).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  times: z.int().min(1).max(1000).optional(),
});
type Control = z.infer<typeof controlSchema>;

const textsKept = 500;

export function smsSandbox({ username, password }: { username: string; password: string }) {
  const texts: StoredText[] = [];
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let trouble: Control = {};

  const app = new Hono();
  app.get('/', (c) => c.html(page(texts)));
  app.post('/v1/sms', async (c) => {
    if (c.req.header('authorization') !== expected) return c.json(refusal('not authorised'), 401);
    const { status, delayMs = 0, times = 1 } = trouble;
    trouble = times > 1 ? { ...trouble, times: times - 1 } : {};
    await sleep(delayMs);
    if (status !== undefined) return new Response(JSON.stringify(refusal('on demand')), { status });
    const body: unknown = await c.req.json().catch(() => null);
    const asked = querySchema.safeParse(body);
    if (asked.success) return c.json(answer(texts.filter(({ uuid }) => asked.data.uuid.includes(uuid))));
    const sent = sendSchema.safeParse(body);
    if (!sent.success) return c.json(refusal('not a message'), 400);
    const fresh = stored(sent.data);
    texts.push(...fresh);
    texts.splice(0, texts.length - textsKept);
    return c.json(answer(fresh));
  });

  const control = new Hono();
  control.get('/', (c) => c.json({ texts, ...trouble }));
  control.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    trouble = wanted.data;
    return c.json(trouble);
  });
  return { app, control };
}

function stored({ from, to, body, wait }: WireSend): StoredText[] {
  const good: WireStatus = wait === 'delivery' ? 'delivered' : wait === 'queue' ? 'queued' : 'accepted';
  return to.map((number) => {
    const status = magicNumbers[number.replace(/^\+354/, '')] ?? good;
    const segments = segmentsOf(body);
    return {
      uuid: randomUUID(),
      from,
      to: number,
      body,
      delivery_status: status,
      error: status !== good,
      segments_total: segments,
    };
  });
}

function answer(found: readonly StoredText[]): WireAnswer {
  const messages = found.map(({ from: _, body: __, ...message }) => message);
  return { error: false, error_details: null, messages, messages_total: messages.length };
}

function refusal(details: string): WireAnswer {
  return { error: true, error_details: details, messages: [], messages_total: 0 };
}
