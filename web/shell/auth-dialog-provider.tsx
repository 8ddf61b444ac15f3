/**
 * Holds what the sign-in dialog shows, for all pages, and fetches its code when it is first asked for; from
 * then on it stays. An address may ask too: `login=true`, `/reset-password…`, `/credit-card…`; what it asked
 * with is taken out of it at once.
 */
import {
  type Dispatch,
  lazy,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenRefused } from '#web/api/refused.ts';
import { parseAuthLink } from '#web/features/auth/auth-link.ts';
import {
  type AuthState,
  closedDialog,
  type Entry,
  openForm,
  popForm,
  pushForm,
} from '#web/features/auth/transitions.ts';
import { withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import {
  type AuthDialog,
  AuthDialogContext,
  type AuthForm,
  type AuthStep,
} from '#web/shared/session/auth-dialog-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { authDialogIfFetched, fetchAuthDialog } from './auth-code.ts';

const LazyDialog = lazy(() =>
  fetchAuthDialog().then(
    (AuthDialog) => ({ default: AuthDialog }),
    () => {
      // The server shows sign-in without this code.
      window.location.href = withSignIn(window.location.pathname, window.location.search);
      return { default: () => <></> };
    },
  ),
);

/** For a way to sign-in that is about to be pressed. */
export const fetchSignIn = (): void => {
  fetchAuthDialog().catch(() => {});
};

export function AuthDialogProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useLinkedState();
  const dialog = useActions(setState);
  useMending(dialog);
  usePressedLinks(setState);
  useEndOfLogin(dialog, state.entries.at(-1)?.form === 'login');
  const isOpen = state.entries.length > 0;
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  // Decided once, so that the dialog stays the same one.
  const [Ready] = useState(authDialogIfFetched);
  return (
    <AuthDialogContext value={dialog}>
      {children}
      {isWanted &&
        (Ready ? (
          <Ready state={state} />
        ) : (
          <Suspense>
            <LazyDialog state={state} />
          </Suspense>
        ))}
    </AuthDialogContext>
  );
}

const entryOf = ([form, props = {}]: AuthStep) => ({ form, props }) as Entry;

type Asking = {
  form: AuthForm;
  answer: Promise<boolean>;
  settle: (isDone: boolean) => void;
  isDone: boolean;
};

function useActions(setState: Dispatch<SetStateAction<AuthState>>): AuthDialog {
  return useMemo(() => {
    let asking: Asking | null = null;
    const show = (next: SetStateAction<AuthState>, isDone = false): void => {
      asking?.settle(isDone || asking.isDone);
      asking = null;
      setState(next);
    };
    const ask = (...step: AuthStep): Promise<boolean> => {
      // Two calls that are refused at once ask together.
      if (asking?.form === step[0]) return asking.answer;
      show(openForm(entryOf(step)));
      const { promise, resolve } = Promise.withResolvers<boolean>();
      asking = { form: step[0], answer: promise, settle: resolve, isDone: false };
      return promise;
    };
    return {
      ask,
      open: (...step) => show(openForm(entryOf(step))),
      go: (...step) => setState((old) => pushForm(old, entryOf(step))),
      back: () => setState(popForm),
      close: () => show(closedDialog),
      done: () => show(closedDialog, true),
      doneAlready: () => {
        if (asking !== null) asking.isDone = true;
      },
    };
  }, [setState]);
}

/** A link to sign-in on the same page opens it there: nothing is read, and no entry of history is made. */
function usePressedLinks(setState: (state: AuthState) => void): void {
  const isSignedOut = useShell().state === 'out';
  useEffect(() => {
    if (!isSignedOut) return;
    const press = (event: MouseEvent): void => {
      const link = (event.target as Element).closest('a');
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!link || !isPlain || link.origin !== location.origin) return;
      const asked = parseAuthLink(link.pathname, link.search);
      if (asked?.rest !== location.pathname + location.search) return;
      event.preventDefault();
      link.closest<HTMLElement>('[popover]')?.hidePopover();
      setState(openForm(asked.entry, asked.callbackUrl));
    };
    document.addEventListener('click', press, { capture: true });
    return () => document.removeEventListener('click', press, { capture: true });
  }, [setState, isSignedOut]);
}

/** Signed in meanwhile, here or in another tab. */
function useEndOfLogin({ done }: AuthDialog, isLogin: boolean): void {
  const isSignedIn = useShell().state !== 'out';
  useEffect(() => {
    if (isSignedIn && isLogin) done();
  }, [isSignedIn, isLogin, done]);
}

/** Answers calls that are refused because of who calls. */
function useMending({ ask }: AuthDialog): void {
  const { player, expire } = useSession();
  const playerId = player?.playerId;
  useEffect(() => {
    whenRefused(async (refusal) => {
      if (refusal !== 'expired' && playerId !== undefined) {
        return ask(...([refusal, { playerId, reason: 'call' }] as AuthStep));
      }
      await expire();
      return false;
    });
  }, [ask, playerId, expire]);
}

/** What is shown, and what the address asks for, once each time that it begins to ask. */
function useLinkedState() {
  const isSignedOut = useShell().state === 'out';
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => {
    const link = parseAuthLink(pathname, search);
    // The server shows sign-in alone: the other forms need script anyway.
    return link?.entry.form === 'login' && isSignedOut
      ? openForm(link.entry, link.callbackUrl)
      : closedDialog;
  });
  // Until the link has left the address it may be seen again, when others change the address meanwhile.
  const isTaken = useRef(state !== closedDialog);

  useEffect(() => {
    const link = parseAuthLink(pathname, search);
    const isNew = link !== null && !isTaken.current;
    isTaken.current = link !== null;
    if (link === null) return;
    // Who is signed in already only loses the query.
    if (isNew && (isSignedOut || link.entry.form !== 'login')) {
      setState(openForm(link.entry, link.callbackUrl));
    }
    const quietly = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(link.rest + hash, quietly);
  }, [pathname, search, hash, navigate, isSignedOut]);

  return [state, setState] as const;
}
