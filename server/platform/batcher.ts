/**
 * Natural batching: what waits while a batch is on its way leaves together with the next one. No timer; a
 * lone item leaves at once. A second batch follows the first only when it is at least as large: two half as
 * large would cost each purchase a third more. Nor may one batch take nearly all there is, or everyone would
 * wait for it and be answered, ask and wait again in step (docs/decisions/010, 033).
 */

type Key = string | number;

type Waiting<Item, Result> = {
  item: Item;
  key: Key | null;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Weight<Item> = { of: (item: Item) => number; max: number };

type BatcherOptions<Item, Result> = {
  itemsMax: number;
  /** A batch ends before the item that would make it heavier; a heavier item leaves alone. */
  weight?: Weight<Item>;
  /** Batches in flight at once. */
  inFlightMax?: number;
  /** Items of one key go one after the other, as they came; null goes with any. */
  keyOf?: (item: Item) => Key | null;
  /** One result an item, in order. */
  run: (items: Item[]) => Promise<Result[]>;
  /**
   * Where `when` says so of its result, an item leaves once more after a pause; the result stands when its
   * patience is over.
   */
  again?: { when: (result: Result) => boolean; pauseMs: number; patienceMs: number };
};

/** Fewer leave together: a batch costs as much as ten of what is in it. */
const sharedFrom = 16;

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  const { keyOf, again, inFlightMax = 1 } = options;
  const line = createLine<Waiting<Item, Result>>(again?.pauseMs ?? 0, () => void flush());
  /** Sizes of the batches in flight, the newest last. */
  const inFlight: number[] = [];
  // Requests read in the same turn of the event loop leave together.
  const flushSoon = oncePerTurn(() => void flush());

  const mayFlush = (): boolean => inFlight.length < inFlightMax && line.size() >= (inFlight.at(-1) ?? 1);

  async function flush(): Promise<void> {
    if (!mayFlush()) return;
    const all = inFlight.reduce((sum, size) => sum + size, line.size());
    const share = Math.max(sharedFrom, Math.ceil(all / inFlightMax));
    const most = Math.min(options.itemsMax, share);
    const batch = line.nextBatch(countWithin(line.first(), most, options.weight));
    inFlight.push(batch.length);
    const answering = answerOf(batch);
    void flush();
    const answer = await answering;
    inFlight.splice(inFlight.indexOf(batch.length), 1);
    void flush();
    // The next batch is on its way first: what is answered now would else keep the database waiting.
    if (inFlight.length > 0) setImmediate(answer);
    else answer();
  }

  /** @returns what tells everyone in the batch how it ended */
  async function answerOf(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await options.run(batch.map(({ item }) => item));
      const isOver = batch.map((each, index) => !isRetried(each, results[index] as Result));
      return () => {
        for (const [at, each] of batch.entries()) if (isOver[at]) each.resolve(results[at] as Result);
      };
    } catch (error) {
      for (const each of batch) line.goOn(each);
      return () => {
        for (const each of batch) each.reject(error);
      };
    }
  }

  function isRetried(each: Waiting<Item, Result>, result: Result): boolean {
    if (!again?.when(result) || performance.now() - each.sinceMs > again.patienceMs) {
      line.goOn(each);
      return false;
    }
    line.rest(each);
    return true;
  }

  return function submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const key = keyOf?.(item) ?? null;
      line.join({ item, key, sinceMs: again ? performance.now() : 0, resolve, reject });
      if (mayFlush()) flushSoon();
    });
  };
}

/** How many of the first `most` go together; one goes whatever it weighs. */
function countWithin<Item>(
  waiting: readonly { item: Item }[],
  most: number,
  weight: Weight<Item> | undefined,
): number {
  const candidates = waiting.slice(0, most);
  if (!weight) return candidates.length;
  let total = 0;
  const tooMany = candidates.findIndex(({ item }) => {
    total += weight.of(item);
    return total > weight.max;
  });
  return tooMany === -1 ? candidates.length : Math.max(1, tooMany);
}

/** However often it is called in a turn of the event loop, `act` runs once after it. */
function oncePerTurn(act: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      act();
    });
  };
}

/**
 * Who may leave next, never two of one key: the others of a key wait behind its first until that is over.
 * Those who rest are back together after the pause, and `woken` is told.
 */
function createLine<Each extends { key: Key | null }>(pauseMs: number, woken: () => void) {
  let first: Each[] = [];
  let resting: Each[] = [];
  const behind = new Map<Key, Each[] | null>();
  function wake(): void {
    first = first.concat(resting);
    resting = [];
    woken();
  }
  return {
    size: () => first.length,
    first: (): readonly Each[] => first,
    nextBatch: (count: number): Each[] => first.splice(0, count),
    rest(each: Each): void {
      if (resting.length === 0) setTimeout(wake, pauseMs);
      resting.push(each);
    },
    join(each: Each): void {
      const { key } = each;
      const others = key === null ? undefined : behind.get(key);
      if (others) others.push(each);
      else if (key !== null && others === null) behind.set(key, [each]);
      else {
        if (key !== null) behind.set(key, null);
        first.push(each);
      }
    },
    goOn({ key }: Each): void {
      if (key === null) return;
      const next = behind.get(key)?.shift();
      if (next) first.push(next);
      else behind.delete(key);
    },
  };
}
