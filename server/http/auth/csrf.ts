/** Double submit: the cookie is `token|hash`, a form repeats the token. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { readCookie, writeCookie } from '../cookies.ts';

/** The token of this browser; a missing or broken cookie is replaced. */
export function csrfToken(context: Context, secret: string): string {
  const known = verifiedToken(context, secret);
  if (known) return known;
  const token = randomBytes(32).toString('hex');
  writeCookie(context, 'csrf', `${token}|${csrfHash(token, secret)}`);
  return token;
}

export function csrfVerified(context: Context, secret: string, sent: unknown): boolean {
  const token = verifiedToken(context, secret);
  return token !== null && typeof sent === 'string' && sameText(sent, token);
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
