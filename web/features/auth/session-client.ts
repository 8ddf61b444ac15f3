/**
 * Keeps the browser's knowledge of the session true: re-reads it, says when it is gone, ends it. Knows
 * neither React nor the page, so that tests turn its clock.
 */
import type { Player, SessionState } from '#web/shared/session/session.ts';
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
  /** Calls back when the browser restores the page from its history; returns the way to stop. */
  whenBack: (act: () => void) => () => void;
  /** Leaves this page for an address, which says that signing out was tried. */
  leave: (url: string) => void;
  /** Somebody signed out in another tab. */
  signedOutElsewhere: () => void;
  /** A player other than the one shown is signed in; `shown` is null on a signed-out page. */
  otherPlayer: (shown: Player | null, signedInAs: string) => void;
  /** Deletes the data that this device stores for the player who signed out. */
  forgetKept: () => void;
};

type Options = {
  /** The player for whom the page was made. */
  first: Player | null;
  /** Between re-reads while a session is known and the browser is online; 0: none. */
  pollSeconds: number;
};

export type SessionClient = ReturnType<typeof createSessionClient>;

export function createSessionClient({ first, pollSeconds }: Options, around: Surroundings) {
  const { state, become, take, subscribe } = createSessionStore(first, () => around.forgetKept());
  let readAt = Number.NEGATIVE_INFINITY;

  /** It ended by itself: signed out without going anywhere, and the page asks how to go on. */
  const expire = async (): Promise<void> => {
    if (state().player === null) return;
    become(expired);
    if ('signedInAs' in (await endSession('/', null))) take(await readPlayer());
    around.tabs.tell('getSession');
  };
  /** Not twice within a second. */
  const recheck = async (): Promise<void> => {
    if (state().player === null || performance.now() - readAt < 1000) return;
    readAt = performance.now();
    const found = await readPlayer();
    if (found === null) await expire();
    else take(found);
  };
  /** Reads and tells nobody further. Who did not sign out themselves is told that the session ended. */
  const hear = async (trigger: Trigger): Promise<void> => {
    const found = await readPlayer();
    if (found === null && trigger !== 'signout' && state().player !== null) return become(expired);
    if (found === null && state().player !== null) around.signedOutElsewhere();
    take(found);
  };
  const update = async (data?: unknown): Promise<void> => {
    if (state().status === 'loading' || state().player === null) return;
    become({ ...state(), status: 'loading' });
    const found = await sendUpdate(data);
    become({ ...state(), status: 'authenticated' });
    take(found);
    if (found) around.tabs.tell('getSession');
  };
  const otherPlayer = async (signedInAs: string): Promise<void> => {
    around.otherPlayer(state().player, signedInAs);
    take(await readPlayer());
  };
  const signOut = async (callbackUrl: string): Promise<void> =>
    leaveSession(callbackUrl, state().player, around, otherPlayer);
  return {
    expire,
    otherPlayer,
    update,
    signOut,
    start: () => startListening(around, pollSeconds, hear, recheck),
    state,
    subscribe,
    /** The page was made anew, for this player or nobody. Where it asks to sign in, nothing more is said. */
    seen: (found: Player | null, asksToSignIn = false): void =>
      found === null && state().player !== null && !asksToSignIn ? become(expired) : take(found),
    /** The person chose how to go on after the end. */
    goOn: (): void => become({ ...state(), isExpired: false }),
    /** Signed in here: other tabs are told. */
    signedIn: (): void => around.tabs.tell('getSession'),
  };
}

/** @param onPlayerGone called before the player of the session is replaced or signed out */
function createSessionStore(first: Player | null, onPlayerGone: () => void) {
  let state = stateOf(first);
  const listeners = new Set<() => void>();
  const become = (next: SessionState): void => {
    if (state.player !== null && next.player?.playerId !== state.player.playerId) onPlayerGone();
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    become,
    /** Takes what the server answered; undefined is no answer. */
    take: (found: Player | null | undefined): void => {
      if (found !== undefined && found?.playerId !== state.player?.playerId) become(stateOf(found));
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
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
  // The browser restores signed-out pages from its cache, and a player may have signed in since.
  stops.push(around.whenBack(() => void hear('getSession')));
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

/** @param otherPlayer called with the name of another signed-in player; the session and the page then stay */
async function leaveSession(
  callbackUrl: string,
  shown: Player | null,
  around: Surroundings,
  otherPlayer: (signedInAs: string) => Promise<void>,
): Promise<void> {
  const ended = await endSession(callbackUrl, shown);
  if ('signedInAs' in ended) return otherPlayer(ended.signedInAs);
  // After a failure the stored data stays.
  if (ended.url !== null) around.forgetKept();
  around.tabs.tell('signout');
  around.leave(ended.url ?? callbackUrl);
}

type Ended = { url: string | null } | { signedInAs: string };

/**
 * Ends the session only if it belongs to the player shown on the page.
 * @returns the next address from the server, null without an answer; or the name of another
 * signed-in player
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
