/**
 * Public calls for pages rendered in this process: the handler's own object, neither written nor read as
 * JSON, and the same object as long as nothing changed. Input is parsed by the contract as over HTTP.
 */
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { CallContext, Handlers } from '#server/platform/handler.ts';
import type { Log } from '#server/platform/log.ts';
import { describeError } from './answer-error.ts';
import { parseInput } from './input.ts';

type Sent = { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> };
export type PublicAnswer = { status: 200; body: unknown } | { status: number; body: ErrorBody };
/** Null when the call depends on who asks: then it goes through the router. */
export type AnswerPublic = (name: CallName, sent: Sent) => Promise<PublicAnswer> | null;

const nobody: CallContext & { caller: null } = {
  caller: null,
  ip: '',
  key: null,
  inputHash: null,
  browser: () => null,
  locale: 'is',
  device: () => null,
  bindBrowser: () => {},
  markReplay: () => {},
};

export function createAnswerPublic(handlers: Handlers, log: Log): AnswerPublic {
  return (name, { params = {}, query = {} }) => {
    const call: Call = api[name];
    return call.maxAge === undefined ? null : answer(name, call, params, query);
  };

  async function answer(name: CallName, call: Call, params: object, query: object): Promise<PublicAnswer> {
    const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    try {
      return { status: 200, body: await handler(parseInput(call, { params, query }), nobody) };
    } catch (error) {
      const { status, body } = describeError(error, log);
      return { status, body };
    }
  }
}
