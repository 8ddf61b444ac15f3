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
  /** Another player is signed in than the one whom this page shows, null for nobody. */
  otherPlayer: (shown: Player | null, signedInAs: string) => void;
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
    if ('signedInAs' in (await endSession('/', null))) take(await readPlayer());
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
    const found = await sendUpdate(data);
    become({ ...state, status: 'authenticated' });
    take(found);
    if (found) around.tabs.tell('getSession');
  };
  const otherPlayer = async (signedInAs: string): Promise<void> => {
    around.otherPlayer(state.player, signedInAs);
    take(await readPlayer());
  };
  const signOut = async (callbackUrl: string): Promise<void> =>
    leaveSession(callbackUrl, state.player, around, otherPlayer);
  return {
    expire,
    otherPlayer,
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

async function sendUpdate(data: unknown): Promise<Player | null | undefined> {
  const body = JSON.stringify({ csrfToken: await readCsrfToken(), data });
  return playerIn(await fetchAnswer('/session', { method: 'POST', body }));
}

/** @param otherPlayer hears who is signed in instead: nothing is ended then, and the page stays */
async function leaveSession(
  callbackUrl: string,
  shown: Player | null,
  around: Surroundings,
  otherPlayer: (signedInAs: string) => Promise<void>,
): Promise<void> {
  const ended = await endSession(callbackUrl, shown);
  if ('signedInAs' in ended) return otherPlayer(ended.signedInAs);
  // Where it failed, nothing is taken away.
  if (ended.url !== null) around.forgetKept();
  around.tabs.tell('signout');
  around.leave(ended.url ?? callbackUrl);
}

type Ended = { url: string | null } | { signedInAs: string };

/**
 * Ends the session of the player whom the page shows, and no other one. @returns where to go on to as the
 * server says, null when it did not answer; or who else is signed in
 */
async function endSession(callbackUrl: string, shown: Player | null): Promise<Ended> {
  try {
    const answer = await postForm('/signout', { callbackUrl, seenPlayer: shown?.playerId ?? '' });
    const body = (await answer.json()) as { url?: string; details?: { signedInAs?: string } };
    if (body.details?.signedInAs !== undefined) return { signedInAs: body.details.signedInAs };
    return { url: body.url ?? null };
  } catch {
    return { url: null };
  }
}
