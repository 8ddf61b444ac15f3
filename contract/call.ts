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
  /** Larger bodies are refused (413); 64 KB where it is left out. */
  bodyBytesMax?: number;
  answer:
    | { status: 200; body: z.ZodType }
    | { status: 201; body: z.ZodType }
    | { status: 204; body: null }
    | { status: 200; body: null; file: true }
    /** Server-sent events; the data of each, as JSON. */
    | { status: 200; body: null; stream: z.ZodType };
  /** How long public answers may be cached, in seconds; absent on private calls. */
  maxAge?: number;
  /** The GET has side effects: it polls an outside party and stores the answer. */
  changes?: true;
  /** The answer binds the browser by a cookie. */
  setsCookie?: true;
  /** The refusals of the call itself, beside those that every call of its kind shares. */
  refusals: readonly ErrorCode[];
  /** Refusals of this call with a status other than the code's default, for example 429 for a rate limit. */
  statuses?: Partial<Record<ErrorCode, readonly number[]>>;
};

/** Calls by their names. */
export type Calls = Readonly<Record<string, Call>>;

/** Whether a player's calls are limited in rate: all that change something, purchases apart. */
export function isRateLimited({ method, access, money }: Pick<Call, 'method' | 'access' | 'money'>): boolean {
  return method === 'POST' && access === 'player' && money !== 'stake';
}

/** Whether HEAD is answered like GET: only if the call ends, has no side effects and extends no session. */
export function takesHead({ method, access, changes, answer }: Call): boolean {
  return method === 'GET' && access === 'anyone' && changes !== true && !('stream' in answer);
}

export const basePath = '/api/proxy';

/**
 * Header with the id of the player whose page makes the call. A call that needs a session is
 * refused (403 `EC_ACTION_NOT_ALLOWED`, `details.otherPlayer`) when the session belongs to another
 * player. Calls without the header are not compared.
 */
export const playerIdHeader = 'Player-Id';

/** Whether a call compares `Player-Id` with its session: every call that needs a session. */
export function comparesPlayer({ access }: Pick<Call, 'access'>): boolean {
  return access === 'player';
}

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

/** An event with its bytes on the wire, which are written once and sent to all. */
export type StreamEvent<T> = { id: string; data: T; frame: Uint8Array };

/** What a stream tells: the latest event to clients that do not have it yet, then each that comes. */
export type StreamAnswer<T> = {
  /** Settles when there is an event; rejects where it cannot be read. */
  ready(): Promise<void>;
  latest(): StreamEvent<T>;
  /** For as long as the process runs. */
  follow(onEvent: (event: StreamEvent<T>) => void): void;
};

export type AnswerOf<C extends Call> = C['answer'] extends { file: true }
  ? FileAnswer
  : C['answer'] extends { stream: infer S }
    ? StreamAnswer<Output<S>>
    : C['answer']['body'] extends z.ZodType
      ? z.output<C['answer']['body']>
      : undefined;
