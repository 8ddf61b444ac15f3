/** A browser that asks for electronic ID, and the sandbox's phones, around an app in process. */
import type { Registry } from '#integrations/registry/face.ts';
import { createOutside, type Outside } from '#server/outside.ts';
import type { TestDatabase } from './database.ts';
import { type EIdForTests, eIdForTests } from './e-id.ts';
import { createVisitor } from './visitor.ts';

type AppLike = Parameters<typeof createVisitor>[0];
export type Told = { status: number; body: Record<string, unknown>; retryAfter: string | null };

export type Phones = Pick<EIdForTests, 'control' | 'requests' | 'stop'> & {
  outside: Outside;
  /** The provider may be asked again at once. */
  tick(): void;
};

/** In the time of the database. @param registry left out: none is set */
export async function phonesForTests(
  { pool, config }: TestDatabase,
  registry: Registry | null = null,
): Promise<Phones> {
  const { rows } = await pool.query<{ at: Date }>('SELECT domain_now() AS at');
  let start = (rows[0]?.at.getTime() ?? 0) - performance.now();
  const now = () => new Date(start + performance.now());
  const sandbox = await eIdForTests(now);
  const { control, requests, stop } = sandbox;
  const tick = () => {
    start += 2_000;
  };
  const outside = { ...createOutside(config, now), eId: sandbox.client(), registry };
  return { control, requests, stop, tick, outside };
}

export function createELoginBrowser(app: AppLike, phones: Phones, ip = '') {
  const visitor = createVisitor(app, ip);

  async function call(path: string, body?: unknown, referer = ''): Promise<Told> {
    const init =
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', referer },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          };
    const answer = await visitor.call(`/api/proxy${path}`, init);
    const text = await answer.text();
    return {
      status: answer.status,
      body: text ? JSON.parse(text) : {},
      retryAfter: answer.headers.get('retry-after'),
    };
  }

  /** @param referer the page that asks; its language is that of the text on the phone */
  const start = (body: object, referer?: string) => call('/auth/e-login', body, referer);
  const status = (eLoginType: string, token: string, more = '') => {
    phones.tick();
    return call(`/auth/e-login/status/${eLoginType}/${encodeURIComponent(token)}${more}`);
  };

  /** Asks, lets the person act on the phone, and reads the status until there is an outcome. */
  async function prove(nationalId: string, phone?: string, act = 'confirm', more = '') {
    const asked = phone ? { eLoginType: 'sim', cellphoneNumber: phone } : { eLoginType: 'app', nationalId };
    const { body } = await start(asked);
    const token = String(body['token']);
    await phones.control({ act, nationalId });
    for (let turn = 0; turn < 60; turn += 1) {
      const answer = await status(asked.eLoginType, token, more);
      if (answer.body['pending'] !== true) return { token, eLoginType: asked.eLoginType, ...answer };
    }
    throw new Error('still pending');
  }

  const signIn = (token: string, eLoginType: string, fields: Record<string, string> = {}) =>
    visitor.submit('/callback/elogin', { token, eLoginType, ...fields });

  return { ...visitor, request: call, start, status, prove, signInBy: signIn };
}

export type ELoginBrowser = ReturnType<typeof createELoginBrowser>;
