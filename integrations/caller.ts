/**
 * Requests to outside parties that speak JSON: bounded in time and size, redirects off, and none for a while
 * once a party did not answer several times in a row.
 */

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

/** After so many requests without an answer the party is left alone; then one request tries it. */
const silentMax = 5;
const restMs = 10_000;

const bytesMax = 5_000_000;

export function createCaller(options: CallerOptions): Caller {
  const { now = () => performance.now() } = options;
  let silent = 0;
  let restsUntil = 0;
  return async (path, asking = {}) => {
    if (silent >= silentMax) {
      if (now() < restsUntil) return 'unsent';
      restsUntil = now() + restMs;
    }
    const answer = await ask(options, path, asking);
    silent = typeof answer === 'string' ? silent + 1 : 0;
    if (silent >= silentMax) restsUntil = now() + restMs;
    return answer;
  };
}

async function ask({ address, headers, timeoutMs = 8_000 }: CallerOptions, path: string, asking: Asking) {
  const { method = 'GET', body } = asking;
  const request: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...asking.headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const first = await send(address + path, request);
  return first === 'unsent' ? send(address + path, request) : first;
}

async function send(url: string, request: RequestInit): Promise<Answer | NoAnswer> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, json: parseJson(await readText(response)) };
  } catch (error) {
    return isUnsent(error) ? 'unsent' : 'silent';
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new RangeError(`an answer larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** There was no connection that could have carried it. */
const connecting = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
];

function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && connecting.includes(cause.code);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
