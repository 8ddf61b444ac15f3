/** Reads and parses what a client sent for a call; anything malformed is a 400 with issues. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { type Call, playerIdHeader } from '#contract/call.ts';
import type { Issue, IssuePlace } from '#contract/errors.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Exchange } from './exchange.ts';
import { isPlainText, unplainPlaces } from './plain-text.ts';

/**
 * State-changing calls need a same-origin proof; command-line clients send neither header and pass. A page
 * that came in the open is another origin than ours over TLS: anybody on the way may have written it.
 */
export function refuseForeignOrigin({ header, isSecure }: Pick<Exchange, 'header' | 'isSecure'>): void {
  const origin = header('origin');
  if (origin !== undefined) {
    const own = `${isSecure ? 'https' : 'http'}://${header('host')}`;
    if (origin !== own && originIn(origin) !== originIn(own)) refuse('EC_ACTION_NOT_ALLOWED');
    return;
  }
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse('EC_ACTION_NOT_ALLOWED');
}

/** As browsers write it; what is no address is equal to nothing, not even itself. */
const originIn = (text: string): string | number => URL.parse(text)?.origin ?? Number.NaN;

/** The header as it was agreed, compared without telling by time where it differs. */
export function verifyWebhookSecret(header: Exchange['header'], secret: string): void {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  if (!timingSafeEqual(digest(header('authorization') ?? ''), digest(secret)))
    refuse('EC_AUTH_FAIL', { message: wrongSecret });
}

const wrongSecret = 'The authorization header is missing or wrong.';

type Sent = {
  params: unknown;
  query: unknown;
  body?: unknown;
  /** Whether the body's text is known to be plain, so that it needs no walk. */
  isBodyPlain?: boolean;
};

export async function readInput(call: Call, exchange: Exchange) {
  const json = call.body && (await readJson(exchange, call.bodyOptional === true));
  const mayBeEmpty = !call.body || call.bodyOptional;
  if (mayBeEmpty && call.method === 'POST' && call.access === 'player') {
    refuseOtherContent(exchange.header('content-type'));
  }
  const { params, query } = exchange;
  const given = call.query && withoutEmpty(call.query, query() as Query);
  return parseInput(call, { params: call.params && params(), query: given, ...json });
}

export function parseInput(call: Call, sent: Sent) {
  const issues: Issues = {};
  const params = call.params && parsePart(call.params, sent.params, 'path', issues);
  const query = call.query && parsePart(call.query, sent.query, 'query', issues);
  const body = call.body && parsePart(call.body, sent.body, 'body', issues);
  if (call.params) addUnplain('path', sent.params, issues);
  if (call.query) addUnplain('query', sent.query, issues);
  if (sent.isBodyPlain !== true) addUnplain('body', sent.body, issues);
  const places = Object.values(issues);
  if (places.length > 0) {
    const missingOnly = places.flat().every((issue) => issue.message === 'required');
    refuse(missingOnly ? 'EC_MISSING_FIELD' : 'EC_INVALID_INPUT', { issues });
  }
  return { params, query, body };
}

type Issues = Partial<Record<IssuePlace, Issue[]>>;

/** One rule for every text of every call; a field that refuses the text itself keeps its own words. */
function addUnplain(place: IssuePlace, value: unknown, issues: Issues): void {
  const known = new Set(issues[place]?.map(({ path }) => path.join('.')));
  const added = unplainPlaces(value).filter((path) => !known.has(path.join('.')));
  if (added.length === 0) return;
  issues[place] = [...(issues[place] ?? []), ...added.map((path) => ({ path, message: 'genericForm' }))];
}

/**
 * What a client's idempotency key stands for, in hexadecimal: the parsed body without mere claims, and what
 * the path names.
 */
export function hashInput(body: unknown, params?: unknown): string {
  const meant = {
    ...(body as object | undefined),
    channel: undefined,
    ip: undefined,
    affiliateId: undefined,
    // Absent where the path names nothing, as in keys from before it counted.
    path: params,
  };
  return hash('sha256', JSON.stringify(meant), 'hex');
}

/** The fields of a form; here alone a text may have several lines, such as the message of an error. */
export function formOf(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const issues: Issues = {};
  const onOneLine = fields.map(([name, value]) => [name, value.replace(/[\t\r\n]/g, ' ')]);
  addUnplain('body', onOneLine, issues);
  if (issues.body) refuse('EC_INVALID_INPUT', { issues });
  return Object.fromEntries(fields);
}

export function readKey(header: Exchange['header']): string | null {
  const key = header('idempotency-key');
  if (key === undefined) return null;
  if (key.length < 1 || key.length > 255 || !isPlainText(key)) {
    const issue = { path: ['Idempotency-Key'], message: 'genericForm' };
    refuse('EC_INVALID_INPUT', { issues: { headers: [issue] } });
  }
  return key;
}

/** The player that the caller's page was made for; null where the client does not say. */
export function readPlayerId(header: Exchange['header']): number | null {
  const text = header(playerIdHeader.toLowerCase());
  if (text === undefined) return null;
  if (!/^\d{1,18}$/.test(text)) {
    const issue = { path: [playerIdHeader], message: 'genericForm' };
    refuse('EC_INVALID_INPUT', { issues: { headers: [issue] } });
  }
  return Number(text);
}

type Json = { body: unknown; isBodyPlain: boolean };

/** `JSON.parse` refuses raw control characters below U+0020, so escapes and these are left. */
const mayBeUnplain = /[\\\u007f-\u009f]/;

async function readJson(exchange: Exchange, optional: boolean): Promise<Json> {
  const text = await exchange.text();
  const isMissing = text.length === 0 || text === 'null';
  if (isMissing && optional) return { body: {}, isBodyPlain: true };
  if (isMissing) refuse('EC_MISSING_BODY', { issues: { body: [{ path: [], message: 'required' }] } });
  refuseOtherContent(exchange.header('content-type') ?? '');
  try {
    const json: unknown = JSON.parse(text);
    const body = text.includes('null') ? withoutNulls(json) : json;
    return { body, isBodyPlain: !mayBeUnplain.test(text) };
  } catch {
    refuse('EC_INVALID_INPUT', { issues: { body: [{ path: [], message: 'genericForm' }] } });
  }
}

/** Deeper than any body of the contract; hostile nesting must not exhaust the stack. */
const bodyDepthMax = 8;

/** A field of `null` is the same as one left out. Entries of lists stay: their places have a meaning. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === bodyDepthMax) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  const fields = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(fields.map(([name, each]) => [name, withoutNulls(each, depth + 1)]));
}

type Query = Readonly<Record<string, string>>;

/** An optional parameter without a value (`filter=`) or with the text `null` is the same as none. */
function withoutEmpty(schema: z.ZodObject, query: Query): Query {
  const isGiven = (name: string, value: string) =>
    (value !== '' && value !== 'null') || schema.shape[name]?.isOptional() !== true;
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => isGiven(name, value)));
}

/** May be absent without a body. Other types are refused always, since cross-site forms can send them. */
function refuseOtherContent(type: string | undefined): void {
  if (type === undefined || /^application\/json\s*(;|$)/i.test(type)) return;
  const issue = { path: ['Content-Type'], message: 'genericForm' };
  refuse('EC_INVALID_INPUT', { issues: { headers: [issue] } });
}

function parsePart(schema: z.ZodObject, sent: unknown, place: IssuePlace, issues: Issues): unknown {
  const parsed = schema.safeParse(sent, { error: faultKey });
  if (parsed.success) return parsed.data;
  issues[place] = parsed.error.issues.map((issue) => {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    return { path, message: valueAt(sent, path) === undefined ? 'required' : issue.message };
  });
  return undefined;
}

const typeKeys: Readonly<Record<string, string>> = {
  string: 'textExpected',
  number: 'numberExpected',
  int: 'numberExpected',
  boolean: 'yesOrNoExpected',
  array: 'listExpected',
  object: 'objectExpected',
};

/** The validation key of a fault for which the contract names none of its own. */
const faultKey: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return typeKeys[issue.expected] ?? 'genericForm';
  if (issue.code === 'invalid_value') return 'choiceExpected';
  return issue.code === 'too_big' && issue.origin === 'string' ? 'textTooLong' : 'genericForm';
};

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[part]
        : undefined,
    value,
  );
}
