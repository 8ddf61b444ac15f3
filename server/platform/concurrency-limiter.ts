/** So many wait already that one more is turned away at once. */
export class LimiterFull extends Error {}

/** Lets `runningMax` works run at a time and `waitingMax` more wait in the order they came. */
export function createConcurrencyLimiter(runningMax: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < runningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new LimiterFull(`${waitingMax} wait already`);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The place goes to the next who waits, or becomes free. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  const isIdle = () => running === 0;
  const isFull = () => running >= runningMax && waiting.length >= waitingMax;
  async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
  return { run, isFull, isIdle };
}
