/** Session endpoints under /api/auth with next-auth 4's interface over our own sessions. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errorCodes } from '#contract/errors.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import {
  createSession,
  endSession,
  hashToken,
  otherPlayer,
  readSession,
  viewSession,
} from '#server/players/sessions/sessions.ts';
import { nameDevice } from '#server/players/sign-in/device-name.ts';
import { meetDevice } from '#server/players/sign-in/devices.ts';
import { addressOf, isSecure, localeOf, originOf } from '../address.ts';
import { answerError } from '../answer-error.ts';
import { clearCookie, readCookie, writeCookie } from '../cookies.ts';
import { exchangeOf } from '../exchange.ts';
import { formOf, refuseForeignOrigin } from '../input.ts';
import { callbackUrl, hasInvalidCallbackUrl } from './callback-url.ts';
import { createClientLog } from './client-log.ts';
import { csrfToken, csrfVerified } from './csrf.ts';
import { errorPage, type PageTexts, signOutPage, verifyRequestPage } from './pages.ts';
import type { SignInWay, SignInWays } from './sign-in-ways.ts';

export type AuthParts = {
  db: Db;
  secret: string;
  log: Log;
  signInWays: SignInWays;
  /** Texts by language. */
  texts: () => Promise<PageTexts>;
};
type Form = Readonly<Record<string, string>>;
type Act = (context: Context, parts: AuthParts, form: Form) => Promise<Response>;

const base = '/api/auth';
/** As long as browsers keep a cookie at most. */
const deviceSeconds = 400 * 86_400;
const formBytesMax = 16 * 1024;
const logBytesMax = 8 * 1024;
const noCache = {
  'Cache-Control': 'private, no-cache, no-store',
  Pragma: 'no-cache',
  Expires: '0',
};

export function createAuthRouter(parts: AuthParts): Hono {
  const router = new Hono();
  const page = (act: (context: Context, parts: AuthParts) => Response | Promise<Response>) => (c: Context) =>
    hasInvalidCallbackUrl(c) ? c.redirect(`${at(c, 'error')}?error=Configuration`) : act(c, parts);
  const form = (act: Act) => (c: Context) => submitted(c, parts, act);
  const log = createClientLog(parts.log);

  router.use(`${base}/*`, async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  router.use(`${base}/_log`, bodyLimit({ maxSize: logBytesMax, onError: tooLarge }));
  router.use(`${base}/*`, bodyLimit({ maxSize: formBytesMax, onError: tooLarge }));
  router.get(`${base}/csrf`, (c) => c.json({ csrfToken: csrfToken(c, parts.secret) }, 200, noCache));
  router.get(`${base}/providers`, (c) => c.json(providers(c, parts.signInWays)));
  router.get(`${base}/session`, async (c) => c.json(await currentSession(c, parts), 200, noCache));
  router.get(`${base}/signin`, page(signInPage));
  router.get(`${base}/error`, page(errorAnswer));
  router.get(`${base}/signout`, page(confirmSignOut));
  router.get(
    `${base}/verify-request`,
    page(async (c) => verifyRequestPage(c, await parts.texts(), callbackUrl(c, undefined))),
  );
  router.post(`${base}/session`, (c) => guarded(c, parts, () => updateSession(c, parts)));
  router.post(`${base}/signin/:id?`, form(startSignIn));
  router.post(`${base}/callback/:id`, (c, next) => (wayOf(c, parts) ? form(signIn)(c) : next()));
  router.post(`${base}/signout`, form(signOut));
  router.post(`${base}/_log`, (c) =>
    guarded(c, parts, async () => {
      log(c, await readForm(c));
      return c.body(null, 200);
    }),
  );
  router.all(`${base}/*`, (c) => c.text(`${c.req.method} on this address is not supported.`, 400));
  return router;
}

function tooLarge(): never {
  refuse('EC_INVALID_INPUT', { status: 413 });
}

const at = (context: Context, action: string) => `${originOf(context)}${base}/${action}`;

function wayOf(context: Context, { signInWays }: AuthParts): SignInWay | undefined {
  const id = context.req.param('id') ?? '';
  return Object.hasOwn(signInWays, id) ? signInWays[id as keyof SignInWays] : undefined;
}

async function guarded(context: Context, parts: AuthParts, act: () => Promise<Response>): Promise<Response> {
  try {
    refuseForeignOrigin({ header: (name) => context.req.header(name), isSecure: isSecure(context) });
    return await act();
  } catch (error) {
    // Nobody waits for the answer any more.
    if (context.req.raw.signal.aborted) return context.body(null, 503);
    return answerError(error, parts.log);
  }
}

/** A form whose `callbackUrl` in the query is no web address is our caller's fault: 400, not 500. */
function submitted(context: Context, parts: AuthParts, act: Act): Promise<Response> {
  return guarded(context, parts, async () => {
    if (!hasInvalidCallbackUrl(context)) return act(context, parts, await readForm(context));
    return context.json({ name: 'InvalidCallbackUrl', message: 'The callback URL is not valid.' }, 400);
  });
}

/** Both ways prove themselves at their callback, so this only leads to the page that asks. */
async function startSignIn(context: Context, parts: AuthParts, form: Form): Promise<Response> {
  const known = wayOf(context, parts) && csrfVerified(context, parts.secret, form['csrfToken']);
  if (known) callbackUrl(context, form['callbackUrl']);
  return answerUrl(context, form, known ? at(context, 'signin') : `${at(context, 'signin')}?csrf=true`, 200);
}

async function signIn(context: Context, parts: AuthParts, form: Form): Promise<Response> {
  const way = wayOf(context, parts);
  if (!way || !csrfVerified(context, parts.secret, form['csrfToken'])) {
    return answerUrl(context, form, `${at(context, 'signin')}?csrf=true`, 200);
  }
  const target = callbackUrl(context, form['callbackUrl']);
  const refused = await refuseUnseenSession(context, parts, form);
  if (refused) return refused;
  try {
    const { headers, signal } = context.req.raw;
    const browser = readCookie(context, 'eLogin') ?? null;
    const ip = addressOf(context);
    const token = readCookie(context, 'device');
    const proof = { form, ip, headers, device: token ?? null, browser, signal };
    const { playerId, confirm } = await way.prove(proof);
    const device = {
      token,
      ip,
      locale: localeOf(context.req.header('referer')),
    };
    const made = await transaction(parts.db, async (tx) => {
      await confirm?.(tx);
      const former = readCookie(context, 'session');
      if (former) await endSession(tx, hashToken(former));
      const name = nameDevice(headers.get('user-agent') ?? '');
      const session = await createSession(tx, playerId, way.recordedAs, name);
      return { session, device: await meetDevice(tx, playerId, device) };
    });
    const { secondsLeft = 0 } = (await readSession(parts.db, hashToken(made.session))) ?? {};
    writeCookie(context, 'session', made.session, secondsLeft);
    writeCookie(context, 'device', made.device, deviceSeconds);
    return answerUrl(context, form, target, 200);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { playerId, retryAfterSeconds } = error.options;
    const text = playerId === undefined ? error.code : `${error.code}:${playerId}`;
    if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
    const url = `${at(context, 'error')}?error=${encodeURIComponent(text)}`;
    return answerUrl(context, form, url, statusOf(error));
  }
}

/**
 * A form with `seenPlayer` (empty on a signed-out page) must not end or replace the session of
 * another player, started in another tab. Null when the request may proceed.
 */
async function refuseUnseenSession(
  context: Context,
  { db, log }: AuthParts,
  form: Form,
): Promise<Response | null> {
  const seen = form['seenPlayer'];
  const token = readCookie(context, 'session');
  if (seen === undefined || token === undefined) return null;
  const session = await readSession(db, hashToken(token));
  if (session === null || String(session.playerId) === seen) return null;
  if (form['json'] !== 'true') return context.redirect(`${at(context, 'error')}?error=AccessDenied`);
  return answerError(new Refusal('EC_ACTION_NOT_ALLOWED', { details: otherPlayer(session) }), log);
}

async function signOut(context: Context, parts: AuthParts, form: Form): Promise<Response> {
  if (!csrfVerified(context, parts.secret, form['csrfToken'])) {
    return answerUrl(context, form, `${at(context, 'signout')}?csrf=true`, 200);
  }
  const refused = await refuseUnseenSession(context, parts, form);
  if (refused) return refused;
  const token = readCookie(context, 'session');
  if (token) await transaction(parts.db, (tx) => endSession(tx, hashToken(token)));
  clearCookie(context, 'session');
  return answerUrl(context, form, callbackUrl(context, form['callbackUrl']), 200);
}

/** A session has no field that its owner may set: `data` is ignored and the session read again. */
async function updateSession(context: Context, parts: AuthParts): Promise<Response> {
  const sent = (await context.req.json().catch(() => null)) as { csrfToken?: unknown } | null;
  if (!csrfVerified(context, parts.secret, sent?.csrfToken)) return context.json({}, 400);
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
  writeCookie(context, 'session', token, session.secondsLeft);
  return viewSession(session);
}

function providers(context: Context, ways: SignInWays) {
  const described = Object.entries(ways).map(([id, { name }]) => [
    id,
    {
      id,
      name,
      type: 'credentials',
      signinUrl: at(context, `signin/${id}`),
      callbackUrl: at(context, `callback/${id}`),
    },
  ]);
  return Object.fromEntries(described);
}

async function readForm(context: Context): Promise<Form> {
  return formOf(await exchangeOf(context).text());
}

type UrlStatus = 200 | 401 | 429 | 503;

/** As next-auth 4 answers, except where coming again later may help. */
function statusOf({ code, options }: Refusal): UrlStatus {
  if (code === 'EC_SYSTEM_CLOSED') return 503;
  return options.status === 429 ? 429 : 401;
}

/** `json=true` answers the address in a body with the status of the outcome; otherwise always a redirect. */
function answerUrl(context: Context, form: Form, url: string, status: UrlStatus): Response {
  return form['json'] === 'true' ? context.json({ url }, status) : context.redirect(url);
}

/** The page with the sign-in dialog, and what the visitor came with. */
function signInPage(context: Context): Response {
  const page = new URL('/?login=true', originOf(context));
  page.searchParams.set('callbackUrl', callbackUrl(context, undefined));
  const error = context.req.query('error') ?? (lacksCookies(context) ? 'CookiesNeeded' : undefined);
  if (error) page.searchParams.set('error', error);
  return context.redirect(page.href);
}

/** A form was refused for its token, and the browser does not send the cookie that belongs to it. */
function lacksCookies(context: Context): boolean {
  const isPage = context.req.header('accept')?.includes('text/html') ?? false;
  return isPage && context.req.query('csrf') === 'true' && readCookie(context, 'csrf') === undefined;
}

const signInErrors: ReadonlySet<string> = new Set([
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'default',
  ...errorCodes,
]);

/** Errors of signing in, our codes too, are shown where one signs in; the rest on a page of its own. */
async function errorAnswer(context: Context, parts: AuthParts): Promise<Response> {
  const error = context.req.query('error') ?? '';
  if (signInErrors.has(error.split(':')[0] ?? '')) {
    return context.redirect(`${at(context, 'signin')}?error=${encodeURIComponent(error)}`);
  }
  return errorPage(context, await parts.texts(), callbackUrl(context, undefined), error);
}

async function confirmSignOut(context: Context, parts: AuthParts): Promise<Response> {
  const token = readCookie(context, 'session');
  const session = token === undefined ? null : await readSession(parts.db, hashToken(token));
  const hidden = {
    csrfToken: csrfToken(context, parts.secret),
    ...(session && { seenPlayer: String(session.playerId) }),
  };
  return signOutPage(context, await parts.texts(), callbackUrl(context, undefined), hidden);
}
