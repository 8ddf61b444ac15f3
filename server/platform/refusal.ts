/** Expected refusals. Thrown anywhere below HTTP, answered in one place. */
import type { ErrorCode, Issue, IssuePlace } from '#contract/errors.ts';

type RefusalOptions = {
  /** Another status than the code's own, e.g. 400 for EC_AUTH_FAIL at sign-in. */
  status?: number;
  /** Where the code's own sentence would say something else. */
  message?: string;
  issues?: Partial<Record<IssuePlace, Issue[]>>;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Methods that the address takes, beside status 405. */
  allow?: readonly string[];
  /** Whose electronic ID is asked for, beside EC_ELOGIN_AUTH_REQUIRED at sign-in. */
  playerId?: string;
};

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly options: RefusalOptions;

  constructor(code: ErrorCode, options: RefusalOptions) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.options = options;
  }
}

export function refuse(code: ErrorCode, options: RefusalOptions = {}): never {
  throw new Refusal(code, options);
}

/** The address exists, and takes other methods. */
export function refuseMethod(allow: readonly string[]): never {
  refuse('EC_INVALID_INPUT', { status: 405, allow });
}
