/** Requests to the provider: bounded in time and size, redirects off, cookies kept. */
import { fail } from './failures.ts';

export type Cookies = { [name: string]: string };
export type Answer = { status: number; json: unknown; location: string | null; cookies: Cookies };
export type Asking = { method?: 'GET' | 'POST'; headers?: HeadersInit; body?: string; cookies?: Cookies };

const bytesMax = 500_000;

/** Throws `EIdError`: `unreachable` for no answer in time and for an error of the server. */
export async function ask(address: string, asking: Asking, timeoutMs: number): Promise<Answer> {
  const { method = 'POST', headers, body, cookies = {} } = asking;
  const sent = new Headers(headers);
  sent.set('accept', 'application/json');
  if (Object.keys(cookies).length > 0) sent.set('cookie', cookieHeader(cookies));
  try {
    const response = await fetch(address, {
      method,
      headers: sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    });
    const text = await readText(response);
    if (response.status >= 500) fail('unreachable', `the provider answers ${response.status}`);
    return {
      status: response.status,
      json: parseJson(text),
      location: response.headers.get('location'),
      cookies: kept(cookies, response.headers.getSetCookie()),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'EIdError') throw error;
    return fail('unreachable', `the provider does not answer: ${String(error)}`);
  }
}

const cookieHeader = (cookies: Cookies) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** The provider has one host and one path: attributes decide nothing, except that a cookie may end. */
function kept(before: Cookies, set: readonly string[]): Cookies {
  const after = new Map(Object.entries(before));
  for (const line of set) {
    const [, name, value] = line.match(/^\s*([^=;\s]+)=([^;]*)/) ?? [];
    if (name === undefined || value === undefined) continue;
    if (value === '' || /;\s*max-age=0\b/i.test(line)) after.delete(name);
    else after.set(name, value);
  }
  return Object.fromEntries(after);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) fail('unreadable', `an answer larger than ${bytesMax} bytes`);
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
