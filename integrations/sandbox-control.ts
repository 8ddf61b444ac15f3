/** What testers tell a sandbox that signs: how its next answers come, and what it was asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SignedProtocol } from './signed-protocol.ts';

/** Of the next answers: late, not at all, cut off, or with a spoilt signature. */
export const faultFields = {
  delayMs: z.int().min(0).max(600_000).optional(),
  fault: z.enum(['refuse', 'garbage', 'forge']).optional(),
};
type Faults = { delayMs?: number | undefined; fault?: 'refuse' | 'garbage' | 'forge' | undefined };

const requestsKept = 200;

type Parts<Control> = {
  schema: z.ZodType<Control>;
  /** What stays wanted after an answer. */
  following: (control: Control) => Control;
  /** What the sandbox has made, for people who look. */
  shown: () => object;
};

export function createControl<Control extends Faults>(first: Control, parts: Parts<Control>) {
  const { schema, following, shown } = parts;
  const requests: unknown[] = [];
  let next = first;

  const control = new Hono();
  control.get('/', (c) => c.json({ requests, next, ...shown() }));
  control.post('/', async (c) => {
    const wanted = schema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    next = wanted.data;
    return c.json({ next });
  });

  return {
    control,
    note: (request: unknown): void => {
      requests.push(request);
      if (requests.length > requestsKept) requests.shift();
    },
    /** What was wanted of this answer, once it has waited as long as it should. */
    take: async (): Promise<Control> => {
      const wanted = next;
      next = following(next);
      await sleep(wanted.delayMs ?? 0);
      return wanted;
    },
  };
}

/** The same words under a signature that is not right. */
export function forged(answer: SignedProtocol): SignedProtocol {
  const bytes = Buffer.from(answer.signature, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return { ...answer, signature: bytes.toString('base64url') };
}
