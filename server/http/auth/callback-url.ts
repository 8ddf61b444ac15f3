/** Where a visitor goes on to afterwards: always on this origin (must-hold 25). */
import type { Context } from 'hono';
import { ownPath } from '#rules/values/own-path.ts';
import { originOf } from '../address.ts';
import { readCookie, writeCookie } from '../cookies.ts';

/** Longer ones would not fit into the cookie that keeps them. */
const lengthMax = 2000;

/** From the form, the query or the cookie; kept in the cookie. What is not ours becomes the origin. */
export function callbackUrl(context: Context, sent: string | undefined): string {
  const kept = readCookie(context, 'callback');
  const url = ownUrl(sent ?? context.req.query('callbackUrl') ?? kept, originOf(context));
  if (url !== kept) writeCookie(context, 'callback', url);
  return url;
}

/** A path is completed, an absolute address kept only when it is plainly on `origin`. */
export function ownUrl(asked: string | undefined, origin: string): string {
  if (!asked || asked.length > lengthMax) return origin;
  const url = URL.parse(asked, origin);
  if (!url || url.origin !== origin || url.username || url.password) return origin;
  if (!ownPath.test(url.pathname) || url.href.length > lengthMax) return origin;
  return url.href;
}

/** A query that asks for no web address at all is `InvalidCallbackUrl`, as in next-auth 4. */
export function hasInvalidCallbackUrl(context: Context): boolean {
  const asked = context.req.query('callbackUrl');
  if (!asked) return false;
  const url = URL.parse(asked, asked.startsWith('/') ? originOf(context) : undefined);
  return url?.protocol !== 'http:' && url?.protocol !== 'https:';
}
