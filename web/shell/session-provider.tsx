/** Keeps the session for all pages (`session-client.ts`) and lets the page follow when it changes. */
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { parseAuthLink } from '#web/features/auth/auth-link.ts';
import { createSessionClient, type Surroundings } from '#web/features/auth/session-client.ts';
import { createTabs } from '#web/features/auth/tabs.ts';
import { useOwnToAct } from '#web/own.ts';
import { needsSession } from '#web/paths.ts';
import { tabStore } from '#web/ui/browser-store.ts';
import { forgetKept } from '#web/ui/forget-kept.ts';
import { SessionContext } from '#web/ui/session.ts';
import { useShell } from '#web/ui/shell.ts';
import type { SignOutPlace } from './sign-out-said.tsx';

const SessionExpired = lazy(() =>
  import('#web/features/auth/session-expired.tsx').then(
    ({ SessionExpired }) => ({ default: SessionExpired }),
    () => {
      // Signed out already: the server says the same without this code.
      window.location.reload();
      return { default: () => <></> };
    },
  ),
);

const SignOutSaid = lazy(() =>
  import('./sign-out-said.tsx').then(
    ({ SignOutSaid }) => ({ default: SignOutSaid }),
    () => ({ default: () => <></> }),
  ),
);

/** Stands until the page comes that says what became of signing out. */
const signingOut = 'hending.signing-out';

const surroundings = (signedOutElsewhere: () => void): Surroundings => ({
  signedOutElsewhere,
  forgetKept,
  tabs: createTabs(),
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  whenVisible: (act) => {
    const look = () => document.visibilityState === 'visible' && act();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  },
  leave: (url) => {
    tabStore.write(signingOut, '1');
    window.location.href = url;
    // A mere anchor would leave the page as it is.
    if (url.includes('#')) window.location.reload();
  },
});

export function SessionProvider({ children }: { children: ReactNode }) {
  const { sessionPollSeconds } = useShell();
  const player = useOwnToAct()?.player ?? null;
  const [signOut, setSignOut] = useState<SignOutPlace | null>(null);
  const [client] = useState(() =>
    createSessionClient(
      { first: player, pollSeconds: sessionPollSeconds },
      surroundings(() => setSignOut('elsewhere')),
    ),
  );
  const state = useSyncExternalStore(client.subscribe, client.state, client.state);
  const [hasExpired, setExpired] = useState(false);
  if (state.isExpired && !hasExpired) setExpired(true);

  const nothingMore = useCallback(() => setSignOut(null), []);
  useEffect(() => client.start(), [client]);
  useEffect(() => {
    if (tabStore.read(signingOut) === null) return;
    tabStore.remove(signingOut);
    setSignOut('here');
  }, []);
  useFollowing(client);
  const value = useMemo(() => {
    const { update, signOut, signedIn, expire } = client;
    return { ...state, update, signOut, signedIn, expire };
  }, [state, client]);
  return (
    <SessionContext value={value}>
      {children}
      {signOut !== null && (
        <Suspense>
          <SignOutSaid place={signOut} onGone={nothingMore} />
        </Suspense>
      )}
      {hasExpired && (
        <Suspense>
          <SessionExpired open={state.isExpired} onGoOn={client.goOn} />
        </Suspense>
      )}
    </SessionContext>
  );
}

/** The page is read again when the session is another one, and the other way round. */
function useFollowing(client: ReturnType<typeof createSessionClient>): void {
  const player = useOwnToAct()?.player ?? null;
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const state = useSyncExternalStore(client.subscribe, client.state, client.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address that the page was made for
  useEffect(() => client.seen(player, parseAuthLink(pathname, search) !== null), [client, player]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page was made for is no cause
  useEffect(() => {
    const { player: known, isExpired } = client.state();
    if (known?.playerId === player?.playerId) return;
    // A page that needs a session would lead away before the person has said how to go on.
    if (isExpired && needsSession(pathname)) return;
    void revalidate();
  }, [client, state, revalidate]);
}
