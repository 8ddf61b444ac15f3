/** Electronic ID as the product sees it: a person is asked on the phone, and is somebody or nobody. */

/** SIM by a phone number of seven digits, app by a national id of ten; both without blanks and dashes. */
export type EIdTarget = { eLoginType: 'sim'; phone: string } | { eLoginType: 'app'; nationalId: string };

export type EId = {
  /**
   * Asks the person. `message` makes the text on the phone. For `sim` it gets the four digits of the security
   * code and must show them; for `app` it gets null: the app offers three codes to pick from, and a text that
   * told the right one would spoil that. Throws `EIdError`.
   *
   * Returns the handle to poll with, and the code to show beside it: for `app` the one to pick.
   */
  start(
    target: EIdTarget,
    message: (code: string | null) => string,
  ): Promise<{ handle: EIdHandle; code: string }>;
  /**
   * What became of it. Keep the handle of a pending answer for the next call, one call at a time. It may be
   * called at any pace: the provider is asked every two seconds at most, and after 90 seconds the answer is
   * a failure. Never throws for what is outside.
   */
  poll(handle: EIdHandle): Promise<EIdState>;
};

export type EIdState =
  | { state: 'pending'; handle: EIdHandle }
  | { state: 'done'; person: EIdPerson }
  | { state: 'failed'; failure: EIdFailure };

/** Proven by a signature of the person, whose certificate comes from an authority that we trust. */
export type EIdPerson = {
  /** Ten digits; for `app` the one that was asked. */
  nationalId: string;
  /** The full name as one text. */
  name: string;
  /** Last day of the certificate, `YYYY-MM-DD`. May lie in the past: the caller decides what that means. */
  certificateExpires: string;
};

/** A request under way as plain JSON, for a column of a row. Opaque; it holds secrets of the request. */
export type EIdHandle = {
  eLoginType: 'sim' | 'app';
  /** The national id that was asked, null for `sim`. */
  nationalId: string | null;
  startedAt: string;
  askedAt: string;
  cookies: { [name: string]: string };
  /** What goes back to the provider; null when the person has confirmed. */
  tree: { authId: string; callbacks: { [key: string]: unknown }[] } | null;
};

/**
 * Why there is no person. `noAnswer` and `notReached`: the phone. `refused`: the provider says no to us.
 * `untrusted`: an answer that proves nothing; a person must look.
 */
export type EIdReason =
  | 'noElectronicId'
  | 'noMobileNumber'
  | 'cancelled'
  | 'blocked'
  | 'noCertificate'
  | 'noAnswer'
  | 'notReached'
  | 'refused'
  | 'unreachable'
  | 'unreadable'
  | 'untrusted'
  | 'unknown';

export type EIdFailure = {
  code: 'EC_ELOGIN_ERROR' | 'EC_ELOGIN_AUTH_ERROR';
  reason: EIdReason;
  /** Whom it tells about: `person` is an answer (400), `provider` a failure outside (502, to be logged). */
  about: 'person' | 'provider';
  /** Asking the same person again may help. */
  retry: boolean;
  /** For the log: the provider's own code or our words, never a name or number. */
  detail: string;
};

export class EIdError extends Error {
  readonly failure: EIdFailure;

  constructor(failure: EIdFailure) {
    super(`${failure.reason}: ${failure.detail}`);
    this.name = 'EIdError';
    this.failure = failure;
  }
}
