/**
 * Session endpoints under /api/auth with next-auth 4's interface over our own sessions. Integrations
 * §1.4–§1.7.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { createSession, endSession, hashToken, readSession, viewSession } from '#server/players/sessions.ts';
import { checkPassword } from '#server/players/sign-in.ts';
import { originOf } from './address.ts';
import { answerError } from './answer-error.ts';
import { clearCookie, readCookie, writeCookie } from './cookies.ts';
import { refuseForeignOrigin } from './input.ts';

export type AuthParts = { db: Db; secret: string; log: Log };
type Form = Record<string, string>;

const base = '/api/auth';
const formBytesMax = 16 * 1024;
const noCache = {
  'Cache-Control': 'private, no-cache, no-store',
  Pragma: 'no-cache',
  Expires: '0',
};

export function createAuthRouter(parts: AuthParts): Hono {
  const router = new Hono();
  router.use(`${base}/*`, bodyLimit({ maxSize: formBytesMax, onError: tooLarge }));
  router.get(`${base}/csrf`, (c) => c.json({ csrfToken: csrfToken(c, parts.secret) }, 200, noCache));
  router.get(`${base}/providers`, (c) => c.json(providers(originOf(c))));
  router.get(`${base}/session`, async (c) => c.json(await currentSession(c, parts), 200, noCache));
  router.post(`${base}/session`, (c) => guarded(c, parts, () => updateSession(c, parts)));
  router.get(`${base}/signin`, (c) => c.redirect(signInPage(originOf(c), c.req.query())));
  router.get(`${base}/error`, (c) => c.redirect(signInPage(originOf(c), c.req.query())));
  router.post(`${base}/callback/credentials`, (c) => guarded(c, parts, () => signIn(c, parts)));
  router.post(`${base}/signout`, (c) => guarded(c, parts, () => signOut(c, parts)));
  router.all(`${base}/*`, (c) => c.text(`${c.req.method} on this address is not supported.`, 400));
  return router;
}

function tooLarge(): never {
  refuse('EC_INVALID_INPUT', { status: 413 });
}

async function guarded(context: Context, parts: AuthParts, act: () => Promise<Response>): Promise<Response> {
  try {
    refuseForeignOrigin(context.req.raw.headers, context.req.header('host'));
    return await act();
  } catch (error) {
    return answerError(error, parts.log);
  }
}

async function signIn(context: Context, parts: AuthParts): Promise<Response> {
  const form = await readForm(context);
  const origin = originOf(context);
  if (!csrfVerified(context, parts.secret, form['csrfToken'])) {
    return answerUrl(context, form, `${origin}${base}/signin?csrf=true`, 200);
  }
  const target = callbackUrl(context, form, origin);
  try {
    const playerId = await checkPassword(parts.db, (form['username'] ?? '').trim(), form['password'] ?? '');
    const token = await transaction(parts.db, async (tx) => {
      const former = readCookie(context, 'session');
      if (former) await endSession(tx, hashToken(former));
      return createSession(tx, playerId, 'password');
    });
    writeCookie(context, 'session', token, await expiryOf(parts.db, token));
    return answerUrl(context, form, target, 200);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const playerId = error.options.details?.['playerId'];
    const text = playerId === undefined ? error.code : `${error.code}:${playerId}`;
    const url = `${origin}${base}/error?error=${encodeURIComponent(text)}&callbackUrl=${encodeURIComponent(target)}`;
    return answerUrl(context, form, url, 401);
  }
}

async function signOut(context: Context, parts: AuthParts): Promise<Response> {
  const form = await readForm(context);
  const origin = originOf(context);
  if (!csrfVerified(context, parts.secret, form['csrfToken'])) {
    return answerUrl(context, form, `${origin}${base}/signout?csrf=true`, 200);
  }
  const token = readCookie(context, 'session');
  if (token) await transaction(parts.db, (tx) => endSession(tx, hashToken(token)));
  clearCookie(context, 'session');
  return answerUrl(context, form, callbackUrl(context, form, origin), 200);
}

async function updateSession(context: Context, parts: AuthParts): Promise<Response> {
  const sent = (await context.req.json().catch(() => ({}))) as { csrfToken?: unknown } | null;
  const token = typeof sent?.csrfToken === 'string' ? sent.csrfToken : undefined;
  if (!csrfVerified(context, parts.secret, token)) return context.json({}, 400);
  return context.json(await currentSession(context, parts));
}

async function currentSession(context: Context, parts: AuthParts) {
  const token = readCookie(context, 'session');
  if (!token) return {};
  const session = await readSession(parts.db, hashToken(token));
  if (!session) {
    clearCookie(context, 'session');
    return {};
  }
  writeCookie(context, 'session', token, session.expires);
  return viewSession(session);
}

async function expiryOf(db: Db, token: string): Promise<Date | undefined> {
  return (await readSession(db, hashToken(token)))?.expires;
}

function providers(origin: string) {
  const provider = (id: string, name: string) => ({
    id,
    name,
    type: 'credentials',
    signinUrl: `${origin}${base}/signin/${id}`,
    callbackUrl: `${origin}${base}/callback/${id}`,
  });
  return { credentials: provider('credentials', 'Credentials') };
}

/** The cookie is `token|hash`; a missing or broken one is replaced. */
function csrfToken(context: Context, secret: string): string {
  const known = verifiedToken(context, secret);
  if (known) return known;
  const token = randomBytes(32).toString('hex');
  writeCookie(context, 'csrf', `${token}|${csrfHash(token, secret)}`);
  return token;
}

function csrfVerified(context: Context, secret: string, sent: string | undefined): boolean {
  const token = verifiedToken(context, secret);
  return token !== null && sent !== undefined && sameText(sent, token);
}

function verifiedToken(context: Context, secret: string): string | null {
  const [token, hash] = readCookie(context, 'csrf')?.split('|') ?? [];
  return token && hash && sameText(hash, csrfHash(token, secret)) ? token : null;
}

function csrfHash(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function readForm(context: Context): Promise<Form> {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(await context.req.text())) form[name] = value;
  return form;
}

/** Ours, or the origin: a path is completed, an absolute address kept only when it is on this origin. */
function callbackUrl(context: Context, form: Form, origin: string): string {
  const asked = form['callbackUrl'] ?? context.req.query('callbackUrl') ?? readCookie(context, 'callback');
  const parsed = asked === undefined ? null : URL.parse(asked, origin);
  const url = parsed && parsed.origin === origin ? parsed.href : origin;
  if (url !== readCookie(context, 'callback')) writeCookie(context, 'callback', url);
  return url;
}

/** `json=true` answers the address in a body with the status of the outcome; otherwise always a redirect. */
function answerUrl(context: Context, form: Form, url: string, status: 200 | 401): Response {
  return form['json'] === 'true' ? context.json({ url }, status) : context.redirect(url);
}

/** The sign-in dialog's page, with what the visitor came with. */
function signInPage(origin: string, query: Record<string, string>): string {
  const page = new URL('/?login=true', origin);
  for (const name of ['error', 'callbackUrl', 'csrf']) {
    const value = query[name];
    if (value !== undefined) page.searchParams.set(name, value);
  }
  return page.href;
}
