/**
 * The typed client of the contract: one implementation for the browser (`fetch`) and for pages rendered on
 * the server (in process). Knows methods and paths from a generated table; the schemas stay on the server.
 */
import type { ApiAnswer, ApiRequest, CallName } from '#contract/api.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

export type FetchLike = (path: string, init: RequestInit) => Promise<Response>;

/** Answers a public call without HTTP, null when the call is not public; the body may not be changed. */
export type AnswerPublic = (
  name: CallName,
  request: Pick<Parts, 'params' | 'query'>,
) => Promise<{ status: number; body: unknown }> | null;

export type CallOptions = {
  /** Sent on calls that move money: the same key gets the same answer for ever. */
  idempotencyKey?: string;
  /** The call is refused when the session belongs to another player. */
  playerId?: string;
  /** How long the answer is waited for, `EC_NETWORK_ERROR` then; by default as long as the browser does. */
  timeoutMs?: number;
};

/** `C`: the calls that it can make. */
export type Api<C extends CallName = CallName> = <K extends C>(
  name: K,
  request: ApiRequest<K>,
  options?: CallOptions,
) => Promise<ApiAnswer<K>>;

const basePath = '/api/proxy';

type Parts = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
};

/** @param table method and path of each call */
export function createApi<C extends CallName>(
  table: Readonly<Record<C, string>>,
  fetchLike: FetchLike,
  answerPublic?: AnswerPublic,
): Api<C> {
  return async (name, request, options = {}) => {
    const direct = await answerPublic?.(name, request as Parts);
    if (direct) return taken(direct.status, direct.body) as never;
    const [method = '', template = ''] = table[name].split(' ');
    const { params, query, body } = request as Parts;
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
    if (options.playerId !== undefined) headers['Player-Id'] = options.playerId;
    const init: RequestInit = { method, headers, credentials: 'same-origin' };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (options.timeoutMs !== undefined) init.signal = AbortSignal.timeout(options.timeoutMs);
    const answer = await fetchLike(pathOf(template, params, query), init).catch((cause: unknown) => {
      throw new ApiError(0, { code: 'EC_NETWORK_ERROR', message: String(cause) });
    });
    return (await read(answer)) as never;
  };
}

function pathOf(template: string, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return basePath + path + (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '');
}

async function read(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const body: unknown = await answer.json().catch(() => undefined);
  return taken(answer.status, body, answer.headers.get('Retry-After'));
}

function taken(status: number, body: unknown, retryAfter?: string | null): unknown {
  const ok = status >= 200 && status < 300;
  if (ok && body !== undefined) return body;
  const known = body as (Partial<ErrorBody> & { code: ErrorCode }) | null | undefined;
  const told = known?.code ? known : { code: ok ? ('EC_NETWORK_ERROR' as const) : ('UNKNOWN' as const) };
  throw new ApiError(status, told, retryAfter);
}
