/** A browser's cookie jar around the session endpoints, without sockets. */
type AppLike = {
  request: (path: string, init?: RequestInit, env?: object) => Response | Promise<Response>;
};

const origin = 'http://localhost';

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
      submit('/callback/credentials', { username: 'asdis', password: 'lykilord1', ...fields }),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

export async function json(answer: Response): Promise<Record<string, unknown>> {
  return (await answer.json()) as Record<string, unknown>;
}
