/**
 * Checks of every request before any handler reads it: the address is plain text, in its one
 * spelling below `/api`; the body is neither encoded nor too large.
 * See docs/rules/calls.md, Addresses and bodies.
 */
import type { Context, MiddlewareHandler, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { api } from '#contract/api.ts';
import type { Calls } from '#contract/call.ts';
import { refuse } from '#server/platform/refusal.ts';
import { createBodyBytesAt } from './body-limit.ts';
import { isPlainText } from './plain-text.ts';
import { spell, targetOf } from './spelling.ts';

export function requireWellFormed(calls: Calls = api): MiddlewareHandler {
  const bodyBytesAt = createBodyBytesAt(calls);
  return async (context, next) => {
    refuseMalformedAddress(context);
    return limitBody(context, next, bodyBytesAt(context.req.path));
  };
}

function refuseMalformedAddress(context: Context): void {
  const { path, query } = targetOf(context);
  const isCall = isBelowApi(context.req.path) || isBelowApi(spell(path) ?? '');
  const readable = { path: decoded(path), query: decoded(query.replaceAll('+', ' ')) };
  for (const [place, text] of Object.entries(readable)) {
    // An undecodable page address is a page that does not exist, and its query is read as far as
    // possible.
    if (text === null ? isCall : !isPlainText(text)) {
      refuse('EC_INVALID_INPUT', { issues: { [place]: [{ path: [], message: 'genericForm' }] } });
    }
  }
  if (isCall && !isOneSpelling(path)) refuse('EC_NO_DATA_FOUND', { status: 404 });
}

const isBelowApi = (path: string): boolean => /^\/api(?:\/|$)/.test(path);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Letters, digits and `-._~`, which mean the same with and without percent-encoding (RFC 3986, 2.3). */
const encodedUnreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

/** Routers accept several spellings of a path, so a proxy rule for one spelling could be bypassed. */
function isOneSpelling(path: string): boolean {
  return !/\/\/|\\|\/\.{1,2}(?:\/|$)/.test(path) && !encodedUnreserved.test(path);
}

/** An announced length is trusted, since Node reads no more than that. Otherwise the body is counted. */
async function limitBody(context: Context, next: Next, maxSize: number): Promise<Response | undefined> {
  const { req } = context;
  const coding = req.header('content-encoding') ?? 'identity';
  if (coding !== 'identity') refuse('EC_INVALID_INPUT', { status: 415 });
  const announced = req.header('content-length');
  if (Number(announced ?? 0) > maxSize) tooLarge();
  if (announced === undefined && req.method !== 'GET')
    return (await bodyLimit({ maxSize, onError: tooLarge })(context, next)) ?? undefined;
  await next();
  return undefined;
}

function tooLarge(): never {
  refuse('EC_INVALID_INPUT', { status: 413, issues: { body: [{ path: [], message: 'genericForm' }] } });
}
