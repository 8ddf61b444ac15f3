/** The one place where anything thrown becomes a status and a body (docs/rules/calls.md, Errors). */
import { randomUUID } from 'node:crypto';
import { type ErrorBody, type ErrorCode, statusOf } from '#contract/errors.ts';
import { isConnectionLost, isCorruption, isUnavailable } from '#server/platform/database-failures.ts';
import type { Log } from '#server/platform/log.ts';
import { countFault, countRefused } from '#server/platform/metrics.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Answer } from './exchange.ts';

const messages: Partial<Record<ErrorCode, string>> = {
  EC_EXCEPTION: 'Something failed on our side.',
  EC_INTERNAL_ERROR: 'The outcome is not known. Look at your tickets before you try again.',
  EC_NO_DATA_FOUND: 'Nothing was found.',
  EC_INVALID_INPUT: 'The input is not valid.',
  EC_MISSING_BODY: 'The body is missing.',
  EC_MISSING_FIELD: 'A required field is missing.',
  EC_AUTH_FAIL: 'Sign in first.',
};

/**
 * @param faultCode the code of anything that is not a refusal: EC_INTERNAL_ERROR where money may have moved
 */
export function errorAnswer(error: unknown, log: Log, faultCode: ErrorCode = 'EC_EXCEPTION'): Answer {
  const { status, body, refusal } = describeError(error, log, faultCode);
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  const wait = refusal?.options.retryAfterSeconds;
  if (wait !== undefined) headers['retry-after'] = String(wait);
  const allow = refusal?.options.allow;
  if (allow !== undefined) headers.allow = allow.join(', ');
  return { status, headers, body: JSON.stringify(body) };
}

/** The same, ready to be sent. */
export function answerError(error: unknown, log: Log): Response {
  const { body, ...init } = errorAnswer(error, log);
  return new Response(body, init);
}

/** The same without HTTP around it, logged once. */
export function describeError(error: unknown, log: Log, faultCode: ErrorCode = 'EC_EXCEPTION') {
  const errorId = randomUUID();
  const refusal = asRefusal(error, faultCode);
  const code = refusal?.code ?? faultCode;
  const status = refusal?.options.status ?? statusOf(code);
  if (!refusal || isCorruption(error)) {
    countFault(code);
    log.error({ err: error, errorId, code }, 'call failed');
  } else {
    countRefused(code);
    const cause = refusal !== error && status >= 500 && { cause: causeOf(error) };
    log[status >= 500 ? 'warn' : 'info']({ errorId, code, ...cause }, 'call refused');
  }

  const body: ErrorBody = {
    message: refusal?.options.message ?? messages[code] ?? 'The request was refused.',
    code,
    details: { ...refusal?.options.details, errorId },
    ...(refusal?.options.playerId && { playerId: refusal.options.playerId }),
    ...(refusal?.options.issues && { issues: refusal.options.issues }),
  };
  return { status, body, refusal };
}

/**
 * A database or a machine that cannot work is no fault of the call: closed for now. A lost connection is too,
 * except where money may have moved: then the outcome is not known, and the caller is told so.
 */
function asRefusal(error: unknown, faultCode: ErrorCode): Refusal | null {
  if (error instanceof Refusal) return error;
  if (hasLeft(error)) return new Refusal('EC_INVALID_INPUT', {});
  const isClosed = isUnavailable(error) || (faultCode !== 'EC_INTERNAL_ERROR' && isConnectionLost(error));
  return isClosed ? new Refusal('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 }) : null;
}

function causeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return [code, message].filter((part) => part !== undefined).join(' ');
}

/** The client went before its request was whole: Node says so, or the library in words of its own. */
function hasLeft(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    (code === 'ECONNRESET' && message === 'aborted') || message === 'Client connection prematurely closed.'
  );
}
