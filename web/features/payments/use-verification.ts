/**
 * What became of a card or a deposit at the issuer. The window of the issuer says that something happened;
 * how it ended is asked of the server, so that a lost window or message ends the same way.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '#web/api/api-error.ts';
import { browserApi } from '#web/api/browser-api.ts';

export type VerificationEnd = { isDone: true } | { isDone: false; code: string };

const slowMs = 5_000;
/** After the window has said so, the answer is a moment away. */
const soonMs = 1_000;

export function useVerification(verificationId: string, onEnd: (end: VerificationEnd) => void) {
  const ended = useRef(false);
  const tell = useRef(onEnd);
  const [isAsking, setAsking] = useState(false);
  /** Asked by the player, and there was no answer yet. */
  const [isStillWaiting, setStillWaiting] = useState(false);
  const [hasMessage, setHasMessage] = useState(false);
  /** Given up too late: the holder has confirmed, and the gateway is being asked. */
  const [isTooLate, setTooLate] = useState(false);
  useEffect(() => {
    tell.current = onEnd;
  });

  const end = useCallback((how: VerificationEnd): void => {
    if (ended.current) return;
    ended.current = true;
    tell.current(how);
  }, []);

  const ask = useCallback(async (): Promise<boolean> => {
    const outcome = await outcomeOf(verificationId);
    if (typeof outcome !== 'string') end(outcome);
    return ended.current;
  }, [verificationId, end]);

  useNews({ verificationId, ask, everyMs: hasMessage ? soonMs : slowMs, onMessage: setHasMessage });
  return {
    isAsking,
    isStillWaiting,
    isTooLate,
    check: async (): Promise<void> => {
      setAsking(true);
      setStillWaiting(false);
      setStillWaiting(!(await ask()));
      setAsking(false);
    },
    /**
     * Gives it up; what is paid already stays paid. Where it is being paid just now its answer is waited for,
     * and whoever leaves all the same leaves without knowing.
     */
    cancel: async (): Promise<void> => {
      if (isTooLate) return end({ isDone: false, code: 'EC_CC_ERROR' });
      setAsking(true);
      await browserApi('account.cancelPayment', { body: { id: verificationId } }).catch(() => {});
      const outcome = await outcomeOf(verificationId);
      setAsking(false);
      if (outcome === 'unreachable') return setStillWaiting(true);
      if (outcome !== 'waiting') return end(wasGivenUp(outcome) ? cancelled : outcome);
      setTooLate(true);
      setHasMessage(true);
    },
  };
}

type News = {
  verificationId: string;
  ask: () => Promise<boolean>;
  everyMs: number;
  onMessage: (hasMessage: true) => void;
};

/** Asks by itself: when the issuer's window says so, when the page is looked at again, and by the clock. */
function useNews({ verificationId, ask, everyMs, onMessage }: News): void {
  useEffect(() => {
    const hear = ({ origin, data }: MessageEvent): void => {
      if (origin !== window.location.origin || !isAbout(data, verificationId)) return;
      onMessage(true);
      void ask();
    };
    const look = (): void => {
      if (document.visibilityState === 'visible') void ask();
    };
    const timer = setInterval(look, everyMs);
    window.addEventListener('message', hear);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ask, verificationId, everyMs, onMessage]);
}

const cancelled = { isDone: false, code: 'cancelled' } as const;
const wasGivenUp = (end: VerificationEnd): boolean => !end.isDone && end.code === 'EC_INVALID_TRANSID';

async function outcomeOf(verificationId: string): Promise<VerificationEnd | 'waiting' | 'unreachable'> {
  try {
    const { status, error } = await browserApi('account.verification', { params: { verificationId } });
    if (status === 'waiting') return 'waiting';
    return status === 'success' ? { isDone: true } : { isDone: false, code: error ?? 'EC_CC_ERROR' };
  } catch (error) {
    const isGone = isApiError(error) && error.code === 'EC_INVALID_TRANSID';
    return isGone ? { isDone: false, code: error.code } : 'unreachable';
  }
}

function isAbout(data: unknown, verificationId: string): boolean {
  const { source, type, verificationId: id } = (data ?? {}) as Record<string, unknown>;
  return source === 'lotto' && type === 'card-verification' && id === verificationId;
}
