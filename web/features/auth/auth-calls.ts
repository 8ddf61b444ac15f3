/** Calls to the session endpoints from the browser (interface of next-auth 4, domain study §1). */

export type SignInOutcome =
  | { ok: true }
  /** `code` is one of the contract's, or `tooMany` with the seconds to wait. */
  | { ok: false; code: string; waitSeconds?: number };

async function csrfToken(): Promise<string> {
  const answer = await fetch('/api/auth/csrf', { credentials: 'same-origin' });
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}

function post(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, json: 'true' }),
  });
}

export async function signIn(username: string, password: string): Promise<SignInOutcome> {
  try {
    const fields = { username, password, csrfToken: await csrfToken(), callbackUrl: window.location.href };
    const answer = await post('/api/auth/callback/credentials', fields);
    if (answer.status === 429) {
      return { ok: false, code: 'tooMany', waitSeconds: Number(answer.headers.get('Retry-After') ?? 1800) };
    }
    const { url } = (await answer.json()) as { url?: string };
    const error = new URL(url ?? '/', window.location.origin).searchParams.get('error');
    if (error === null && answer.ok) return { ok: true };
    return { ok: false, code: codeOf(error ?? 'UNKNOWN') };
  } catch {
    return { ok: false, code: 'EC_NETWORK_ERROR' };
  }
}

/**
 * The first word of an error: a code may carry something behind a colon; the library's own name means wrong
 * entry.
 */
export function codeOf(error: string): string {
  const code = error.split(':')[0] ?? 'UNKNOWN';
  return code === 'CredentialsSignin' ? 'EC_AUTH_FAIL' : code;
}

export async function signOut(): Promise<void> {
  await post('/api/auth/signout', { csrfToken: await csrfToken(), callbackUrl: window.location.origin });
  tellOtherTabs();
}

/**
 * Whether the session still lives; true when the answer does not come, so that nobody is thrown out by a
 * tunnel.
 */
export async function sessionLives(): Promise<boolean> {
  try {
    const answer = await fetch('/api/auth/session', { credentials: 'same-origin' });
    return !answer.ok || Object.keys((await answer.json()) as object).length > 0;
  } catch {
    return true;
  }
}

const channelName = 'next-auth';

export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ event: 'session' });
  channel.close();
}

/** Calls back when another tab signed in or out; returns the way to stop listening. */
export function listenToOtherTabs(changed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = changed;
  return () => channel.close();
}
