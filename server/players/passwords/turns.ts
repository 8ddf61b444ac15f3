/**
 * Who waits for a password to be hashed, and in which order: browsers that the name's owner has signed in with
 * first; of each kind the networks in turn, so that nobody's many attempts hold up the others.
 */
import { refuse } from '#server/platform/refusal.ts';

export type Turn = {
  /** Whose password: each name waits once on each of its ways. */
  name: string;
  network: string;
  /** Whether the name's owner has signed in with this browser. */
  isKnown: boolean;
  /** Chosen by who waits, to ask about the place. */
  waitingId?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
};

type Waiting = Turn & { round: number; go: () => void; fail: (error: unknown) => void };

/** So many are worked on at a time, and so many wait. */
export function createTurns(runningMax: number, waitingMax: number) {
  /** In the order of their turns. */
  const waiting: Waiting[] = [];
  /** The round that each kind has come to. */
  const rounds = { known: 0, stranger: 0 };
  let running = 0;

  async function run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await enter(turn);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  function enter(turn: Turn): Promise<void> | undefined {
    if (running < runningMax) {
      running += 1;
      return undefined;
    }
    const round = takePlaceOf(turn) ?? nextRound(turn);
    if (!hasRoom(turn, round)) turnAway();
    if (waiting.length >= waitingMax) drop(waiting.at(-1), turnAway);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { ...turn, round, go: resolve, fail: reject };
    waiting.splice(waiting.findLastIndex((other) => !isBefore(entry, other)) + 1, 0, entry);
    turn.signal?.addEventListener('abort', () => drop(entry, () => turn.signal?.throwIfAborted()), {
      once: true,
    });
    return promise;
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) {
      running -= 1;
      return;
    }
    rounds[kindOf(next)] = next.round;
    next.go();
  }

  /** The same name from the same place takes the place of its former attempt; from another one it is refused. */
  function takePlaceOf({ name, network, isKnown }: Turn): number | null {
    const former = waiting.find((other) => other.name === name && other.isKnown === isKnown);
    if (former === undefined) return null;
    if (former.network !== network) tooMany();
    drop(former, tooMany);
    return former.round;
  }

  function nextRound(turn: Turn): number {
    const alike = waiting.filter(
      ({ network, isKnown }) => network === turn.network && isKnown === turn.isKnown,
    );
    return Math.max(rounds[kindOf(turn)], (alike.at(-1)?.round ?? -1) + 1);
  }

  function hasRoom(turn: Turn, round = nextRound(turn)): boolean {
    const last = waiting.at(-1);
    return waiting.length < waitingMax || (last !== undefined && isBefore({ ...turn, round }, last));
  }

  function drop(entry: Waiting | undefined, why: () => void): void {
    const at = entry === undefined ? -1 : waiting.indexOf(entry);
    if (entry === undefined || at < 0) return;
    waiting.splice(at, 1);
    try {
      why();
    } catch (error) {
      entry.fail(error);
    }
  }

  return {
    /** Throws EC_SYSTEM_CLOSED where too many wait, EC_ACTION_NOT_ALLOWED (429) where the name waits elsewhere. */
    run,
    /** Throws EC_SYSTEM_CLOSED before any other work, so that a storm costs little. */
    turnAwayWhenFull: (turn: Turn): void => {
      if (!hasRoom(turn)) turnAway();
    },
    /** How many come before, and this one; null for who does not wait. */
    placeOf: (waitingId: string): number | null => {
      const at = waiting.findIndex((entry) => entry.waitingId === waitingId);
      return at < 0 ? null : at + 1;
    },
  };
}

const kindOf = ({ isKnown }: Turn): 'known' | 'stranger' => (isKnown ? 'known' : 'stranger');

type Placed = Turn & { round: number };
const isBefore = (one: Placed, other: Placed): boolean =>
  one.isKnown === other.isKnown ? one.round < other.round : one.isKnown;

function turnAway(): never {
  refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 5 });
}

function tooMany(): never {
  refuse('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: 5 });
}
