/**
 * Requests to outside parties: bounded in time and size, redirects off, and none for a while once a party did
 * not answer several times in a row. `createCaller` is for those that speak JSON.
 */
import { type Dispatcher, request } from 'undici';

export type Asking = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: unknown };

/** `json` is undefined where the answer is none. */
export type Answer = { status: number; json: unknown };

/** `unsent`: the party has got nothing, for certain. `silent`: it may have got the request. */
export type NoAnswer = 'unsent' | 'silent';

/** Throws nothing; what was not sent is tried once more. */
export type Caller = (path: string, asking?: Asking) => Promise<Answer | NoAnswer>;

export type CallerOptions = {
  /** Without a slash at the end. */
  address: string;
  headers: Record<string, string>;
  /** For a request and its second try together. */
  timeoutMs?: number;
  /** Milliseconds of a clock that nobody moves. */
  now?: () => number;
};

const bytesMax = 5_000_000;

export function createCaller(options: CallerOptions): Caller {
  const breaker = createBreaker({ silentMax: 5, restMs: 10_000 }, options.now);
  return async (path, asking = {}) => {
    if (!breaker.admits()) return 'unsent';
    const answer = await ask(options, path, asking);
    breaker.note(typeof answer !== 'string');
    return answer;
  };
}

/** After so many requests without an answer the party is left alone; then one request each rest tries it. */
export type BreakerOptions = { silentMax: number; restMs: number };

export type Breaker = {
  admits(): boolean;
  note(answered: boolean): void;
};

export function createBreaker(
  { silentMax, restMs }: BreakerOptions,
  now: () => number = () => performance.now(),
): Breaker {
  let silent = 0;
  let restsUntil = 0;
  const rest = () => {
    restsUntil = now() + restMs;
  };
  return {
    admits() {
      if (silent < silentMax) return true;
      if (now() < restsUntil) return false;
      rest();
      return true;
    },
    note(answered) {
      silent = answered ? 0 : silent + 1;
      if (silent >= silentMax) rest();
    },
  };
}

async function ask({ address, headers, timeoutMs = 8_000 }: CallerOptions, path: string, asking: Asking) {
  const { method = 'GET', body } = asking;
  const sent: Sent = {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...asking.headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const first = await send(address + path, sent);
  return first === 'unsent' ? send(address + path, sent) : first;
}

async function send(url: string, sent: Sent): Promise<Answer | NoAnswer> {
  const answer = await sendOnce(url, sent, bytesMax);
  return typeof answer === 'string' ? answer : { status: answer.status, json: parseJson(answer.text) };
}

export type Sent = Pick<Dispatcher.RequestOptions, 'method'> & {
  headers: Record<string, string>;
  signal: AbortSignal;
  body?: string;
};

/** One request, and what is certain of it afterwards. @param most bytes of the answer; more is none */
export async function sendOnce(
  url: string,
  sent: Sent,
  most: number,
): Promise<{ status: number; text: string } | NoAnswer> {
  try {
    const { statusCode, body } = await request(url, sent);
    return { status: statusCode, text: await readText(body, most) };
  } catch (error) {
    return isUnsent(error) ? 'unsent' : 'silent';
  }
}

async function readText(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new RangeError(`an answer larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** There was no connection that could have carried it: nobody there, or a certificate that is wrong. */
const connecting: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
];

/** Several addresses of one name are tried in turn: then none of them may have been reached. */
function isUnsent(error: unknown): boolean {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return causes.every((each) => connecting.includes((each as { code?: unknown } | undefined)?.code));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
