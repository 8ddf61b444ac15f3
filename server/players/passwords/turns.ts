/**
 * Who waits for a password to be hashed, and in which order: browsers that the name's owner has signed in
 * with first; of each kind the networks in turn, so that nobody's many attempts hold up the others.
 */
import { Refusal } from '#server/platform/refusal.ts';

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

/** Of one network and kind each turn has a round of its own, and rounds are served in order. */
type Placed = Turn & { round: number };
type Waiting = Placed & { go: () => void; fail: (error: unknown) => void };

const full = () => new Refusal('EC_SYSTEM_CLOSED', { retryAfterSeconds: 5 });
const elsewhere = () => new Refusal('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: 5 });

/** So many are worked on at a time, and so many wait. */
export function createTurns(runningMax: number, waitingMax: number) {
  /** In the order of their turns. */
  const line: Waiting[] = [];
  /** The round that each kind has come to. */
  const reached = { known: 0, stranger: 0 };
  let running = 0;

  const place = (turn: Turn): Placed => ({
    ...turn,
    round: Math.max(reached[kindOf(turn)], (lastOfNetwork(line, turn)?.round ?? -1) + 1),
  });
  const hasRoom = (placed: Placed): boolean => {
    const last = line.at(-1);
    return line.length < waitingMax || (last !== undefined && isBefore(placed, last));
  };

  async function enter(turn: Turn): Promise<void> {
    if (running < runningMax) {
      running += 1;
      return;
    }
    const placed = takePlace(line, turn) ?? place(turn);
    if (!hasRoom(placed)) throw full();
    if (line.length >= waitingMax) drop(line, line.at(-1), full());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { ...placed, go: resolve, fail: reject };
    line.splice(line.findLastIndex((other) => !isBefore(waiting, other)) + 1, 0, waiting);
    const leave = () => drop(line, waiting, turn.signal?.reason);
    turn.signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  function leave(): void {
    const next = line.shift();
    if (next === undefined) {
      running -= 1;
      return;
    }
    reached[kindOf(next)] = next.round;
    next.go();
  }

  /** Throws EC_SYSTEM_CLOSED where too many wait, EC_ACTION_NOT_ALLOWED (429) where the name waits. */
  async function run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await enter(turn);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return {
    run,
    /** Throws EC_SYSTEM_CLOSED before any other work, so that a storm costs little. */
    turnAwayWhenFull: (turn: Turn): void => {
      if (!hasRoom(place(turn))) throw full();
    },
    /** How many come before, and this one; null for who does not wait. */
    placeOf: (waitingId: string): number | null =>
      line.findIndex((entry) => entry.waitingId === waitingId) + 1 || null,
  };
}

/** A name that waits already takes its former place from the same network; from another one it is refused. */
function takePlace(line: Waiting[], turn: Turn): Placed | null {
  const former = line.find(({ name, isKnown }) => name === turn.name && isKnown === turn.isKnown);
  if (former === undefined) return null;
  if (former.network !== turn.network) throw elsewhere();
  drop(line, former, elsewhere());
  return { ...turn, round: former.round };
}

function drop(line: Waiting[], entry: Waiting | undefined, error: unknown): void {
  const at = entry === undefined ? -1 : line.indexOf(entry);
  if (at < 0) return;
  line.splice(at, 1);
  entry?.fail(error);
}

function lastOfNetwork(line: readonly Waiting[], turn: Turn): Waiting | undefined {
  return line.findLast(({ network, isKnown }) => network === turn.network && isKnown === turn.isKnown);
}

const kindOf = ({ isKnown }: Turn): 'known' | 'stranger' => (isKnown ? 'known' : 'stranger');

const isBefore = (one: Placed, other: Placed): boolean =>
  one.isKnown === other.isKnown ? one.round < other.round : one.isKnown;
