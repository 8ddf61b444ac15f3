/** A reason not to start (or to stop) that a person can act on: shown as one sentence, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The sentence for a person, whatever was thrown. */
export const inWords = (error: unknown): string =>
  error instanceof StartupError
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
