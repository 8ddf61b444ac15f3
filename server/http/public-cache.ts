/** Keeps answers of public calls for their `maxAge`, so that a page costs rendering, not queries. */
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import type { Handlers } from '#server/platform/handler.ts';

const entriesMax = 2000;

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>;

/** @param monotonicMs milliseconds that only grow */
export function withPublicCache<Some extends Partial<Handlers>>(handlers: Some, monotonicMs: () => number) {
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

  const wrapped = Object.fromEntries(
    (Object.keys(handlers) as (keyof Some & CallName)[]).map((name) => {
      const call: Call = api[name];
      const handler = handlers[name] as unknown as AnyHandler;
      return [name, call.maxAge === undefined ? handler : cached(name, handler, call.maxAge)];
    }),
  ) as unknown as Some;
  return { handlers: wrapped, forget: () => kept.clear() };
}
