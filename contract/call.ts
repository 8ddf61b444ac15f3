/**
 * The shape of a contract entry: plain data from which router, documentation, handler types
 * and clients derive.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Call = {
  method: 'GET' | 'POST';
  /** Below `basePath`; parameters in braces: `/lotto/ticket/{ticketId}/{couponId}`. */
  path: string;
  summary: string;
  /** Who may call: anyone, a signed-in player, or the content service with its secret (401 otherwise). */
  access: 'anyone' | 'player' | 'webhook';
  /**
   * All of them need a valid certificate and honour `Idempotency-Key`; `stake` and `deposit` also need an
   * unlocked player.
   */
  money?: 'stake' | 'deposit' | 'move';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body may be left out altogether. */
  bodyOptional?: true;
  answer:
    | { status: 200; body: z.ZodType }
    | { status: 201; body: z.ZodType }
    | { status: 204; body: null }
    | { status: 200; body: null; file: true };
  /** How long public answers may be cached, in seconds; absent on private calls. */
  maxAge?: number;
  /** The answer binds the browser by a cookie. */
  setsCookie?: true;
  /** The refusals of the call itself, beside those that every call of its kind shares. */
  refusals: readonly ErrorCode[];
  /** Of these, what is answered with another status than the code's own: 429 to who asks too often. */
  statuses?: Partial<Record<ErrorCode, readonly number[]>>;
};

/** Whether a player's calls of this kind are rationed: everything that changes something but a purchase. */
export function isRationed({ method, access, money }: Pick<Call, 'method' | 'access' | 'money'>): boolean {
  return method === 'POST' && access === 'player' && money !== 'stake';
}

export const basePath = '/api/proxy';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the handler of a call receives, parsed. */
export type InputOf<C extends Call> = {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
};

/** What a client sends for a call; parts that the call does not have are absent. */
export type RequestOf<C extends Call> = (C['params'] extends z.ZodType
  ? { params: Input<C['params']> }
  : unknown) &
  (C['query'] extends z.ZodType ? { query?: Input<C['query']> } : unknown) &
  (C['body'] extends z.ZodType ? { body: Input<C['body']> } : unknown);

/** To be saved under `name`; the parts go out as they come. */
export type FileAnswer = { name: string; type: string; parts: AsyncIterable<string | Uint8Array> };

export type AnswerOf<C extends Call> = C['answer'] extends { file: true }
  ? FileAnswer
  : C['answer']['body'] extends z.ZodType
    ? z.output<C['answer']['body']>
    : undefined;
