/** Cookie names and attributes of the session endpoints. Source: integrations §1.5. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

export function isSecure(context: Context): boolean {
  return context.req.url.startsWith('https:') || context.req.header('x-forwarded-proto') === 'https';
}

const names = {
  session: ['next-auth.session-token', '__Secure-next-auth.session-token'],
  csrf: ['next-auth.csrf-token', '__Host-next-auth.csrf-token'],
  callback: ['next-auth.callback-url', '__Secure-next-auth.callback-url'],
  // Knows a browser again at the next sign-in (checklist 16); opens nothing.
  device: ['hending-device', '__Host-hending-device'],
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
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure(context),
    ...(expires && { expires }),
    ...(maxAge !== undefined && { maxAge }),
  });
}

export function clearCookie(context: Context, kind: CookieKind): void {
  deleteCookie(context, nameOf(context, kind), { path: '/', secure: isSecure(context) });
}
