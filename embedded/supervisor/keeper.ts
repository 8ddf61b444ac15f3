import { type ChildProcess, fork } from 'node:child_process';
import { GRACE_MS, PORT_TAKEN } from '#server/platform/child.ts';

/** One role kept alive: started again when it dies, with growing pauses while it dies at once. */
export type Keeper = {
  name: string;
  pid(): number | null;
  /** Settles when it serves for the first time. */
  ready: Promise<void>;
  /** Ends this life and lets the next one begin (hot reload). */
  restart(): void;
  stop(): Promise<void>;
};

export type KeeperEvents = {
  changed(): void;
  /** @param waitMs the pause before it is started again */
  died(how: string, waitMs: number): void;
  /** The port is taken at the first start: nothing a restart would mend. */
  portTaken(): void;
  /** It died again and again without ever having served. */
  gaveUp(): void;
};

const SHORTEST_MS = 100;
const LONGEST_MS = 10_000;
const STEADY_MS = 30_000;
const FIRST_TRIES = 4;

/** A role is this program again. */
export const forkRole = (name: string, env: NodeJS.ProcessEnv): ChildProcess =>
  // Detached: Ctrl-C in a terminal reaches the supervisor alone, which then stops everything in order.
  fork(process.argv[1] as string, [name], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });

export function keep(name: string, env: NodeJS.ProcessEnv, events: KeeperEvents): Keeper {
  const ready = Promise.withResolvers<void>();
  let child: ChildProcess | null = null;
  let waitMs = SHORTEST_MS;
  let lives = 0;
  let served = false;
  let stopping = false;
  let reloading = false;
  let pause: NodeJS.Timeout | undefined;

  const begin = () => {
    const startedMs = performance.now();
    reloading = false;
    const life = forkRole(name, env);
    lives += 1;
    child = life;
    life.on('message', () => {
      served = true;
      ready.resolve();
    });
    life.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      if (reloading) return begin();
      if (code === PORT_TAKEN && !served) return events.portTaken();
      if (!served && lives === FIRST_TRIES) return events.gaveUp();
      if (performance.now() - startedMs > STEADY_MS) waitMs = SHORTEST_MS;
      events.died(signal ?? `code ${code}`, waitMs);
      pause = setTimeout(begin, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_MS);
    });
    events.changed();
  };
  begin();

  return {
    name,
    ready: ready.promise,
    pid: () => child?.pid ?? null,
    restart: () => {
      reloading = child?.kill('SIGTERM') ?? false;
    },
    stop: async () => {
      stopping = true;
      clearTimeout(pause);
      if (child) await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), GRACE_MS + 1_000);
  await gone;
  clearTimeout(hard);
}
