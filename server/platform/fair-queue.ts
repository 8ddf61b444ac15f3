/**
 * Limits how many tasks run at a time and how many wait. Tasks with priority are served first. Within a
 * priority the groups take turns, so that many tasks of one group do not hold up the others.
 */
import { Refusal } from './refusal.ts';

export type QueueEntry = {
  /** One entry of a key waits in each priority. Entries without a key are not limited so. */
  key?: string;
  group?: string;
  hasPriority?: boolean;
  /** Chosen by the caller, to ask for the position with. */
  waitingId?: string | undefined;
  /** Removes the entry while it waits. */
  signal?: AbortSignal | undefined;
};

/** The entries of a group have one round each, and rounds are served in order. */
type Placed = QueueEntry & { round: number };
type Waiting = Placed & { start: () => void; fail: (error: unknown) => void };

const full = () => new Refusal('EC_SYSTEM_CLOSED', { retryAfterSeconds: 5 });
const alreadyWaiting = () => new Refusal('EC_ACTION_NOT_ALLOWED', { status: 429, retryAfterSeconds: 5 });

export type FairQueue = ReturnType<typeof createFairQueue>;

export function createFairQueue({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }) {
  /** In the order of service. */
  const waiting: Waiting[] = [];
  /** The round that each priority has come to. */
  const reached = { high: 0, normal: 0 };
  let running = 0;

  const place = (entry: QueueEntry): Placed => ({
    ...entry,
    round: Math.max(reached[priorityOf(entry)], (lastOfGroup(waiting, entry)?.round ?? -1) + 1),
  });
  const fits = (placed: Placed): boolean =>
    waiting.length < waitingMax || waiting.slice(-1).some((last) => isBefore(placed, last));

  async function enter(entry: QueueEntry): Promise<void> {
    if (running < runningMax) {
      running += 1;
      return;
    }
    const placed = takeOver(waiting, entry) ?? place(entry);
    if (!fits(placed)) throw full();
    if (waiting.length >= waitingMax) drop(waiting, waiting.at(-1), full());
    return started(waiting, placed);
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) {
      running -= 1;
      return;
    }
    reached[priorityOf(next)] = next.round;
    next.start();
  }

  /** Throws EC_SYSTEM_CLOSED when the queue is full, EC_ACTION_NOT_ALLOWED (429) when the key waits. */
  async function run<T>(entry: QueueEntry, task: () => Promise<T>): Promise<T> {
    await enter(entry);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Whether the entry would run or wait now. */
  const hasRoom = (entry: QueueEntry): boolean => running < runningMax || fits(place(entry));
  return {
    run,
    hasRoom,
    /** Throws EC_SYSTEM_CLOSED. Called before any other work, so that a request in a storm costs little. */
    refuseWhenFull: (entry: QueueEntry): void => {
      if (!hasRoom(entry)) throw full();
    },
    isIdle: () => running === 0,
    /** Position in the queue, from 1; null for what does not wait. */
    positionOf: (waitingId: string): number | null =>
      waiting.findIndex((entry) => entry.waitingId === waitingId) + 1 || null,
  };
}

/** Adds an entry in its place. Resolves when it is its turn, rejects when it is dropped. */
function started(waiting: Waiting[], placed: Placed): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const added = { ...placed, start: resolve, fail: reject };
  waiting.splice(waiting.findLastIndex((other) => !isBefore(added, other)) + 1, 0, added);
  const abort = () => drop(waiting, added, placed.signal?.reason);
  placed.signal?.addEventListener('abort', abort, { once: true });
  return promise;
}

/**
 * Replaces the waiting entry of the same key and group and takes its place; null when there is none. An
 * entry of the key from another group is refused.
 */
function takeOver(waiting: Waiting[], entry: QueueEntry): Placed | null {
  if (entry.key === undefined) return null;
  const previous = waiting.find((other) => other.key === entry.key && isAlike(other, entry));
  if (previous === undefined) return null;
  if (previous.group !== entry.group) throw alreadyWaiting();
  drop(waiting, previous, alreadyWaiting());
  return { ...entry, round: previous.round };
}

function drop(waiting: Waiting[], entry: Waiting | undefined, error: unknown): void {
  const at = entry === undefined ? -1 : waiting.indexOf(entry);
  if (at < 0) return;
  waiting.splice(at, 1);
  entry?.fail(error);
}

function lastOfGroup(waiting: readonly Waiting[], entry: QueueEntry): Waiting | undefined {
  return waiting.findLast((other) => other.group === entry.group && isAlike(other, entry));
}

const priorityOf = ({ hasPriority }: QueueEntry): 'high' | 'normal' => (hasPriority ? 'high' : 'normal');

const isAlike = (one: QueueEntry, other: QueueEntry): boolean => priorityOf(one) === priorityOf(other);

const isBefore = (one: Placed, other: Placed): boolean =>
  isAlike(one, other) ? one.round < other.round : priorityOf(one) === 'high';
