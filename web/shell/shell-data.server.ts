/** What the frame of every page needs: language, theme, whether somebody is signed in, domain time. */
import { createHash } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import type { Locale } from '#texts/evaluate.ts';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { type FrameParts, rememberFrame } from '#web/page/frame-parts.ts';
import { localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import keys from '#web/root.tsx?texts';
import { loadSite } from './site-data.server.ts';
import { readTheme } from './theme.ts';

export async function loadShell(request: Request, context: Readonly<RouterContextProvider>) {
  const url = pageUrl(request);
  const locale = localeOf(url.pathname);
  const { now, origin, state, own, counting, sessionPollSeconds } = context.get(requestContext);
  return {
    locale,
    now,
    origin,
    theme: readTheme(request.headers.get('Cookie') ?? ''),
    state,
    own,
    frame: await loadFrame(request, context),
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

/**
 * A token for the sign-in form of a page that was asked for with `login=true`, with the cookies that
 * belong to it.
 */
export async function loadCsrf(request: Request, context: Readonly<RouterContextProvider>) {
  const wanted = pageUrl(request).searchParams.get('login') === 'true';
  if (!wanted || context.get(requestContext).state !== 'out') return { csrfToken: null, cookies: [] };
  const answer = await context.get(requestContext).fetch('/api/auth/csrf', { method: 'GET' });
  const body = (await answer.json().catch(() => null)) as { csrfToken?: string } | null;
  return { csrfToken: body?.csrfToken ?? null, cookies: answer.headers.getSetCookie() };
}
