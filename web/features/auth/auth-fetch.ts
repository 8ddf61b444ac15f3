/** Requests to the session endpoints from the browser (interface of next-auth 4). */

const base = '/api/auth';

/**
 * The answer as JSON; null when it is empty. A failure is logged on the server and yields undefined, so that
 * nobody takes a tunnel for the end of the session.
 */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<object | null | undefined> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(base + path, { credentials: 'same-origin', headers, ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const body = (await answer.json()) as object;
    return Object.keys(body).length > 0 ? body : null;
  } catch (error) {
    const told = { level: 'error', code: 'CLIENT_FETCH_ERROR', message: String(error) };
    navigator.sendBeacon?.(`${base}/_log`, new URLSearchParams(told));
    return undefined;
  }
}

/** Empty when there was no answer: the server then refuses what it is sent with. */
export async function readCsrfToken(): Promise<string> {
  const answer = (await fetchAnswer('/csrf')) as { csrfToken?: string } | null | undefined;
  return answer?.csrfToken ?? '';
}

/** Sends a form that is answered as JSON. */
export async function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  const csrfToken = await readCsrfToken();
  return fetch(base + path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  });
}
