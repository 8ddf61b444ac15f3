/**
 * `POST _log`: what the browser's session client noticed. Anybody may send it, so only known codes get in,
 * three fields of each, and so many a minute.
 */
import type { Context } from 'hono';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';
import { addressOf } from '../address.ts';

/** A stranger’s word is no fault of ours, whatever it calls itself. */
const levels = { error: 'warn', warn: 'warn', debug: 'debug' } as const;
const codes: ReadonlySet<string> = new Set([
  'CLIENT_FETCH_ERROR',
  'CLIENT_SESSION_ERROR',
  'NEXTAUTH_URL',
  'NO_SECRET',
  'DEBUG_ENABLED',
  'MISSING_NEXTAUTH_API_ROUTE_ERROR',
  'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  'EMAIL_REQUIRES_ADAPTER_ERROR',
  'MISSING_ADAPTER_METHODS_ERROR',
  'CALLBACK_CREDENTIALS_JWT_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
]);
const messageLengthMax = 200;
const perMinute = { perKey: 30, ofAllKeys: 300 };

export function createClientLog(log: Log, monotonicMs: () => number = () => performance.now()) {
  const limitNetwork = createWindowLimiter(monotonicMs, perMinute);
  return (context: Context, form: Readonly<Record<string, string>>): void => {
    limitNetwork(networkOf(addressOf(context)));
    const claimed = form['level'] ?? '';
    const level = Object.hasOwn(levels, claimed) && levels[claimed as keyof typeof levels];
    const code = form['code'] ?? '';
    if (!level || !codes.has(code)) return;
    const message = printable(form['message'] ?? '').slice(0, messageLengthMax);
    log[level]({ code, clientMessage: message, page: pageOf(context) }, 'session client');
  };
}

/** The path alone: a query may carry what is nobody's business. */
function pageOf(context: Context): string {
  return printable(URL.parse(context.req.header('referer') ?? '')?.pathname ?? '').slice(0, messageLengthMax);
}

function printable(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}
