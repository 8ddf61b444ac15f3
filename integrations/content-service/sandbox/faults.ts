/** What a tester wants the next answers to be. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';

const controlSchema = z
  .object({
    /**
     * `rateLimit` 429, `error` 500, `graphqlError` an error in a proper answer, `garbage` what is no JSON,
     * `hang` no answer until the asker gives up, `answer` whatever stands in `answer`.
     */
    fault: z.enum(['rateLimit', 'error', 'graphqlError', 'garbage', 'hang', 'answer']).optional(),
    answer: z.unknown().optional(),
    delayMs: z.int().min(0).max(600_000).optional(),
    /** For how many requests (1 unless said). */
    times: z.int().min(1).max(1_000_000).optional(),
    /** Only for this query: `GeneralPage`. */
    operation: z.string().optional(),
  })
  .strict();
type Control = z.infer<typeof controlSchema>;

export type Faults = {
  /** The answer that was wished for this query, null for a proper one. Waits first when it is to be slow. */
  next(operation: string): Promise<Response | null>;
  control: Hono;
};

const requestsKept = 200;

export function createFaults(): Faults {
  const requests: string[] = [];
  let wanted: Control = {};
  const control = new Hono();
  control.get('/', (c) => c.json({ requests, next: wanted }));
  control.post('/', async (c) => {
    const body = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ error: body.error.issues }, 400);
    wanted = body.data;
    return c.json({ next: wanted });
  });
  return {
    control,
    async next(operation) {
      requests.push(operation);
      if (requests.length > requestsKept) requests.shift();
      if (wanted.operation !== undefined && wanted.operation !== operation) return null;
      const now = wanted;
      const left = (now.times ?? 1) - 1;
      wanted = left > 0 ? { ...now, times: left } : {};
      await sleep(now.delayMs ?? 0);
      return answerOf(now);
    },
  };
}

async function answerOf({ fault, answer }: Control): Promise<Response | null> {
  switch (fault) {
    case 'rateLimit':
      return Response.json(
        { data: [{ attributes: { code: 'RATE_LIMIT_EXCEEDED', details: {} } }] },
        { status: 429 },
      );
    case 'error':
      return new Response('Internal Server Error', { status: 500 });
    case 'graphqlError':
      return Response.json({ errors: [{ message: 'the sandbox was told to fail' }] });
    case 'garbage':
      return new Response('{"data":{"si', { headers: { 'content-type': 'application/json' } });
    case 'hang':
      await sleep(600_000, undefined, { ref: false });
      return new Response(null, { status: 504 });
    case 'answer':
      return Response.json(answer ?? null);
    default:
      return null;
  }
}
