/**
 * Answers of a source that may be slow or away. Fresh for a minute; after that the old answer is served while
 * the new one is fetched. Nobody waits when there is something to show, except for the news that a question
 * changed. Failures are remembered, so a source that is away costs nobody time.
 */
import { LRUCache } from 'lru-cache';

export type CacheLimits = {
  freshMs: number;
  /** After this time an answer is shown only when the source does not answer. */
  staleMs: number;
  /** How long a reader waits who would get nothing else, and one who would get what is known to be old. */
  patienceMs: number;
  patienceWhenKnownMs: number;
  /** How long one waits for a source that did not answer the last time. */
  patienceWhenAwayMs: number;
  /** Pause after a failure of the source; doubles from the first to the second. */
  pauseMs: readonly [number, number];
  entriesMax: number;
};

export const contentLimits: CacheLimits = {
  freshMs: 60_000,
  staleMs: 24 * 3_600_000,
  patienceMs: 3_000,
  patienceWhenKnownMs: 1_000,
  patienceWhenAwayMs: 300,
  pauseMs: [200, 5_000],
  entriesMax: 3_000,
};

export type CacheParts<Question> = {
  /** Null when the text is still `knownText`: the same text keeps the same object. */
  load: (question: Question, knownText: string | null) => Promise<Copy | null>;
  /** What to show when the source gave nothing yet; null when there is nothing. */
  fallback: (question: Question) => Promise<Copy | null>;
  /** Whether the whole source is away, or only this question fails. */
  isAway: (error: unknown) => boolean;
  failed: (question: Question, error: unknown) => void;
  monotonicMs: () => number;
  limits: CacheLimits;
};

/** `text` is what the source sent; null for what never came from there. */
export type Copy = { value: unknown; text: string | null };
type Known = Copy & { fetchedAt: number };
type Entry<Question> = {
  question: Question;
  known: Known | null;
  /** Raised by an invalidation; what was asked for before it is not news. */
  version: number;
  changed: boolean;
  flight: { version: number; done: Promise<void> } | null;
  retryAt: number;
};

type Refresh<Question> = (entry: Entry<Question>) => Promise<void> | null;

export type Answered = { value: unknown } | null;

export function createCache<Question>(parts: CacheParts<Question>) {
  const { limits, monotonicMs } = parts;
  const entries = new LRUCache<string, Entry<Question>>({ max: limits.entriesMax });
  const source = createSource(limits, monotonicMs);
  const refresh: Refresh<Question> = createRefresh(parts, source, () => {
    for (const entry of entries.values())
      if (entry.known?.fetchedAt === Number.NEGATIVE_INFINITY) void refresh(entry);
  });
  function entryOf(id: string, question: Question): Entry<Question> {
    const existing = entries.get(id);
    if (existing) return existing;
    const entry = newEntry(question);
    entries.set(id, entry);
    return entry;
  }

  const ageOf = ({ fetchedAt }: Known) => monotonicMs() - fetchedAt;

  function patienceFor({ known }: Entry<Question>): number {
    if (source.isAway()) return limits.patienceWhenAwayMs;
    return known ? limits.patienceWhenKnownMs : limits.patienceMs;
  }

  /** Null when neither source nor fallback has it. */
  async function read(id: string, question: Question): Promise<Answered> {
    const entry = entryOf(id, question);
    if (entry.known && !entry.changed && ageOf(entry.known) < limits.freshMs) return entry.known;
    const flight = refresh(entry);
    const mayWait = !entry.known || entry.changed || ageOf(entry.known) > limits.staleMs;
    if (flight && mayWait && !(source.isAway() && entry.known)) await within(flight, patienceFor(entry));
    if (!entry.known) show(entry, await parts.fallback(question));
    return entry.known;
  }

  function show(entry: Entry<Question>, copy: Copy | null): void {
    if (copy) entry.known ??= { ...copy, fetchedAt: Number.NEGATIVE_INFINITY };
  }

  return {
    read,
    /** Something to show until the source answers. */
    keep: (id: string, question: Question, copy: Copy) => show(entryOf(id, question), copy),
    knows: (id: string) => entries.has(id),
    /** What is known now, without waiting; asks for newer when it is not fresh. */
    peek(id: string, question: Question): Answered {
      const entry = entryOf(id, question);
      if (!entry.known || entry.changed || ageOf(entry.known) >= limits.freshMs) void refresh(entry);
      return entry.known;
    },
    /** Readers of these get news next time. */
    invalidate(isMeant: (question: Question) => boolean): void {
      for (const entry of entries.values()) {
        if (isMeant(entry.question)) markChanged(entry);
      }
    },
    isAway: source.isAway,
  };
}

function newEntry<Question>(question: Question): Entry<Question> {
  return { question, known: null, version: 0, changed: false, flight: null, retryAt: 0 };
}

function markChanged(entry: Entry<unknown>): void {
  entry.version += 1;
  entry.changed = true;
  entry.retryAt = 0;
}

/** Whether the source answers at all, and when it may be asked again after it did not. */
function createSource({ pauseMs: [shortest, longest] }: CacheLimits, monotonicMs: () => number) {
  let pauseMs: number | null = null;
  let failedAt = 0;
  let retryAt = 0;
  return {
    isAway: () => pauseMs !== null,
    /** While it is away, one at a time finds out for all. */
    mayAsk(): boolean {
      if (pauseMs === null) return true;
      if (monotonicMs() < retryAt) return false;
      retryAt = monotonicMs() + pauseMs;
      return true;
    },
    /** @returns whether it had been away */
    answered(): boolean {
      const wasAway = pauseMs !== null;
      pauseMs = null;
      return wasAway;
    },
    /** Of many that were asked together the first failure counts. */
    failed(askedAt: number): void {
      if (pauseMs !== null && askedAt <= failedAt) return;
      pauseMs = Math.min((pauseMs ?? shortest / 2) * 2, longest);
      failedAt = monotonicMs();
      retryAt = failedAt + pauseMs;
    },
  };
}

/**
 * @param cameBack told when the source answers again: what was shown meanwhile can be replaced
 * @returns gives the flight that will know the newest; null while a failure is too young to ask
 * again. Never rejects.
 */
function createRefresh<Question>(
  parts: CacheParts<Question>,
  source: ReturnType<typeof createSource>,
  cameBack: () => void,
): Refresh<Question> {
  const { limits, monotonicMs } = parts;

  async function fetchOnce(entry: Entry<Question>): Promise<void> {
    const { version } = entry;
    const askedAt = monotonicMs();
    try {
      const loaded = await parts.load(entry.question, entry.known?.text ?? null);
      if (source.answered()) cameBack();
      const copy = loaded ?? entry.known;
      if (!copy || version < entry.version) return; // asked before it changed: the next flight knows better
      entry.known = { ...copy, fetchedAt: monotonicMs() };
      entry.changed = false;
    } catch (error) {
      parts.failed(entry.question, error);
      if (parts.isAway(error)) source.failed(askedAt);
      else entry.retryAt = monotonicMs() + limits.pauseMs[1];
    }
  }

  return (entry) => {
    if (entry.flight && entry.flight.version === entry.version) return entry.flight.done;
    if (monotonicMs() < entry.retryAt || !source.mayAsk()) return null;
    const flight = { version: entry.version, done: fetchOnce(entry) };
    entry.flight = flight;
    void flight.done.then(() => {
      if (entry.flight === flight) entry.flight = null;
    });
    return flight.done;
  };
}

async function within(flight: Promise<void>, patienceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([flight, promise]);
  clearTimeout(timer);
}
