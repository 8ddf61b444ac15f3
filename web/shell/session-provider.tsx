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
import { setPagePlayer } from '#web/api/page-player.ts';
import { whenOtherPlayer } from '#web/api/refused.ts';
import { parseAuthLink } from '#web/features/auth/auth-link.ts';
import type { ChangedPlayer } from '#web/features/auth/other-player.tsx';
import { createSessionClient, type Surroundings } from '#web/features/auth/session-client.ts';
import { createTabs } from '#web/features/auth/tabs.ts';
import { needsSession } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwnToAct } from '#web/personal/own-part.ts';
import { type Player, SessionContext } from '#web/shared/session/session.ts';
import { forgetKept } from '#web/shared/tickets/forget-kept.ts';
import { tabStore } from '#web/ui/browser-store.ts';
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

const OtherPlayer = lazy(() =>
  import('#web/features/auth/other-player.tsx').then(
    ({ OtherPlayer }) => ({ default: OtherPlayer }),
    () => {
      // A reload renders the page for the current session.
      window.location.reload();
      return { default: () => <></> };
    },
  ),
);

/** Stands until the page comes that says what became of signing out. */
const signingOut = 'hending.signing-out';

type Told = Pick<Surroundings, 'signedOutElsewhere' | 'otherPlayer'>;

const surroundings = (told: Told): Surroundings => ({
  ...told,
  forgetKept,
  tabs: createTabs(),
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  whenVisible: (act) => {
    const look = () => document.visibilityState === 'visible' && act();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  },
  whenBack: (act) => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && act();
    window.addEventListener('pageshow', look);
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type === 'back_forward') act();
    return () => window.removeEventListener('pageshow', look);
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
  // Before anything below acts for the player.
  if (!import.meta.env.SSR) setPagePlayer(player?.playerId ?? null);
  const [signOut, setSignOut] = useState<SignOutPlace | null>(null);
  const [other, setOther] = useState<ChangedPlayer | null>(null);
  const [client] = useState(() =>
    createSessionClient(
      { first: player, pollSeconds: sessionPollSeconds },
      surroundings({
        signedOutElsewhere: () => setSignOut('elsewhere'),
        otherPlayer: (shown, now) => setOther({ before: shown && fullName(shown), now }),
      }),
    ),
  );
  const state = useSyncExternalStore(client.subscribe, client.state, client.state);
  const [hasExpired, setExpired] = useState(false);
  if (state.isExpired && !hasExpired) setExpired(true);

  const nothingMore = useCallback(() => setSignOut(null), []);
  useEffect(() => client.start(), [client]);
  useEffect(() => whenOtherPlayer((signedInAs) => void client.otherPlayer(signedInAs)), [client]);
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
      {other !== null && <Other {...other} onClose={() => setOther(null)} />}
      {hasExpired && (
        <Suspense>
          <SessionExpired open={state.isExpired} onGoOn={client.goOn} />
        </Suspense>
      )}
    </SessionContext>
  );
}

const fullName = ({ firstName, lastName }: Player) => `${firstName} ${lastName}`.trim();

/** Closing it reloads the page's data for the current player. */
function Other({ onClose, ...changed }: ChangedPlayer & { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const goOn = (): void => {
    onClose();
    void revalidate();
  };
  return (
    <Suspense>
      <OtherPlayer {...changed} onClose={goOn} />
    </Suspense>
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
