/**
 * Holds what the sign-in dialog shows, for all pages, and fetches its code when it is first asked for; from
 * then on it stays. An address may ask too: `login=true`, `/reset-password…`, `/credit-card…`; what it asked
 * with is taken out of it at once (accounts specification §2).
 */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { askedBy } from '#web/features/auth/asked.ts';
import { closed, type Entry, gone, opened, wentBack } from '#web/features/auth/transitions.ts';
import { type AuthDialog, AuthDialogContext } from '#web/ui/auth-dialog.ts';
import { useShell } from '#web/ui/shell.ts';

const code = () => import('#web/features/auth/auth-dialog.tsx');

const Dialog = lazy(() =>
  code().then(
    ({ AuthDialog }) => ({ default: AuthDialog }),
    () => {
      // The server shows the dialog without its code.
      window.location.reload();
      return { default: () => <></> };
    },
  ),
);

/** For a way to sign-in that is about to be pressed. */
export const fetchSignIn = (): void => {
  code().catch(() => {});
};

export function AuthGate({ children }: { children: ReactNode }) {
  const [state, setState] = useAskedState();
  const dialog = useMemo<AuthDialog>(() => {
    const entry = (form: string, props: object = {}) => ({ form, props }) as Entry;
    return {
      open: (...[form, props]) => setState(opened(entry(form, props))),
      go: (...[form, props]) => setState((old) => gone(old, entry(form, props))),
      back: () => setState(wentBack),
      close: () => setState(closed),
    };
  }, [setState]);
  const isOpen = state.entries.length > 0;
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  return (
    <AuthDialogContext value={dialog}>
      {children}
      {isWanted && (
        <Suspense>
          <Dialog state={state} />
        </Suspense>
      )}
    </AuthDialogContext>
  );
}

/** What is shown, and what the address asks for, once each time that it begins to ask. */
function useAskedState() {
  const isSignedOut = useShell().player === null;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => {
    const asked = askedBy(pathname, search);
    // The server shows sign-in alone: the other forms need script anyway.
    return asked?.entry.form === 'login' && isSignedOut ? opened(asked.entry, asked.callbackUrl) : closed;
  });
  // Until the wish has left the address it may be seen again, when others change the address meanwhile.
  const isTaken = useRef(state !== closed);

  useEffect(() => {
    const asked = askedBy(pathname, search);
    const isNew = asked !== null && !isTaken.current;
    isTaken.current = asked !== null;
    if (asked === null) return;
    // Who is signed in already only loses the query.
    if (isNew && (isSignedOut || asked.entry.form !== 'login')) {
      setState(opened(asked.entry, asked.callbackUrl));
    }
    void navigate(asked.rest + hash, { replace: true, preventScrollReset: true });
  }, [pathname, search, hash, navigate, isSignedOut]);

  // Signed in meanwhile, here or in another tab.
  useEffect(() => {
    if (!isSignedOut) setState((old) => (old.entries.at(-1)?.form === 'login' ? closed : old));
  }, [isSignedOut]);

  return [state, setState] as const;
}
