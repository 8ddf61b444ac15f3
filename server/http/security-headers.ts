/**
 * What browsers are told about every answer, whatever made it (must-hold 138). Pages bring their own policy;
 * everything else may load nothing, run nothing and be framed by nobody.
 */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { isSecure } from './address.ts';
import type { Answer } from './exchange.ts';

/** Where the bank sends a visitor back to: read by our own page through a frame or a window it opened. */
const returnPages = '/api/verify/';

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': [
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'microphone',
    'payment',
    'usb',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
};
const twoYears = 'max-age=63072000; includeSubDomains';
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'";

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.get(carriesThem)) return;
  const { headers } = context.res;
  for (const [name, value] of Object.entries(always)) headers.set(name, value);
  const isReturn = context.req.path.startsWith(returnPages);
  headers.set('X-Frame-Options', isReturn ? 'SAMEORIGIN' : 'DENY');
  if (!isReturn) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  if (!headers.has('Content-Security-Policy')) {
    const framedBy = isReturn ? "'self'" : "'none'";
    headers.set('Content-Security-Policy', `${nothing}; frame-ancestors ${framedBy}`);
  }
  // Browsers ignore it over http, and an operator who has no certificate yet must not promise one.
  if (isSecure(context)) headers.set('Strict-Transport-Security', twoYears);
};

const carriesThem = 'carriesSecurityHeaders';
const ofData = {
  ...always,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Content-Security-Policy': `${nothing}; frame-ancestors 'none'`,
};
const ofSecureData = { ...ofData, 'Strict-Transport-Security': twoYears };

/** The headers of a call's answer, its own among them: made in one piece, since one after another is slow. */
export function dataHeaders(isSecure: boolean, { headers }: Answer): Record<string, string> {
  return { ...(isSecure ? ofSecureData : ofData), ...headers };
}

export function sendAnswer(context: Context, answer: Answer): Response {
  context.set(carriesThem, true);
  const { status, body, isSent } = answer;
  if (isSent) return RESPONSE_ALREADY_SENT;
  return new Response(body, { status, headers: dataHeaders(isSecure(context), answer) });
}

export type PageOrigins = {
  /** Where videos of the content service lie. Its pictures are answered from here: content-pictures.ts. */
  media: readonly string[];
  /** Where visits are counted. */
  counting: readonly string[];
  /** Whose pages confirm a card: the gateway's and any issuer's, which nobody can name beforehand. */
  issuers: readonly string[];
};

/**
 * The policy of a page: scripts of our own files and with this answer's nonce, no inline style of any kind,
 * nothing from elsewhere but what `origins` names (must-hold 138).
 */
export function pagePolicy(
  context: Context,
  nonce: string,
  { media, counting, issuers }: PageOrigins,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    ["media-src 'self'", ...media].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...counting].join(' '),
    // The return page is our own.
    ["frame-src 'self'", ...issuers].join(' '),
    "base-uri 'none'",
    ["form-action 'self'", ...issuers].join(' '),
    "frame-ancestors 'none'",
    ...(isSecure(context) ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
