/** Drives requests through keep-alive connections: as fast as they go, or at a constant rate of arrivals. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type HttpAnswer } from './http-client.ts';

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** The next request to send. */
  next: () => string;
  onAnswer: (answer: HttpAnswer) => void;
  /** Ends a constant load before its seconds are over. */
  isOver?: () => boolean;
};

export type LoadFigures = { answered: number; perSecond: number; p50Ms: number; p99Ms: number };

/** Every connection sends its next request as soon as the last one is answered. */
export async function fullLoad(load: Load): Promise<LoadFigures> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const connection = new Connection(load.port);
      while (performance.now() < endsAt) {
        const sentAt = performance.now();
        load.onAnswer(await connection.send(load.next()));
        latencies.push(performance.now() - sentAt);
      }
      connection.close();
    }),
  );
  return figures(latencies, performance.now() - startedAt);
}

/** Requests start at planned instants; latency counts from the plan, so a stall is not hidden by waiting. */
export async function constantLoad(load: Load, perSecond: number): Promise<LoadFigures> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const planned = Math.floor(load.seconds * perSecond);
  let issued = 0;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const connection = new Connection(load.port);
      while (issued < planned && !load.isOver?.()) {
        const plannedAt = startedAt + (issued++ * 1000) / perSecond;
        const early = plannedAt - performance.now();
        if (early > 0) await new Promise((done) => setTimeout(done, early));
        load.onAnswer(await connection.send(load.next()));
        latencies.push(performance.now() - plannedAt);
      }
      connection.close();
    }),
  );
  return figures(latencies, performance.now() - startedAt);
}

/**
 * Begins the next at its planned instant, whether or not those before are done, as long as there is one more.
 * @param begin is told the instant, as `performance.now()` says it
 */
export async function arrive(
  perSecond: number,
  isMore: (nth: number) => boolean,
  begin: (plannedMs: number, nth: number) => void,
): Promise<void> {
  const startedMs = performance.now();
  for (let nth = 0; isMore(nth); nth++) {
    const plannedMs = startedMs + (nth * 1000) / perSecond;
    await sleep(Math.max(0, plannedMs - performance.now()));
    begin(plannedMs, nth);
  }
}

export function figures(latencies: number[], elapsedMs: number): LoadFigures {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? 0, 2);
  return {
    answered: sorted.length,
    perSecond: Math.round((sorted.length * 1000) / elapsedMs),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** The mean of the two in the middle where there is no one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** As the line of a bench shows it. */
export function rounded(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}

/**
 * Players have machines of their own: what plays them here, and what this process starts from now on, takes
 * the processor only when the server does not want it. Niceness would not do: Linux groups processes by
 * session, and weighs the niceness of one against its own group only.
 * @returns the policy that holds, for the line of the bench
 */
export function stepBack(): string {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)]);
  return status === 0 ? 'SCHED_IDLE' : 'as the server (no chrt on the PATH)';
}
