/** Keeps answers of public calls for their `maxAge`, so that a page costs rendering, not queries. */
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import type { Handlers } from '#server/platform/handler.ts';

const entriesMax = 2000;

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>;

/** @param monotonicMs milliseconds that only grow */
export function createPublicCache(monotonicMs: () => number) {
  const kept = new Map<string, { answer: Promise<unknown>; until: number }>();

  function cached(name: CallName, handler: AnyHandler, maxAge: number): AnyHandler {
    return (input, context) => {
      const key = `${name} ${JSON.stringify(input)}`;
      const known = kept.get(key);
      if (known && known.until > monotonicMs()) return known.answer;
      const answer = handler(input, context);
      if (kept.size >= entriesMax) kept.clear();
      kept.set(key, { answer, until: monotonicMs() + maxAge * 1000 });
      answer.catch(() => kept.delete(key));
      return answer;
    };
  }

  return {
    /** The handlers, of which those of public calls answer from the cache. */
    keep<Some extends Partial<Handlers>>(handlers: Some): Some {
      const wrapped = (Object.keys(handlers) as (keyof Some & CallName)[]).map((name) => {
        const { maxAge }: Call = api[name];
        const handler = handlers[name] as unknown as AnyHandler;
        return [name, maxAge === undefined ? handler : cached(name, handler, maxAge)];
      });
      return Object.fromEntries(wrapped) as Some;
    },
    forget: () => kept.clear(),
  };
}
