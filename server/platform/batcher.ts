/**
 * Natural batching: what waits while a batch is on its way leaves together with the next one. No timer; a
 * lone item leaves at once. A second batch follows the first only when it is at least as large: two half as
 * large would cost each purchase a third more. Nor may one batch take nearly all there is, or everyone would
 * wait for it and be answered, ask and wait again in step (docs/decisions/010, 033). Source: design §6.
 */

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type BatcherOptions<Item, Result> = {
  itemsMax: number;
  /** Batches on their way at once. */
  underWayMax?: number;
  /** Items with the same key never travel together; null goes with any. */
  keyOf?: (item: Item) => string | number | null;
  /** One result an item, in order. */
  run: (items: Item[]) => Promise<Result[]>;
};

/** Fewer leave together: a batch costs as much as ten of what is in it. */
const sharedFrom = 16;

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  /** Sizes of the batches under way, the newest last. */
  const underWay: number[] = [];
  let leavesSoon = false;
  const underWayMax = options.underWayMax ?? 1;

  function mayLeave(): boolean {
    if (waiting.length === 0 || underWay.length >= underWayMax) return false;
    return waiting.length >= (underWay.at(-1) ?? 1);
  }

  async function leave(): Promise<void> {
    if (!mayLeave()) return;
    const batch = take();
    underWay.push(batch.length);
    const answering = answerOf(batch);
    void leave();
    const answer = await answering;
    underWay.splice(underWay.indexOf(batch.length), 1);
    void leave();
    // The next batch is on its way first: what is answered now would else keep the database waiting.
    if (underWay.length > 0) setImmediate(answer);
    else answer();
  }

  /** @returns what tells everyone in the batch how it ended */
  async function answerOf(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await options.run(batch.map(({ item }) => item));
      return () => {
        for (const [index, each] of batch.entries()) each.resolve(results[index] as Result);
      };
    } catch (error) {
      return () => {
        for (const each of batch) each.reject(error);
      };
    }
  }

  function take(): Waiting<Item, Result>[] {
    const all = underWay.reduce((sum, size) => sum + size, waiting.length);
    const share = Math.max(sharedFrom, Math.ceil(all / underWayMax));
    const [batch, rest] = divide(waiting, Math.min(options.itemsMax, share), options.keyOf);
    waiting = rest;
    return batch;
  }

  return function submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (leavesSoon || !mayLeave()) return;
      // Requests read in the same turn of the event loop leave together.
      leavesSoon = true;
      setImmediate(() => {
        leavesSoon = false;
        void leave();
      });
    });
  };
}

/** @returns the first `most` that may travel together, and the rest */
function divide<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  most: number,
  keyOf: BatcherOptions<Item, Result>['keyOf'],
): [Waiting<Item, Result>[], Waiting<Item, Result>[]] {
  const keys = new Set<string | number>();
  const batch: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  for (const each of waiting) {
    const key = keyOf?.(each.item) ?? null;
    if (batch.length >= most || (key !== null && keys.has(key))) rest.push(each);
    else {
      batch.push(each);
      if (key !== null) keys.add(key);
    }
  }
  return [batch, rest];
}
