/** A person asked for electronic ID on the phone, from the press to the outcome. */
import { useEffect, useRef, useState } from 'react';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';

export type EIdTarget =
  | { eLoginType: 'sim'; cellphoneNumber: string }
  | { eLoginType: 'app'; nationalId: string };

/** The security code stands on the page; the token is what the outcome is asked for with. */
export type EIdAsked = { target: EIdTarget; token: string; code: string };

/** `reason` and `retry` as the server tells them of the person; `waitSeconds` when too many were asked. */
export type EIdFailure = { code: string; reason?: string; retry?: boolean; waitSeconds?: number };

export type EIdStep =
  | { at: 'form'; failure: EIdFailure | null }
  | { at: 'waiting'; asked: EIdAsked }
  /** The outcome is known and being used. */
  | { at: 'proven'; asked: EIdAsked }
  | { at: 'failed'; failure: EIdFailure };

/** How long the provider waits for the person, in seconds. */
export const waitSecondsMax = 90;
const pollMs = 2_000;
/** Later than the server gives up. */
const pollsMax = 50;

type Outcome = { pending: boolean };

/**
 * @param read asks for the outcome
 * @param use takes what came out; what it throws is shown as a failure
 */
export function useEIdRequest<T extends Outcome>(
  read: (asked: EIdAsked) => Promise<T>,
  use: (outcome: T, asked: EIdAsked) => Promise<void>,
) {
  const [step, setStep] = useState<EIdStep>({ at: 'form', failure: null });
  const parts = useRef({ read, use });
  useEffect(() => {
    parts.current = { read, use };
  });

  const waitingFor = step.at === 'waiting' ? step.asked : null;
  useEffect(() => {
    if (waitingFor === null) return;
    const watch = new AbortController();
    const fail = (error: unknown): void => {
      if (!watch.signal.aborted) setStep(afterFailure(failureOf(error)));
    };
    void outcomeOf(() => parts.current.read(waitingFor), watch.signal).then(async (outcome) => {
      if (outcome === null) return;
      setStep({ at: 'proven', asked: waitingFor });
      await parts.current.use(outcome, waitingFor).catch((error: unknown) => {
        setStep(afterFailure(failureOf(error)));
      });
    }, fail);
    return () => watch.abort();
  }, [waitingFor]);

  /** Throws what is wrong with the number itself. */
  const start = async (target: EIdTarget): Promise<void> => {
    try {
      const { token, code } = await browserApi('auth.eLogin', { body: target });
      setStep({ at: 'waiting', asked: { target, token, code } });
    } catch (error) {
      if (!isApiError(error) || error.issues.body) throw error;
      setStep(afterFailure(failureOf(error)));
    }
  };
  const toForm = (failure: EIdFailure | null = null): void => setStep({ at: 'form', failure });

  return { step, start, toForm };
}

/** After it the form makes place for a button that closes. */
export const authError = 'EC_ELOGIN_AUTH_ERROR';

function afterFailure(failure: EIdFailure): EIdStep {
  return failure.code === authError ? { at: 'failed', failure } : { at: 'form', failure };
}

/** Null when nobody waits for it any more. A lost answer is asked for again. */
async function outcomeOf<T extends Outcome>(read: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (signal.aborted) return null;
    const outcome = await read().catch((error: unknown) => {
      if (isApiError(error) && error.code === 'EC_NETWORK_ERROR') return null;
      throw error;
    });
    if (signal.aborted) return null;
    if (outcome !== null && !outcome.pending) return outcome;
  }
  throw { code: authError, reason: 'noAnswer', retry: true } satisfies EIdFailure;
}

function failureOf(error: unknown): EIdFailure {
  if (!isApiError(error)) return isFailure(error) ? error : { code: 'UNKNOWN' };
  const { reason, retry, waitSeconds } = (error as ApiError).details as Partial<EIdFailure>;
  return {
    code: error.code,
    ...(reason !== undefined && { reason }),
    ...(retry !== undefined && { retry }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

function isFailure(error: unknown): error is EIdFailure {
  return typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error);
}
