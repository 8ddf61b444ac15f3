/** One request to the gateway, and what is certain of it afterwards. */

export type Reply =
  | { kind: 'json'; json: unknown }
  | { kind: 'text'; text: string }
  /** The gateway read it and did nothing: 4xx. */
  | { kind: 'refused'; status: number }
  /** It was not taken for work: nobody there, too many, closed. */
  | { kind: 'notTaken' }
  /** Somebody in between could not reach the gateway, or lost it. */
  | { kind: 'bounced' }
  /** It may have happened. */
  | { kind: 'lost' };

export type Asking = {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  bytesMax: number;
};

/** Of Node and undici: the connection was never there. */
const neverSent: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
]);

export async function ask(asking: Asking): Promise<Reply> {
  const { url, method, headers, body, signal, bytesMax } = asking;
  try {
    const init = { method, headers, redirect: 'manual' as const, signal };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    return judge(response, await readText(response, bytesMax));
  } catch (error) {
    return { kind: isNeverSent(error) ? 'notTaken' : 'lost' };
  }
}

/** The gateway's own words are JSON; 502 and 503 without them come from what stands before it. */
function judge({ status, ok, headers }: Response, text: string): Reply {
  const json = parseJson(text);
  const isOwn = typeof json === 'object' && json !== null;
  if (ok && isOwn) return { kind: 'json', json };
  if (ok && headers.get('content-type')?.startsWith('text/csv')) return { kind: 'text', text };
  if (status === 429 || (status === 503 && !isOwn)) return { kind: 'notTaken' };
  if (status === 502 && !isOwn) return { kind: 'bounced' };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', status };
  return { kind: 'lost' };
}

/** Several addresses of one name are tried in turn: then all of them must have refused. */
function isNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.every((each) => neverSent.has((each as NodeJS.ErrnoException | undefined)?.code));
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new RangeError(`an answer larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
