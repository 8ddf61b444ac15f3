/** Calls an app in process as a player would over HTTP. */
import type { ErrorBody } from '#contract/errors.ts';

type AppLike = { request: (path: string, init?: RequestInit) => Response | Promise<Response> };
export type Answer<T = Record<string, unknown>> = {
  status: number;
  body: T & Partial<ErrorBody>;
  headers: Headers;
};

const base = 'http://localhost/api/proxy';

export async function get<T>(app: AppLike, path: string, cookie?: string): Promise<Answer<T>> {
  return read(await app.request(base + path, { headers: cookie ? { cookie } : {} }));
}

export async function post<T>(
  app: AppLike,
  path: string,
  body: unknown,
  { cookie, key, headers = {} }: { cookie?: string; key?: string; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const sent: Record<string, string> = { 'content-type': 'application/json', ...headers };
  if (cookie) sent.cookie = cookie;
  if (key) sent['idempotency-key'] = key;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return read(await app.request(base + path, { method: 'POST', headers: sent, body: text }));
}

async function read<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers };
}
