/** Cookie names and attributes of the session endpoints. Source: integrations §1.5. */
import type { Context } from 'hono';
import { deleteCookie, generateCookie, getCookie, setCookie } from 'hono/cookie';
import { isSecure } from './address.ts';

const names = {
  session: ['next-auth.session-token', '__Secure-next-auth.session-token'],
  csrf: ['next-auth.csrf-token', '__Host-next-auth.csrf-token'],
  callback: ['next-auth.callback-url', '__Secure-next-auth.callback-url'],
  // Knows a browser again at the next sign-in (checklist 16); opens nothing.
  device: ['hending-device', '__Host-hending-device'],
  // The browser that asked a person for electronic ID (checklist 13).
  eLogin: ['hending-e-login', '__Host-hending-e-login'],
} as const;
export type CookieKind = keyof typeof names;

function nameOf(context: Context, kind: CookieKind): string {
  return names[kind][isSecure(context) ? 1 : 0];
}

export function readCookie(context: Context, kind: CookieKind): string | undefined {
  return getCookie(context, nameOf(context, kind));
}

export function writeCookie(
  context: Context,
  kind: CookieKind,
  value: string,
  { expires, maxAge }: { expires?: Date | undefined; maxAge?: number } = {},
): void {
  setCookie(context, nameOf(context, kind), value, {
    ...attributes(context),
    ...(expires && { expires }),
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** A `Set-Cookie` line for an answer that is made in one piece; the cookie ends with the browser. */
export function cookieLine(context: Context, kind: CookieKind, value: string): string {
  return generateCookie(nameOf(context, kind), value, attributes(context));
}

function attributes(context: Context) {
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(context) } as const;
}

export function clearCookie(context: Context, kind: CookieKind): void {
  deleteCookie(context, nameOf(context, kind), { path: '/', secure: isSecure(context) });
}
