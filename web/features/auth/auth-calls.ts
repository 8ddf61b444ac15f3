/** Calls to the session endpoints from the browser (interface of next-auth 4, domain study §1). */

export type SignInOutcome =
  | { ok: true }
  /**
   * `code` is one of the contract's, or `tooMany` with the seconds to wait; `playerId` when signing in waits
   * for that player's electronic ID.
   */
  | { ok: false; code: string; waitSeconds?: number; playerId?: string };

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

/**
 * Proves who one is to a provider, with its fields: `username` and `password` for `credentials`, `token` and
 * `eLoginType` for `elogin`.
 */
export async function signIn(
  provider: 'credentials' | 'elogin',
  proof: Record<string, string>,
): Promise<SignInOutcome> {
  try {
    const fields = { ...proof, csrfToken: await csrfToken(), callbackUrl: window.location.href };
    const answer = await post(`/api/auth/callback/${provider}`, fields);
    if (answer.status === 429) {
      return { ok: false, code: 'tooMany', waitSeconds: Number(answer.headers.get('Retry-After') ?? 1800) };
    }
    const { url } = (await answer.json()) as { url?: string };
    const query = new URL(url ?? '/', window.location.origin).searchParams;
    const error = query.get('error');
    // The address of the sign-in page with `csrf=true`: the token was not taken, though the status says 200.
    if (error === null && answer.ok && !query.has('csrf')) return { ok: true };
    return signInError(error ?? 'UNKNOWN');
  } catch {
    return { ok: false, code: 'EC_NETWORK_ERROR' };
  }
}

/**
 * What an `error` of the session endpoints says. `EC_ELOGIN_AUTH_REQUIRED` carries a player id behind a
 * colon; the library's own name for a wrong entry means ours.
 */
export function signInError(error: string): Extract<SignInOutcome, { ok: false }> {
  const [code = 'UNKNOWN', playerId] = error.split(':');
  if (code === 'EC_ELOGIN_AUTH_REQUIRED' && playerId) return { ok: false, code, playerId };
  return { ok: false, code: code === 'CredentialsSignin' ? 'EC_AUTH_FAIL' : code };
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
