/**
 * Keeps the browser's knowledge of the session true: re-reads it, says when it is gone, ends it. Knows
 * neither React nor the page, so that tests turn its clock.
 */
import type { Player, SessionState } from '#web/ui/session.ts';
import { fetchAnswer, postForm, readCsrfToken } from './auth-fetch.ts';
import type { Tabs, Trigger } from './tabs.ts';

export const recheckMs = 300_000;

/** What the client stands in. */
export type Surroundings = {
  tabs: Tabs;
  isVisible: () => boolean;
  isOnline: () => boolean;
  /** Calls back when the page becomes visible; returns the way to stop. */
  whenVisible: (act: () => void) => () => void;
  /** Leaves this page for an address, which says that signing out was tried. */
  leave: (url: string) => void;
  /** Somebody signed out in another tab. */
  signedOutElsewhere: () => void;
  /** What was kept on this device for whoever was signed in is nobody's any more. */
  forgetKept: () => void;
};

type Options = {
  /** Whom the page was made for. */
  first: Player | null;
  /** Between re-reads while a session is known and the browser is online; 0: none. */
  pollSeconds: number;
};

export type SessionClient = ReturnType<typeof createSessionClient>;

export function createSessionClient({ first, pollSeconds }: Options, around: Surroundings) {
  let state = stateOf(first);
  let readAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();

  const become = (next: SessionState): void => {
    if (state.player !== null && next.player?.playerId !== state.player.playerId) around.forgetKept();
    state = next;
    for (const listener of listeners) listener();
  };
  const take = (found: Player | null | undefined): void => {
    if (found !== undefined && found?.playerId !== state.player?.playerId) become(stateOf(found));
  };
  /** It ended by itself: signed out without going anywhere, and the page asks how to go on. */
  const expire = async (): Promise<void> => {
    if (state.player === null) return;
    become(expired);
    await endSession('/');
    around.tabs.tell('getSession');
  };
  /** Not twice within a second. */
  const recheck = async (): Promise<void> => {
    if (state.player === null || performance.now() - readAt < 1000) return;
    readAt = performance.now();
    const found = await readPlayer();
    if (found === null) await expire();
    else take(found);
  };
  /** Reads and tells nobody further. Who did not sign out themselves is told that the session ended. */
  const hear = async (trigger: Trigger): Promise<void> => {
    const found = await readPlayer();
    if (found === null && trigger !== 'signout' && state.player !== null) return become(expired);
    if (found === null && state.player !== null) around.signedOutElsewhere();
    take(found);
  };
  const update = async (data?: unknown): Promise<void> => {
    if (state.status === 'loading' || state.player === null) return;
    become({ ...state, status: 'loading' });
    const body = JSON.stringify({ csrfToken: await readCsrfToken(), data });
    const found = playerIn(await fetchAnswer('/session', { method: 'POST', body }));
    become({ ...state, status: 'authenticated' });
    take(found);
    if (found) around.tabs.tell('getSession');
  };
  const signOut = async (callbackUrl: string): Promise<void> => {
    const url = await endSession(callbackUrl);
    // Where it failed, nothing is taken away.
    if (url !== null) around.forgetKept();
    around.tabs.tell('signout');
    around.leave(url ?? callbackUrl);
  };
  return {
    expire,
    update,
    signOut,
    start: () => startListening(around, pollSeconds, hear, recheck),
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The page was made anew, for this player or nobody. Where it asks to sign in, nothing more is said. */
    seen: (found: Player | null, asksToSignIn = false): void =>
      found === null && state.player !== null && !asksToSignIn ? become(expired) : take(found),
    /** The person chose how to go on after the end. */
    goOn: (): void => become({ ...state, isExpired: false }),
    /** Signed in here: other tabs are told. */
    signedIn: (): void => around.tabs.tell('getSession'),
  };
}

function startListening(
  around: Surroundings,
  pollSeconds: number,
  hear: (trigger: Trigger) => Promise<void>,
  recheck: () => Promise<void>,
): () => void {
  const stops = [around.tabs.listen((trigger) => void hear(trigger))];
  stops.push(...rechecking(around, pollSeconds, recheck));
  return () => {
    for (const stop of stops) stop();
  };
}

const expired: SessionState = { status: 'unauthenticated', player: null, isExpired: true };

const stateOf = (player: Player | null): SessionState => ({
  status: player === null ? 'unauthenticated' : 'authenticated',
  player,
  isExpired: false,
});

/** Asks for a recheck whenever one is due; returns the ways to stop. */
function rechecking(around: Surroundings, pollSeconds: number, recheck: () => Promise<void>) {
  return [
    around.whenVisible(() => void recheck()),
    every(recheckMs, () => around.isVisible() && void recheck()),
    pollSeconds > 0 ? every(pollSeconds * 1000, () => around.isOnline() && void recheck()) : () => {},
  ];
}

function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

const readPlayer = async () => playerIn(await fetchAnswer('/session'));

function playerIn(answer: object | null | undefined): Player | null | undefined {
  return answer && ((answer as { user?: Player }).user ?? null);
}

/** @returns where to go on to, as the server says; null when it did not */
async function endSession(callbackUrl: string): Promise<string | null> {
  try {
    const answer = await postForm('/signout', { callbackUrl });
    return ((await answer.json()) as { url?: string }).url ?? null;
  } catch {
    return null;
  }
}
