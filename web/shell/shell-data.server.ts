/** What the frame of every page needs: language, theme, who is signed in and what they own, domain time. */
import { createHash } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import { isApiError } from '#web/api-error.ts';
import { apiContext, requestContext, sessionContext } from '#web/context.ts';
import { textsFor } from '#web/page-texts.server.ts';
import { localeOf, pageUrl, pathsFor } from '#web/paths.ts';
import keys from '#web/root.tsx?texts';
import { type FrameParts, rememberFrame } from '#web/ui/frame-parts.ts';
import type { Account } from '#web/ui/shell.ts';
import { loadSite } from './site-data.server.ts';
import { readTheme } from './theme.ts';

export async function loadShell(request: Request, context: Readonly<RouterContextProvider>) {
  const url = pageUrl(request);
  const locale = localeOf(url.pathname);
  const session = context.get(sessionContext);
  const { now, origin, counting, sessionPollSeconds } = context.get(requestContext);
  const [frame, account] = await Promise.all([
    loadFrame(request, context),
    session === null ? null : loadAccount(context),
  ]);
  return {
    locale,
    now,
    origin,
    theme: readTheme(request.headers.get('Cookie') ?? ''),
    player: session === null ? null : session.user,
    account,
    frame,
    counter: counting,
    sessionPollSeconds,
  };
}

const versions = new Map<Locale, FrameParts & { address: string }>();

/** The address of what the frame shows in the language of the request's address. */
export async function loadFrame(request: Request, context: Readonly<RouterContextProvider>): Promise<string> {
  const locale = localeOf(pageUrl(request).pathname);
  const site = await loadSite(context.get(apiContext), locale);
  const texts = textsFor({ request, context }, keys);
  const known = versions.get(locale);
  if (known?.site === site && known.texts === texts) return known.address;
  const version = createHash('sha256').update(site).update(texts).digest('base64url').slice(0, 16);
  const address = pathsFor(locale).local(`/frame/${version}.json`);
  rememberFrame(address, { site, texts });
  versions.set(locale, { address, site, texts });
  return address;
}

/** Null when the account cannot be read now: the page itself must not fail because of its frame. */
async function loadAccount(context: Readonly<RouterContextProvider>): Promise<Account | null> {
  try {
    const api = context.get(apiContext);
    const [details, spending] = await Promise.all([api('account.details', {}), api('limits.spending', {})]);
    const { balance, stakedToday, stakeLimitDay, lockedUntil = null } = details;
    const { month, session, reminderMinutes } = spending;
    return {
      balance,
      stakedToday,
      stakeLimitDay,
      lockedUntil,
      reminderMinutes,
      month: { spent: month.spent, net: month.net },
      signedInAt: session.from,
    };
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/**
 * A token for the sign-in form of a page that was asked for with `login=true`, with the cookies that
 * belong to it.
 */
export async function loadCsrf(request: Request, context: Readonly<RouterContextProvider>) {
  const wanted = pageUrl(request).searchParams.get('login') === 'true';
  if (!wanted || context.get(sessionContext) !== null) return { csrfToken: null, cookies: [] };
  const answer = await context.get(requestContext).fetch('/api/auth/csrf', { method: 'GET' });
  const body = (await answer.json().catch(() => null)) as { csrfToken?: string } | null;
  return { csrfToken: body?.csrfToken ?? null, cookies: answer.headers.getSetCookie() };
}
