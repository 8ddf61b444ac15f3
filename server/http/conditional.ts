/** ETags, conditional requests and ranges for responses sent unchanged: files, pictures, results. */
import { hash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { refuse } from '#server/platform/refusal.ts';
import { evaluate, rangeOf, type Validators } from './preconditions.ts';

/** Headers of the 200 response that a 304 must repeat (RFC 9110, 15.4.5). */
const notModifiedHeaders = ['cache-control', 'content-location', 'expires', 'last-modified', 'vary'];

/** Must run inside `compressed`, which weakens the ETag of a response that it encodes. */
export const conditional: MiddlewareHandler = async (context, next) => {
  const header = (name: string) => requestHeaders.get(name) ?? undefined;
  const requestHeaders = new Headers(context.req.raw.headers);
  if (requestHeaders.has('range')) hideRange(context);
  await next();
  const { res, req } = context;
  if (res.status !== 200 || (req.method !== 'GET' && req.method !== 'HEAD')) return;
  const validators = await validatorsOf(context);
  const { etag } = validators;
  const outcome = evaluate(header, validators);
  if (outcome === 412) refuse('EC_INVALID_INPUT', { status: 412 });
  context.res.headers.set('ETag', etag);
  context.res.headers.set('Accept-Ranges', 'bytes');
  if (outcome === 304) return notModified(context, etag);
  if (requestHeaders.has('range')) await sendRange(context, header, validators);
};

/**
 * Other handlers must answer with the whole response, which is cut here: they would read ranges
 * differently.
 */
function hideRange({ req }: Context): void {
  const headers = new Headers(req.raw.headers);
  headers.delete('range');
  req.raw = new Request(req.raw.url, { method: req.raw.method, headers });
}

/** The ETag of a file is made of its time and length; of other responses, of a hash of the bytes. */
async function validatorsOf(context: Context): Promise<Validators> {
  const { headers } = context.res;
  const existing = headers.get('etag');
  const lastModified = headers.get('last-modified') ?? undefined;
  const length = headers.get('content-length');
  if (existing !== null) return { etag: existing, lastModified };
  if (lastModified !== undefined && length !== null) {
    const coding = headers.get('content-encoding') ?? '';
    return { etag: `"${Date.parse(lastModified).toString(36)}-${length}${coding}"`, lastModified };
  }
  const bytes = Buffer.from(await context.res.arrayBuffer());
  context.res = new Response(bytes, context.res);
  return { etag: `"${hash('sha1', bytes, 'base64url')}"`, lastModified };
}

function notModified(context: Context, etag: string): void {
  const headers = new Headers({ etag });
  for (const name of notModifiedHeaders) {
    const value = context.res.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  void context.res.body?.cancel();
  context.res = undefined;
  context.res = new Response(null, { status: 304, headers });
}

async function sendRange(
  context: Context,
  header: (name: string) => string | undefined,
  validators: Validators,
): Promise<void> {
  const whole = Buffer.from(await context.res.arrayBuffer());
  const range = rangeOf(header, validators, whole.length);
  const headers = new Headers(context.res.headers);
  const body = range === null ? null : range === 'all' ? whole : whole.subarray(range.first, range.last + 1);
  headers.set('Content-Length', String(body?.length ?? 0));
  if (range !== 'all') {
    const which = range === null ? '*' : `${range.first}-${range.last}`;
    headers.set('Content-Range', `bytes ${which}/${whole.length}`);
  }
  context.res = undefined;
  context.res = new Response(body, { status: range === 'all' ? 200 : range === null ? 416 : 206, headers });
}

/**
 * Answers HEAD as GET without the body, with the same headers including length and coding. API
 * calls are excluded, since a GET there may have side effects.
 */
export const headAsGet: MiddlewareHandler = async (context, next) => {
  const { req } = context;
  if (req.method !== 'HEAD' || req.path.startsWith('/api/')) return next();
  const headers = new Headers(req.raw.headers);
  headers.delete('range');
  req.raw = new Request(req.raw.url, { method: 'GET', headers });
  await next();
  const { res } = context;
  const isCounted = ['content-length', 'content-encoding', 'transfer-encoding'].some((name) =>
    res.headers.has(name),
  );
  if (isCounted || res.body === null) return;
  const { byteLength } = await res.arrayBuffer();
  context.res = new Response(null, res);
  context.res.headers.set('Content-Length', String(byteLength));
};
