/** Signing in by password, as a form of a browser that no account knows. */
import { postRequest } from './http-client.ts';

type Fields = { username: string; password: string; waitingId?: string };

/** @returns the request of a sign-in with such fields */
export async function signInForms(url: string): Promise<(fields: Fields) => string> {
  const answer = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const headers = {
    Cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
    Origin: 'http://localhost',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  return (fields) => {
    const body = String(new URLSearchParams({ ...fields, csrfToken, json: 'true' }));
    return postRequest('/api/auth/callback/credentials', body, headers);
  };
}
