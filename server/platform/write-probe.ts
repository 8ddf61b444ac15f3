import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { newClient } from './database-bounds.ts';
import type { Log } from './log.ts';
import { registry } from './metrics.ts';

/** What this process knows of whether the database takes writes, without asking when it is asked. */
export type WriteProbe = {
  /** False until something was written, and from what failed on until something is written again. */
  isWell(): boolean;
  /** What else writes tells how it went. */
  wrote(): void;
  failed(error: unknown): void;
  stop(): Promise<void>;
};

const pauseMs = { well: 2_000, unwell: 500 };

const gauge = new Gauge({
  name: 'hending_database_takes_writes',
  help: '1 while the last probe or sale was written',
  registers: [registry],
});

/** Writes every few seconds as a sale does, on a connection of its own. */
export function startWriteProbe(url: string, log: Log): WriteProbe {
  const stopping = new AbortController();
  let well: boolean | null = null;
  let failures = 0;
  let client: pg.Client | null = null;

  function set(now: boolean, err?: unknown): void {
    if (now === well) return;
    if (!now) log.error({ err }, 'the database takes no writes: nothing can be sold');
    else if (well !== null) log.info('the database takes writes again');
    well = now;
    gauge.set(now ? 1 : 0);
  }

  function failed(error: unknown): void {
    failures += 1;
    set(false, error);
  }

  async function probe(): Promise<void> {
    const before = failures;
    try {
      client ??= await connect(url);
      await client.query('SELECT probe_write()');
      // A sale that failed meanwhile knows better.
      if (failures === before) set(true);
    } catch (error) {
      void client?.end().catch(() => {});
      client = null;
      if (!stopping.signal.aborted) failed(error);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await probe();
      const pause = well ? pauseMs.well : pauseMs.unwell;
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await client?.end().catch(() => {});
  }
  const ended = run();

  return {
    isWell: () => well === true,
    wrote: () => set(true),
    failed,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = newClient(url, 'probe');
  await client.connect();
  return client;
}
