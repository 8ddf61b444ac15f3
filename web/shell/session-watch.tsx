/** Re-reads the session every five minutes and when the page becomes visible (accounts specification §4). */
import { useEffect } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { listenToOtherTabs, sessionLives } from '#web/features/auth/auth-calls.ts';
import { withSignIn } from '#web/paths.ts';
import { useShell } from '#web/ui/shell.ts';

const recheckMs = 300_000;

export function SessionWatch() {
  const { player } = useShell();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signedIn = player !== null;

  useEffect(() => listenToOtherTabs(() => void revalidate()), [revalidate]);

  useEffect(() => {
    if (!signedIn) return;
    const recheck = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (await sessionLives())) return;
      await navigate(`${withSignIn(pathname, search)}&error=SessionExpired`, { replace: true });
    };
    const timer = setInterval(recheck, recheckMs);
    document.addEventListener('visibilitychange', recheck);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', recheck);
    };
  }, [signedIn, navigate, pathname, search]);

  return null;
}
