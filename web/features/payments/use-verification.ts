/**
 * What became of a card or a deposit at the issuer. The window of the issuer says that something happened;
 * how it ended is asked of the server, so that a lost window or message ends the same way.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '#web/api-error.ts';
import { browserApi } from '#web/browser-api.ts';

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
  useEffect(() => {
    tell.current = onEnd;
  });

  const ask = useCallback(async (): Promise<boolean> => {
    const end = await outcomeOf(verificationId);
    if (end === null || ended.current) return ended.current;
    ended.current = true;
    tell.current(end);
    return true;
  }, [verificationId]);

  useEffect(() => {
    const hear = ({ origin, data }: MessageEvent): void => {
      if (origin !== window.location.origin || !isAbout(data, verificationId)) return;
      setHasMessage(true);
      void ask();
    };
    const look = (): void => {
      if (document.visibilityState === 'visible') void ask();
    };
    const timer = setInterval(look, hasMessage ? soonMs : slowMs);
    window.addEventListener('message', hear);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ask, verificationId, hasMessage]);

  return {
    isAsking,
    isStillWaiting,
    check: async (): Promise<void> => {
      setAsking(true);
      setStillWaiting(false);
      setStillWaiting(!(await ask()));
      setAsking(false);
    },
    /** Gives it up; what is paid already stays paid. */
    cancel: async (): Promise<void> => {
      setAsking(true);
      await browserApi('account.cancelPayment', { body: { id: verificationId } }).catch(() => {});
      const end = await outcomeOf(verificationId);
      setAsking(false);
      if (ended.current) return;
      ended.current = true;
      tell.current(end?.isDone ? end : { isDone: false, code: 'cancelled' });
    },
  };
}

async function outcomeOf(verificationId: string): Promise<VerificationEnd | null> {
  try {
    const { status, error } = await browserApi('account.verification', { params: { verificationId } });
    if (status === 'waiting') return null;
    return status === 'success' ? { isDone: true } : { isDone: false, code: error ?? 'EC_CC_ERROR' };
  } catch (error) {
    const isGone = isApiError(error) && error.code === 'EC_INVALID_TRANSID';
    return isGone ? { isDone: false, code: error.code } : null;
  }
}

function isAbout(data: unknown, verificationId: string): boolean {
  const { source, type, verificationId: id } = (data ?? {}) as Record<string, unknown>;
  return source === 'lotto' && type === 'card-verification' && id === verificationId;
}
