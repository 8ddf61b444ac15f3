/** Cookie names and attributes of the session endpoints. */
import type { Context } from 'hono';
import { deleteCookie, generateCookie, setCookie } from 'hono/cookie';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { refuse } from '#server/platform/refusal.ts';
import { isSecure } from './address.ts';
import { isPlainText } from './plain-text.ts';

const names = {
  session: ['next-auth.session-token', '__Secure-next-auth.session-token'],
  csrf: ['next-auth.csrf-token', '__Host-next-auth.csrf-token'],
  callback: ['next-auth.callback-url', '__Secure-next-auth.callback-url'],
  // Knows a browser again at the next sign-in (must-hold 16); opens nothing.
  device: ['hending-device', '__Host-hending-device'],
  // The browser that asked a person for electronic ID (must-hold 13).
  eLogin: ['hending-e-login', '__Host-hending-e-login'],
} as const;
export type CookieKind = keyof typeof names;

function nameOf(kind: CookieKind, secure: boolean): string {
  return names[kind][secure ? 1 : 0];
}

export function readCookie(context: Context, kind: CookieKind): string | undefined {
  return cookieIn(context.req.header('cookie'), kind, isSecure(context));
}

/**
 * The first cookie of that name: only what we wrote ourselves, so without a parser of all cookies there are.
 * @param line the header `Cookie`; @param secure whether the visitor came over TLS
 */
export function cookieIn(line: string | undefined, kind: CookieKind, secure: boolean): string | undefined {
  const start = `${nameOf(kind, secure)}=`;
  const pair = line?.split(';').find((each) => each.trimStart().startsWith(start));
  const value = pair && tryDecodeURIComponent(pair.trim().slice(start.length));
  if (value !== undefined && !isPlainText(value)) {
    refuse('EC_INVALID_INPUT', { issues: { headers: [{ path: ['Cookie'], message: 'genericForm' }] } });
  }
  return value;
}

/**
 * @param maxAge seconds, never a moment, since domain time may be years ahead of the browser's; left out: the
 * cookie ends with the browser
 */
export function writeCookie(context: Context, kind: CookieKind, value: string, maxAge?: number): void {
  const secure = isSecure(context);
  setCookie(context, nameOf(kind, secure), value, {
    ...attributes(secure),
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** A `Set-Cookie` line for an answer that is made in one piece; the cookie ends with the browser. */
export function cookieLine(kind: CookieKind, value: string, secure: boolean): string {
  return generateCookie(nameOf(kind, secure), value, attributes(secure));
}

function attributes(secure: boolean) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const;
}

export function clearCookie(context: Context, kind: CookieKind): void {
  const secure = isSecure(context);
  deleteCookie(context, nameOf(kind, secure), { path: '/', secure });
}
