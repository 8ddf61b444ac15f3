/** Ends processes as crashes do, and knows when that excuses an unknown answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '#test/harness/product.ts';

export const faultKinds = ['web', 'worker', 'supervisor', 'postgres', 'sandbox'] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Faults = {
  /** Returns when the product serves again. One at a time. */
  kill(kind: FaultKind): Promise<void>;
  /** Whether a crash may have touched what ran since `fromMs` (of `performance.now()`). */
  since(fromMs: number): boolean;
  /** Waits until nothing is down. */
  settled(): Promise<void>;
  /** For commands that must not meet a DATA_DIR that nobody holds. */
  count: Record<FaultKind, number>;
};

/** Connections that a crash broke may be met a little later. */
const graceMs = 2_000;
const patienceMs = 60_000;
/** A command that found nothing running holds the data until it is done. */
const commandMs = 240_000;

export function createFaults(instance: Instance, say: (text: string) => void): Faults {
  const windows: { from: number; to: number }[] = [];
  const count = { web: 0, worker: 0, supervisor: 0, postgres: 0, sandbox: 0 };
  let line = Promise.resolve();

  const crash = async (kind: FaultKind) => {
    const window = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    windows.push(window);
    const before = await pidOf(instance, kind);
    await instance.kill(kind);
    if (kind === 'supervisor') await startAgain(instance);
    await instance.healthy(patienceMs);
    while ((await pidOf(instance, kind)) === before) await sleep(20);
    await instance.healthy(patienceMs);
    count[kind] += 1;
    say(`kill -9 ${kind}: serves again after ${Math.round(performance.now() - window.from)} ms`);
    window.to = performance.now() + graceMs;
  };

  return {
    count,
    kill: (kind) => {
      line = line.then(() => crash(kind));
      return line;
    },
    since: (fromMs) => windows.some(({ to }) => to >= fromMs),
    settled: () => line,
  };
}

/** While a process is being started again it has no number. */
async function pidOf(instance: Instance, kind: FaultKind): Promise<number> {
  for (const until = performance.now() + patienceMs; ; await sleep(20)) {
    try {
      return instance.pids()[kind];
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

/** What a machine's service manager does: tries again while the orphans are still going. */
async function startAgain(instance: Instance): Promise<void> {
  await instance.ended();
  for (const until = performance.now() + commandMs; ; await sleep(200)) {
    try {
      return await instance.start();
    } catch (error) {
      // Why is what it said last.
      if (performance.now() > until) throw new Error(String(error).slice(-500));
    }
  }
}
