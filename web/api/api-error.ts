/** What a call throws, kept apart from the client, which comes later. */
import type { ErrorBody, ErrorCode, Issues } from '#contract/errors.ts';

/** When a 429 does not say it. */
const defaultWaitSeconds = 60;

/** `otherPlayer` is the browser's own: EC_ACTION_NOT_ALLOWED because another player is signed in. */
type ErrorParts = Partial<Omit<ErrorBody, 'code'>> & { code: ErrorCode | 'otherPlayer' };

/** A refusal or fault, as the product answered it; `EC_NETWORK_ERROR` with status 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'otherPlayer';
  readonly issues: Partial<Issues>;
  readonly errorId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** After 429, to who asked too often: when there is room again. */
  readonly waitSeconds: number | undefined;

  constructor(status: number, body: ErrorParts, retryAfter?: string | null) {
    super(`${body.code}: ${body.message ?? ''}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.issues = body.issues ?? {};
    this.errorId = body.details?.errorId ?? null;
    this.details = body.details ?? {};
    this.waitSeconds = status === 429 ? Number(retryAfter) || defaultWaitSeconds : undefined;
  }
}

/** The bundle of the server holds its own copy of the class, so the name decides, not `instanceof`. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}
