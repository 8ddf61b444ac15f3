/** What testers do to a sandbox's answers: late, an error, cut off, or the connection ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';

/** For the next `times` requests (1 unless said), or those to a path that ends so (`on`) alone. */
export const troubleFields = {
  delayMs: z.int().min(0).max(600_000).optional(),
  /** 500, half an answer, an end of the connection; 502, 503 and 429 as from somebody in between. */
  fault: z.enum(['error', 'garbage', 'reset', 'badGateway', 'unavailable', 'busy']).optional(),
  /** The request is done, and only its answer suffers. */
  done: z.boolean().optional(),
  on: z.string().optional(),
  times: z.int().min(1).max(1000).optional(),
};
const troubleSchema = z.object(troubleFields);
export type TroubleWish = z.infer<typeof troubleSchema>;

/** Of Node's server; the tests that call an app without a socket have none. */
type Socket = { incoming?: { socket: { resetAndDestroy(): void } } };

const requestsKept = 200;

export type Trouble = {
  /** None of the fields: no trouble. */
  wish(wanted: TroubleWish): void;
  shown(): object;
  /** Notes each request, without its headers, and spoils its answer where that was wished. */
  middleware: MiddlewareHandler;
};

const inBetween = { badGateway: 502, unavailable: 503, busy: 429 } as const;

/** @param hide makes of a request's body what people may see */
export function createTrouble(hide: (body: string) => unknown = (body) => body): Trouble {
  const requests: object[] = [];
  let next: TroubleWish = {};
  const take = (path: string): TroubleWish => {
    const { on, times = 1 } = next;
    if (on !== undefined && !path.endsWith(on)) return {};
    const taken = next;
    next = times > 1 ? { ...next, times: times - 1 } : {};
    return taken;
  };
  return {
    wish({ delayMs, fault, done, on, times }) {
      const isTrouble = delayMs !== undefined || fault !== undefined;
      next = isTrouble ? { delayMs, fault, done, on, times } : {};
    },
    shown: () => ({ requests, trouble: next }),
    async middleware(c, following) {
      const { method, path } = c.req;
      const body = method === 'POST' ? hide(await c.req.text()) : undefined;
      requests.push({ method, url: c.req.url, body });
      if (requests.length > requestsKept) requests.shift();
      const { delayMs = 0, fault, done = false } = take(path);
      if (done) await following();
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      if (!done && fault === undefined) await following();
      if (fault === 'error') c.res = Response.json({ code: 500, message: 'on demand' }, { status: 500 });
      if (fault === 'garbage') c.res = new Response('{"token":"', { status: 200 });
      if (fault !== undefined && fault in inBetween) {
        c.res = new Response('', { status: inBetween[fault as keyof typeof inBetween] });
      }
      if (fault !== 'reset') return;
      (c.env as Socket | undefined)?.incoming?.socket.resetAndDestroy();
      c.res = new Response(null, { status: 500 });
    },
  };
}
