/** Mounts every entry of the contract: origin, session, input, handler, answer. Source: decisions §1. */
import { createHash } from 'node:crypto';
import { type Context, Hono, type Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call, type FileAnswer } from '#contract/call.ts';
import type { CallContext, Caller, Handlers } from '#server/platform/handler.ts';
import { type Log, logFault } from '#server/platform/log.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import type { SessionReader } from '#server/players/sessions.ts';
import type { SecurityEvent } from '#server/security/events.ts';
import { addressOf, localeOf } from './address.ts';
import { answerError } from './answer-error.ts';
import { cookieLine, readCookie } from './cookies.ts';
import { bodyBytesMax, hashInput, readInput, readKey, refuseForeignOrigin, refuseStranger } from './input.ts';
import { overdraftOf } from './overdraft.ts';
import { sendData } from './security-headers.ts';

export type RouterParts = {
  handlers: Handlers;
  sessions: SessionReader;
  log: Log;
  /** Parse answers against the contract: on in tests and development. */
  checkAnswers: boolean;
  /** What the content service proves itself with. */
  webhookSecret: string;
  /** Writes to the security log. */
  noteEvent: (event: SecurityEvent) => Promise<void>;
};

export function createApiRouter(parts: RouterParts): Hono {
  const router = new Hono();
  router.use(limitBody);
  for (const name of Object.keys(api) as CallName[]) mount(router, name, api[name], parts);
  return router;
}

const limitUnannounced = bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge });

/** An announced length is enough: Node reads no more than that. Without one the body itself is counted. */
async function limitBody(context: Context, next: Next): Promise<Response | undefined> {
  const announced = context.req.header('content-length');
  if (announced === undefined && context.req.method !== 'GET') {
    return (await limitUnannounced(context, next)) ?? undefined;
  }
  if (Number(announced ?? 0) > bodyBytesMax) tooLarge();
  await next();
  return undefined;
}

function tooLarge(): never {
  refuse('EC_INVALID_INPUT', { status: 413, issues: { body: [{ path: [], message: 'genericForm' }] } });
}

function mount(router: Hono, name: CallName, call: Call, parts: RouterParts): void {
  const path = `${basePath}${call.path.replace(/\{(\w+)\}/g, ':$1')}`;
  router.on(call.method, path, (context) => answer(name, call, context, parts));
}

async function answer(name: CallName, call: Call, context: Context, parts: RouterParts): Promise<Response> {
  const token = readCookie(context, 'session');
  let caller: Caller | null = null;
  try {
    const { headers } = context.req.raw;
    if (call.method === 'POST') refuseForeignOrigin(headers, context.req.header('host'));
    caller = await callerOf(call, token, parts.sessions);
    if (call.access === 'player' && !caller) refuse('EC_AUTH_FAIL');
    if (call.access === 'webhook') refuseStranger(headers, parts.webhookSecret);
    const input = await readInput(call, context);
    const key = call.money ? readKey(headers) : null;

    const more: Record<string, string> = {};
    const callContext: CallContext & { caller: Caller | null } = {
      caller,
      ip: addressOf(context),
      locale: localeOf(context),
      browser: readCookie(context, 'eLogin') ?? null,
      bindBrowser: (secret) => {
        more['Set-Cookie'] = cookieLine(context, 'eLogin', secret);
      },
      key,
      inputHash: key === null ? null : hashInput(input.body),
      markReplay: () => {
        more['Idempotent-Replay'] = 'true';
      },
    };
    const handler = parts.handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    const body = await handler(input, callContext);
    const checked = parts.checkAnswers && call.answer.body ? call.answer.body.parse(body) : body;
    if ('file' in call.answer) return await sendFile(context, body as FileAnswer);
    return send(call, context, checked, more);
  } catch (error) {
    const ended = error instanceof Refusal && assumesCaller(call) && (await hasEnded(token, parts.sessions));
    if (!ended && call.money && caller) {
      const event = overdraftOf(error, name, { caller, ip: addressOf(context) });
      if (event) await parts.noteEvent(event).catch((err: unknown) => logFault(parts.log, err));
    }
    return answerError(
      ended ? new Refusal('EC_AUTH_FAIL', {}) : error,
      parts.log,
      call.money ? 'EC_INTERNAL_ERROR' : 'EC_EXCEPTION',
    );
  }
}

/** A stake's own statement checks the session under lock, so the router need not ask before. */
function assumesCaller(call: Call): boolean {
  return call.money === 'stake';
}

async function callerOf(
  call: Call,
  token: string | undefined,
  sessions: SessionReader,
): Promise<Caller | null> {
  if (token === undefined) return null;
  return (assumesCaller(call) && sessions.assume(token)) || sessions.find(token);
}

/** What was refused before that statement is refused for the session first, if it is gone. */
async function hasEnded(token: string | undefined, sessions: SessionReader): Promise<boolean> {
  return token !== undefined && (await sessions.find(token)) === null;
}

function send(call: Call, context: Context, body: unknown, more: Readonly<Record<string, string>>): Response {
  const headers = { 'Cache-Control': 'no-store', ...more };
  if (call.maxAge !== undefined) return sendPublic(call.maxAge, context, body);
  return call.answer.status === 204
    ? context.body(null, 204, headers)
    : sendData(context, call.answer.status, body, headers);
}

/** The first part is waited for, so that what fails at once is answered as an error. */
async function sendFile(context: Context, { name, type, parts }: FileAnswer): Promise<Response> {
  const iterator = parts[Symbol.asyncIterator]();
  let next = await iterator.next();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = await iterator.next();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return context.body(stream, 200, {
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

type Written = { text: string; etag: string };
/** What a kept public answer looks like on the wire, as long as it is kept. */
const writtenAnswers = new WeakMap<object, Written>();

function sendPublic(maxAge: number, context: Context, body: unknown): Response {
  const written = writtenOf(body);
  context.header('Cache-Control', `public, max-age=${maxAge}`);
  context.header('ETag', written.etag);
  if (context.req.header('if-none-match') === written.etag) return context.body(null, 304);
  return context.body(written.text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}

function writtenOf(body: unknown): Written {
  if (typeof body !== 'object' || body === null) return write(body);
  const known = writtenAnswers.get(body) ?? write(body);
  writtenAnswers.set(body, known);
  return known;
}

function write(body: unknown): Written {
  const text = JSON.stringify(body);
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
