/** A call and its one repeat: what was answered, or what is certain without an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type Breaker, type NoAnswer, parseJson, type Sent, sendOnce } from '../caller.ts';
import {
  codeOf,
  duplicate,
  isSuccessCode,
  isTemporary,
  notReached,
  type Purpose,
  partial,
  refusalOf,
} from './codes.ts';
import type { CardRefusal, CardUnknown } from './face.ts';
import { apiVersion, authorization, versionHeader, type WireAnswer } from './wire.ts';

type Asked<Answer extends WireAnswer> = {
  path: string;
  body: { correlationId: string };
  schema: z.ZodType<Answer>;
  /** Of the call with its repeat. */
  limitMs: number;
};

export type Unsuccessful = CardRefusal | CardUnknown;

export type Exchange = {
  post<Answer extends WireAnswer>(
    asked: Asked<Answer> & { purpose: Purpose },
  ): Promise<{ outcome: 'success'; answer: Answer } | Unsuccessful>;
  /** The response code alone; null when there was none that could be believed. */
  code<Answer extends WireAnswer>(asked: Asked<Answer>): Promise<string | null>;
  /** A file; null when it did not come. */
  text(path: string, limitMs: number): Promise<string | null>;
};

type Told<Answer> = { kind: 'answer'; answer: Answer; code: string } | { kind: 'notDone' } | { kind: 'lost' };

type ExchangeOptions = { address: string; key: string; breaker: Breaker; retryPauseMs: number };

const answerBytesMax = 1_000_000;
const fileBytesMax = 200_000_000;

export function createExchange(options: ExchangeOptions): Exchange {
  return {
    async post(asked) {
      const told = await call(options, asked);
      if (told.kind === 'notDone') return notReached;
      if (told.kind === 'lost') return { outcome: 'unknown' };
      const { answer, code } = told;
      return isSuccessCode(code) ? { outcome: 'success', answer } : refusalOf(code, asked.purpose);
    },
    async code(asked) {
      const told = await call(options, asked);
      return told.kind === 'answer' ? told.code : null;
    },
    async text(path, limitMs) {
      const signal = AbortSignal.timeout(limitMs);
      const reply = await repeated(options, signal, { path, bytesMax: fileBytesMax });
      return reply.kind === 'told' ? reply.text : null;
    },
  };
}

async function call<Answer extends WireAnswer>(
  options: ExchangeOptions,
  { path, body, schema, limitMs }: Asked<Answer>,
): Promise<Told<Answer>> {
  const signal = AbortSignal.timeout(limitMs);
  const request = { path, body: JSON.stringify(body), bytesMax: answerBytesMax };
  const once = async (): Promise<Told<Answer>> => {
    const reply = await repeated(options, signal, request);
    if (reply.kind === 'told') return read(parseJson(reply.text), schema, body.correlationId);
    return { kind: reply.kind === 'refused' || reply.kind === 'notTaken' ? 'notDone' : 'lost' };
  };
  const first = await once();
  if (first.kind !== 'answer' || !isTemporary(first.code)) return first;
  if (!(await pause(options.retryPauseMs, signal))) return first;
  const second = await once();
  return second.kind === 'notDone' ? first : second;
}

type Request = { path: string; body?: string; bytesMax: number };

/** Repeats once what was not taken for work. A repeat bears the same id, so it is nothing new there. */
async function repeated(
  { address, key, breaker, retryPauseMs }: ExchangeOptions,
  signal: AbortSignal,
  { path, body, bytesMax }: Request,
): Promise<Reply> {
  const headers = {
    authorization: authorization(key),
    [versionHeader]: apiVersion,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent: Sent = {
    method: body === undefined ? 'GET' : 'POST',
    ...{ headers, signal, ...(body !== undefined && { body }) },
  };
  const attempt = async (): Promise<Reply> => {
    if (!breaker.admits()) return { kind: 'notTaken' };
    const reply = judge(await sendOnce(address + path, sent, bytesMax));
    breaker.note(reply.kind === 'told' || reply.kind === 'refused');
    return reply;
  };
  const first = await attempt();
  if (first.kind !== 'notTaken' && first.kind !== 'bounced') return first;
  if (!(await pause(retryPauseMs, signal))) return first;
  const second = await attempt();
  // What bounced may have arrived: a repeat that was not worked on takes nothing back.
  const isIdle = second.kind === 'notTaken' || second.kind === 'refused';
  return first.kind === 'bounced' && isIdle ? first : second;
}

type Reply =
  | { kind: 'told'; text: string }
  /** The gateway read it and did nothing: 4xx. */
  | { kind: 'refused' }
  /** It was not taken for work: nobody there, too many, closed. */
  | { kind: 'notTaken' }
  /** Somebody in between could not reach the gateway, or lost it. */
  | { kind: 'bounced' }
  /** It may have happened. */
  | { kind: 'lost' };

/** The gateway's own words are JSON; 502 and 503 without them come from what stands before it. */
function judge(answer: { status: number; text: string } | NoAnswer): Reply {
  if (answer === 'unsent') return { kind: 'notTaken' };
  if (answer === 'silent') return { kind: 'lost' };
  const { status, text } = answer;
  if (status === 200) return { kind: 'told', text };
  const isOwn = typeof parseJson(text) === 'object';
  if (status === 429 || (status === 503 && !isOwn)) return { kind: 'notTaken' };
  if (status === 502 && !isOwn) return { kind: 'bounced' };
  return { kind: status >= 400 && status < 500 && status !== 408 ? 'refused' : 'lost' };
}

/** False when the time is up. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false);

/** An answer to somebody else, or one that contradicts itself, is no answer. */
function read<Answer extends WireAnswer>(
  json: unknown,
  schema: z.ZodType<Answer>,
  correlationId: string,
): Told<Answer> {
  const { success, data: answer } = schema.safeParse(json);
  if (!success) return { kind: 'lost' };
  const { correlationID, isSuccess, responseCode } = answer;
  if (correlationID && correlationID.toLowerCase() !== correlationId.toLowerCase()) return { kind: 'lost' };
  const code = codeOf(responseCode);
  const isBelieved = code === partial || code === duplicate || isSuccess === isSuccessCode(code);
  return isBelieved ? { kind: 'answer', answer, code } : { kind: 'lost' };
}
