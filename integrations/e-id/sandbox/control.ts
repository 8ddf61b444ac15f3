/** What testers may set: what phones do, what is refused, what is forged, what is late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import type { PhoneRequest, Requests } from './requests.ts';

const forgeries = z.enum([
  ...(['foreign', 'spoilt', 'unsigned', 'otherPerson', 'otherSignature', 'otherSubject'] as const),
  ...(['idToken', 'oldToken', 'issuer', 'audience', 'state'] as const),
]);
export type Forgery = z.infer<typeof forgeries>;

const controlSchema = z.object({
  /** On the newest request of this person. */
  act: z.enum(['confirm', 'cancel', 'block', 'ignore']).optional(),
  nationalId: z.string().optional(),
  /** The code picked; without it the right one is. */
  choice: z.string().optional(),
  autoConfirm: z.boolean().optional(),
  /** A code of the provider (`failures.ts`) for the next call of the tree. */
  refuse: z.string().optional(),
  /** Until told otherwise, null ends it. */
  forge: forgeries.nullable().optional(),
  /** For the next `times` requests (1 unless said): answers late, never, with 503, or cut off. */
  delayMs: z.int().min(0).max(600_000).optional(),
  fault: z.enum(['down', 'garbage']).optional(),
  times: z.int().min(1).max(1000).optional(),
});

export type Control = {
  app: Hono;
  refuseNext(): string | undefined;
  forgery(): Forgery | undefined;
  /** Waits, and answers in place of the sandbox when it is out of order. */
  disturb(): Promise<Response | null>;
};

export function createControl(requests: Requests): Control {
  let refuse: string | undefined;
  let forge: Forgery | undefined;
  let trouble: { delayMs: number; fault: 'down' | 'garbage' | undefined; left: number } | null = null;
  const app = new Hono();
  const state = () => ({ autoConfirm: requests.autoConfirm, refuse, forge, trouble });
  app.get('/', (c) => c.json({ ...state(), requests: requests.all().map((one) => told(one, requests)) }));
  app.post('/', async (c) => {
    const wanted = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!wanted.success) return c.json({ error: wanted.error.issues }, 400);
    const { act, nationalId, choice, autoConfirm, delayMs = 0, fault, times = 1 } = wanted.data;
    if (act !== undefined) {
      const request = requests.all().findLast(({ person }) => person.nationalId === nationalId);
      const picked = choice ?? request?.code ?? undefined;
      if (!request || !requests.act(request.id, act, picked))
        return c.json({ error: 'no request waits' }, 409);
    }
    if (autoConfirm !== undefined) requests.autoConfirm = autoConfirm;
    if (wanted.data.refuse !== undefined) refuse = wanted.data.refuse;
    if (wanted.data.forge !== undefined) forge = wanted.data.forge ?? undefined;
    if (delayMs > 0 || fault) trouble = { delayMs, fault, left: times };
    return c.json(state());
  });
  return {
    app,
    refuseNext() {
      const code = refuse;
      refuse = undefined;
      return code;
    },
    forgery: () => forge,
    async disturb() {
      if (!trouble) return null;
      const { delayMs, fault, left } = trouble;
      trouble = left > 1 ? { ...trouble, left: left - 1 } : null;
      await sleep(delayMs);
      if (fault === 'down') return new Response('{"code":503}', { status: 503 });
      return fault === 'garbage' ? new Response('{"authId":') : null;
    },
  };
}

function told(request: PhoneRequest, requests: Requests): object {
  const { id, method, person, title, message, code, choices, at } = request;
  const outcome = requests.outcome(request);
  return { id, method, nationalId: person.nationalId, title, message, code, choices, at, outcome };
}
