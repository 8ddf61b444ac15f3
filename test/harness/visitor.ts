/** A browser's cookie jar around the session endpoints, without sockets. */
import { hashPassword } from '#server/players/passwords/password.ts';
import type { TestDatabase } from './database.ts';
import { addPlayers } from './sale.ts';

type AppLike = {
  request: (path: string, init?: RequestInit, env?: object) => Response | Promise<Response>;
};

const origin = 'http://localhost';
const credentials = { username: 'asdis', password: 'lykilord1' };

/** Adds the player that `signIn` signs in unless it is told otherwise. @returns the player's id */
export async function addKnownPlayer(data: TestDatabase): Promise<number> {
  const [made] = await addPlayers(data, 1, 0);
  if (!made) throw new Error('no player');
  await data.pool.query('UPDATE players SET username = $2, password_hash = $3 WHERE player_id = $1', [
    made.playerId,
    credentials.username,
    await hashPassword(credentials.password),
  ]);
  return made.playerId;
}

/** @param ip the address its connection comes from */
export function createVisitor(app: AppLike, ip = '') {
  const jar = new Map<string, string>();

  /** Below `/api/auth` unless the path begins with `/api/`. */
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'localhost', cookie, ...(init.headers as Record<string, string>) };
    const env = { incoming: { socket: { remoteAddress: ip } } };
    const url = origin + (path.startsWith('/api/') ? path : `/api/auth${path}`);
    const answer = await app.request(url, { ...init, headers }, env);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  const csrf = async () => String((await json(await call('/csrf')))['csrfToken']);

  /** With the token of this browser unless `fields` has another; `json=true` unless it says otherwise. */
  async function submit(path: string, fields: Record<string, string> = {}, more: RequestInit = {}) {
    const csrfToken = fields['csrfToken'] ?? (await csrf());
    const body = new URLSearchParams({ json: 'true', ...fields, csrfToken }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more.headers };
    return call(path, { method: 'POST', body, headers });
  }

  return {
    jar,
    call,
    csrf,
    submit,
    signIn: (fields: Record<string, string> = {}) =>
      submit('/callback/credentials', { ...credentials, ...fields }),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

export async function json(answer: Response): Promise<Record<string, unknown>> {
  return (await answer.json()) as Record<string, unknown>;
}
