/** Signing in from the browser. */
import { browserApi } from '#web/api/browser-api.ts';
import { pagePlayer } from '#web/api/page-player.ts';
import { otherPlayerFound } from '#web/api/refused.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { postForm } from './auth-fetch.ts';

/** What the session endpoints may say, beside what a call of the contract does. */
type SignInCode =
  | 'EC_ACCOUNT_CLOSED'
  | 'EC_ACCOUNT_REMOVED'
  | 'EC_ACTION_NOT_ALLOWED'
  | 'EC_AUTH_FAIL'
  | 'EC_ELOGIN_AUTH_REQUIRED';

/** Not a code of the contract: the browser sends no cookies, so nothing can keep a session. */
export const cookiesNeeded = 'CookiesNeeded';

export type SignInOutcome =
  | { ok: true }
  /**
   * `code` is one of the contract's, or `tooMany` with the seconds to wait; `playerId` when signing in waits
   * for that player's electronic ID.
   */
  | { ok: false; code: SignInCode | (string & {}); waitSeconds?: number; playerId?: string };

/**
 * Proves who one is to a provider, with its fields: `username` and `password` for `credentials`, `token` and
 * `eLoginType` for `elogin`.
 */
export async function signIn(
  provider: 'credentials' | 'elogin',
  proof: Record<string, string>,
): Promise<SignInOutcome> {
  try {
    const seenPlayer = pagePlayer() ?? '';
    const fields = { ...proof, callbackUrl: window.location.href, seenPlayer };
    const answer = await postForm(`/callback/${provider}`, fields);
    if (answer.status === 403) {
      const { details } = (await answer.json()) as { details?: { signedInAs?: string } };
      otherPlayerFound(details?.signedInAs ?? '');
      return { ok: false, code: 'otherPlayer' };
    }
    if (answer.status === 429) {
      return { ok: false, code: 'tooMany', waitSeconds: Number(answer.headers.get('Retry-After') ?? 1800) };
    }
    const { url } = (await answer.json()) as { url?: string };
    const query = new URL(url ?? '/', window.location.origin).searchParams;
    const error = query.get('error');
    // The address of the sign-in page with `csrf=true`: the token was not taken, though the status says 200.
    if (error === null && answer.ok && !query.has('csrf')) return { ok: true };
    // It was read a moment ago: its cookie did not come along.
    return signInError(error ?? (answer.ok ? cookiesNeeded : 'UNKNOWN'));
  } catch {
    return { ok: false, code: 'EC_NETWORK_ERROR' };
  }
}

/**
 * By password. Where many are signing in, the answer waits in line with them: `onPlace` is told how far, null
 * when it is looked at.
 */
export async function signInByPassword(
  fields: { username: string; password: string },
  onPlace: (place: number | null) => void,
): Promise<SignInOutcome> {
  const waitingId = randomKey();
  const ask = async (): Promise<void> => {
    // Without an answer the line moves on all the same.
    const { place } = await browserApi('auth.place', { params: { waitingId } }).catch(() => ({
      place: null,
    }));
    onPlace(place);
  };
  const asking = setInterval(() => void ask(), placeEveryMs);
  return signIn('credentials', { ...fields, waitingId }).finally(() => clearInterval(asking));
}

const placeEveryMs = 1_500;

/**
 * What an `error` of the session endpoints says. `EC_ELOGIN_AUTH_REQUIRED` carries a player id behind a
 * colon; the library's own name for a wrong entry means ours.
 */
export function signInError(error: string): Extract<SignInOutcome, { ok: false }> {
  const [code = 'UNKNOWN', playerId] = error.split(':');
  if (code === 'EC_ELOGIN_AUTH_REQUIRED' && playerId) return { ok: false, code, playerId };
  return { ok: false, code: code === 'CredentialsSignin' ? 'EC_AUTH_FAIL' : code };
}
