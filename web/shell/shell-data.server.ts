/** What the frame of every page needs: language, theme, who is signed in and what they own, domain time. */
import type { RouterContextProvider } from 'react-router';
import { isApiError } from '#web/api.ts';
import { apiContext, requestContext, sessionContext } from '#web/context.ts';
import { localeOf } from '#web/paths.ts';
import { textsFor } from '#web/text/catalogue.server.ts';
import { readTheme } from './theme.ts';

const shellTexts = [
  ...['brand.name', 'brand.purpose', 'brand.titleTemplate', 'calendar', 'nav', 'footer', 'a11y', 'session'],
  ...[
    'common.close',
    'common.ageMark',
    'common.languageIs',
    'common.undo',
    'common.retry',
    'common.backToHome',
  ],
  ...['common.switchToEnglish', 'common.switchToIcelandic', 'common.language', 'auth.login', 'auth.close'],
  ...['errors.UNKNOWN', 'errors.EC_NETWORK_ERROR', 'errors.EC_AUTH_FAIL', 'errors.EC_ACTION_NOT_ALLOWED'],
  ...[
    'errors.EC_ACCOUNT_CLOSED',
    'errors.EC_ACCOUNT_REMOVED',
    'errors.EC_ELOGIN_AUTH_REQUIRED',
    'errors.auth',
  ],
  ...['errors.byCall.login', 'validation.usernameRequired', 'validation.passwordRequired', 'units.kr'],
  ...['games.lotto.name', 'page.notFound', 'page.serverError', 'status.ticket', 'responsible.helpText'],
  ...['validation.usernameLengthMax', 'validation.passwordLengthShort', 'validation.genericForm'],
  'page.tooMany',
] as const;

export type Account = {
  balance: number;
  stakedToday: number;
  stakeLimitDay: number;
  certificateExpires: string;
};

export async function loadShell(request: Request, context: Readonly<RouterContextProvider>) {
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  const session = context.get(sessionContext);
  const { now } = context.get(requestContext);
  return {
    locale,
    now,
    origin: url.origin,
    theme: readTheme(request.headers.get('Cookie') ?? ''),
    player: session === null ? null : session.user,
    account: session === null ? null : await loadAccount(context),
    texts: textsFor(locale, shellTexts),
  };
}

/** Null when the account cannot be read now: the page itself must not fail because of its frame. */
async function loadAccount(context: Readonly<RouterContextProvider>): Promise<Account | null> {
  try {
    const details = await context.get(apiContext)('account.details', {});
    const { balance, stakedToday, stakeLimitDay, eCertificateExpires } = details;
    return { balance, stakedToday, stakeLimitDay, certificateExpires: eCertificateExpires };
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/** A token for the sign-in form of a page that was asked for with `login=true`, with the cookies that belong to it. */
export async function loadCsrf(request: Request, context: Readonly<RouterContextProvider>) {
  const wanted = new URL(request.url).searchParams.get('login') === 'true';
  if (!wanted || context.get(sessionContext) !== null) return { csrfToken: null, cookies: [] };
  const answer = await context.get(requestContext).fetch('/api/auth/csrf', { method: 'GET' });
  const body = (await answer.json().catch(() => null)) as { csrfToken?: string } | null;
  return { csrfToken: body?.csrfToken ?? null, cookies: answer.headers.getSetCookie() };
}
