/**
 * What follows a sign-in, whichever way it was done: other tabs are told, the certificate is looked at, and
 * the page goes on to where it was meant to (accounts specification §4; decisions §2).
 */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { browserApi } from '#web/browser-api.ts';
import { type AuthStep, useAuthDialog } from '#web/ui/auth-dialog.ts';
import { useSession } from '#web/ui/session.ts';
import { useShell } from '#web/ui/shell.ts';
import { withoutLogin } from './asked.ts';
import { certificateStep } from './certificate.ts';
import { useFrameParts } from './form-frame.ts';

/** @returns resolves when the page shows who is signed in; `next` is shown instead of closing the dialog */
export function useAfterSignIn(): (next?: AuthStep | 'done') => Promise<void> {
  const { go, close, done } = useAuthDialog();
  const { target } = useFrameParts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { signedIn } = useSession();
  const today = useToday();
  return async (next) => {
    signedIn();
    const step = next ?? (await stepByCertificate(today()));
    if (step === null) close();
    else if (step === 'done') done();
    else go(...step);
    if (target === withoutLogin(pathname, search)) await revalidate();
    else await navigate(target);
  };
}

/** Null when there is nothing to show, or when it cannot be read: the server refuses what it must anyway. */
async function stepByCertificate(today: string): Promise<AuthStep | null> {
  try {
    const [details, limits] = await Promise.all([
      browserApi('account.details', {}),
      browserApi('system.limits', {}),
    ]);
    return certificateStep(details, limits.eCertExpirationReminderInDays, today);
  } catch {
    return null;
  }
}

/** The day of domain time, `YYYY-MM-DD`, whenever it is asked. */
function useToday(): () => string {
  const { now } = useShell();
  const since = useRef({ now, at: 0 });
  useEffect(() => {
    since.current = { now, at: performance.now() };
  }, [now]);
  return () => {
    const passedMs = performance.now() - since.current.at;
    return new Date(Date.parse(since.current.now) + passedMs).toISOString().slice(0, 10);
  };
}
