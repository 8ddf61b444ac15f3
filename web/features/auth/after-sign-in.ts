/**
 * What follows a sign-in, whichever way it was done: other tabs are told, the certificate is looked at, and
 * the page goes on to where it was meant to.
 */
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { browserApi } from '#web/api/browser-api.ts';
import { useShell } from '#web/page/shell.ts';
import { type AuthStep, useAuthDialog } from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useDomainInstant } from '#web/ui/domain-clock.ts';
import { withoutLogin } from './auth-link.ts';
import { certificateStep } from './certificate.ts';
import { useFrameParts } from './form-frame.ts';

/**
 * @returns resolves when the page shows who is signed in; `next` is what becomes of the dialog instead of
 * closing: a form, what it was opened for is done, or it stays as it is
 */
export function useAfterSignIn(): (next?: AuthStep | 'done' | 'stay') => Promise<void> {
  const { go, done, doneAlready } = useAuthDialog();
  const { target } = useFrameParts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { signedIn } = useSession();
  const instant = useDomainInstant(useShell().now);
  return async (next) => {
    signedIn();
    const step = next ?? (await stepByCertificate(instant().slice(0, 10)));
    doneAlready();
    if (step === null || step === 'done') done();
    else if (step !== 'stay') go(...step);
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
