/** Mounts every entry of the contract: origin, session, input, handler, answer. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { api, type CallName } from '#contract/api.ts';
import {
  basePath,
  type Call,
  type Calls,
  comparesPlayer,
  type FileAnswer,
  isRateLimited,
  type StreamAnswer,
  takesHead,
} from '#contract/call.ts';
import { nothingDone } from '#server/platform/database-failures.ts';
import type { CallContext, Caller, Handlers, Staked } from '#server/platform/handler.ts';
import { type Log, logFault } from '#server/platform/log.ts';
import { Refusal, refuse, refuseMethod } from '#server/platform/refusal.ts';
import type { Streams } from '#server/platform/streams.ts';
import { otherPlayer, type SessionReader } from '#server/players/sessions/sessions.ts';
import type { SecurityEvent } from '#server/security/events.ts';
import { holderOf, localeOf } from './address.ts';
import { errorAnswer } from './answer-error.ts';
import { createChangeLimiter, type LimitChange } from './change-limiter.ts';
import { cookieIn, cookieLine } from './cookies.ts';
import { type Answer, type Exchange, exchangeOf } from './exchange.ts';
import {
  hashInput,
  readInput,
  readKey,
  readPlayerId,
  refuseForeignOrigin,
  verifyWebhookSecret,
} from './input.ts';
import { overdraftOf } from './overdraft.ts';
import { evaluate } from './preconditions.ts';
import { dataHeaders, sendAnswer } from './security-headers.ts';

export type RouterParts = {
  handlers: Handlers;
  sessions: SessionReader;
  streams: Streams;
  log: Log;
  /** Parse answers against the contract: on in tests and development. */
  checkAnswers: boolean;
  /** What the content service proves itself with. */
  webhookSecret: string;
  /** Writes to the security log. */
  noteEvent: (event: SecurityEvent) => Promise<void>;
};

export function createApiRouter(answer: AnswerCall, calls: Calls = api): Hono {
  const router = new Hono();
  for (const [name, call] of Object.entries(calls)) mount(router, name, call, answer);
  for (const [path, methods] of methodsByPath(calls)) router.all(path, () => refuseMethod(methods));
  return router;
}

function mount(router: Hono, name: string, call: Call, answer: AnswerCall): void {
  router.on(call.method, routeOf(call), async (context) => {
    // Hono takes HEAD for GET.
    if (context.req.method === 'HEAD' && !takesHead(call)) refuseMethod(['GET']);
    return sendAnswer(context, await answer(name, exchangeOf(context)));
  });
}

const routeOf = ({ path }: Call): string => `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`;

function methodsByPath(calls: Calls): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const call of Object.values(calls)) {
    const path = routeOf(call);
    methods.set(path, [...(methods.get(path) ?? []), call.method, ...(takesHead(call) ? ['HEAD'] : [])]);
  }
  return methods;
}

type AnswerParts = RouterParts & {
  limitChange: LimitChange;
};

/** Answers a call of the contract; whatever goes wrong is an answer too. */
export type AnswerCall = (name: string, exchange: Exchange) => Promise<Answer>;

/** @param calls with a handler each: those of the contract, and of games that a program brings */
export function createAnswerCall(given: RouterParts, calls: Calls = api): AnswerCall {
  const parts = { ...given, limitChange: createChangeLimiter(() => performance.now()) };
  return (name, exchange) =>
    answer(name, calls[name] as Call, exchange, parts).catch((error) => errorAnswer(error, parts.log));
}

async function answer(name: string, call: Call, exchange: Exchange, parts: AnswerParts): Promise<Answer> {
  const { header, address: ip, isSecure } = exchange;
  const cookies = header('cookie');
  const token = cookieIn(cookies, 'session', isSecure);
  if (call.method === 'POST') refuseForeignOrigin(exchange);
  if (comparesPlayer(call) && token !== undefined) {
    const expected = readPlayerId(header);
    if (expected !== null) await refuseOtherPlayer(expected, token, parts.sessions);
  }
  let caller: Caller | null = null;
  try {
    caller = await callerOf(call, token, parts.sessions);
    if (call.access === 'player' && !caller) refuse('EC_AUTH_FAIL');
    if (call.access === 'webhook') verifyWebhookSecret(header, parts.webhookSecret);
    const input = await readInput(call, exchange);
    const key = call.money ? readKey(header) : null;

    const more: Record<string, string> = {};
    const callContext: CallContext & { caller: Caller | null } = {
      caller,
      ip,
      locale: localeOf(header('referer')),
      browser: () => cookieIn(cookies, 'eLogin', isSecure) ?? null,
      bindBrowser: (secret) => {
        more['Set-Cookie'] = cookieLine('eLogin', secret, isSecure);
      },
      device: () => cookieIn(cookies, 'device', isSecure) ?? null,
      key,
      inputHash: key === null ? null : hashInput(input.body, input.params),
      markReplay: () => {
        more['Idempotent-Replay'] = 'true';
      },
    };
    const handler = parts.handlers[name as CallName] as (
      input: unknown,
      context: CallContext,
    ) => Promise<unknown>;
    const work = () => handler(input, callContext);
    const result = await (caller && isRateLimited(call) ? parts.limitChange(caller.playerId, work) : work());
    const body = assumesCaller(call) ? (result as Staked<unknown>).answer : result;
    const checked = parts.checkAnswers && call.answer.body ? call.answer.body.parse(body) : body;
    if ('file' in call.answer) return await fileAnswer(body as FileAnswer);
    if ('stream' in call.answer)
      return await streamAnswer(body as StreamAnswer<unknown>, exchange, parts.streams);
    if (call.maxAge !== undefined) return publicAnswer(call.maxAge, header, checked);
    return privateAnswer(call, checked, more);
  } catch (error) {
    const ended = error instanceof Refusal && assumesCaller(call) && (await hasEnded(token, parts.sessions));
    if (!ended && call.money && caller) {
      const event = overdraftOf(error, name, { caller, ip });
      if (event) await parts.noteEvent(event).catch((err: unknown) => logFault(parts.log, err));
    }
    return errorAnswer(
      ended ? new Refusal('EC_AUTH_FAIL', {}) : call.method === 'GET' ? nothingDone(error) : error,
      parts.log,
      call.money ? 'EC_INTERNAL_ERROR' : 'EC_EXCEPTION',
    );
  }
}

/**
 * A page of one player must not act for another player who signed in meanwhile, nor extend that
 * player's session.
 */
async function refuseOtherPlayer(expected: number, token: string, sessions: SessionReader): Promise<void> {
  const owner = await sessions.assume(token);
  if (owner === null || owner.playerId === expected) return;
  const session = await sessions.read(token).catch((error: unknown) => {
    throw nothingDone(error);
  });
  if (session !== null) refuse('EC_ACTION_NOT_ALLOWED', { details: otherPlayer(session) });
}

/** A stake's own statement checks the session under lock (`Staked`), so the router need not ask before. */
function assumesCaller(call: Call): boolean {
  return call.money === 'stake';
}

async function callerOf(
  call: Call,
  token: string | undefined,
  sessions: SessionReader,
): Promise<Caller | null> {
  // A stream connects again by itself: that must not keep a session alive.
  if (token === undefined || 'stream' in call.answer) return null;
  return assumesCaller(call) ? sessions.assume(token) : sessions.find(token);
}

/** What was refused before that statement is refused for the session first, if it is gone. */
async function hasEnded(token: string | undefined, sessions: SessionReader): Promise<boolean> {
  return token !== undefined && (await sessions.find(token)) === null;
}

function privateAnswer(call: Call, body: unknown, more: Readonly<Record<string, string>>): Answer {
  const headers = { ...more, 'Cache-Control': 'no-store' };
  const { status } = call.answer;
  if (status === 204) return { status, headers, body: null };
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The first part is waited for, so that what fails at once is answered as an error. */
async function fileAnswer({ name, type, parts }: FileAnswer): Promise<Answer> {
  const iterator = parts[Symbol.asyncIterator]();
  let next = await iterator.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
      next = await iterator.next();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body };
}

const streamHeaders = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/event-stream',
  // nginx would keep events back until it has a buffer full of them.
  'X-Accel-Buffering': 'no',
};

/** Inside the process there is no connection to keep: the stream ends after what is known now. */
async function streamAnswer(
  feed: StreamAnswer<unknown>,
  { header, outgoing, address, isSecure }: Exchange,
  streams: Streams,
): Promise<Answer> {
  await feed.ready();
  const answer = { status: 200, headers: streamHeaders, body: Buffer.from(feed.latest().frame).toString() };
  if (!outgoing) return answer;
  const stream = { feed, lastEventId: header('last-event-id'), visitor: holderOf(address) };
  if (!streams.open(outgoing, dataHeaders(isSecure, answer), stream))
    refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 30 });
  return { ...answer, isSent: true };
}

type Written = { text: string; etag: string };
/** What a kept public answer looks like on the wire, as long as it is kept. */
const writtenAnswers = new WeakMap<object, Written>();

function publicAnswer(maxAge: number, header: Exchange['header'], body: unknown): Answer {
  const { text, etag } = writtenOf(body);
  const headers = { 'Cache-Control': `public, max-age=${maxAge}`, ETag: etag };
  const outcome = evaluate(header, { etag });
  if (outcome === 412) refuse('EC_INVALID_INPUT', { status: 412 });
  if (outcome === 304) return { status: 304, headers, body: null };
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers: { ...type, ...headers }, body: text };
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
