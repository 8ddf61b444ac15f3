import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const megabyte = 2 ** 20;

/** What the settings depend on. */
export type Machine = {
  memoryBytes: number;
  freeDiskBytes: number;
  /** `pg_prewarm` is installed, and ALTER SYSTEM has not set the libraries to load. */
  hasPrewarm: boolean;
};

/**
 * @param native the folder of PostgreSQL's programs
 * @param memoryMegabytes null: the memory of this machine
 */
export function machineOf(native: string, cluster: string, memoryMegabytes: number | null): Machine {
  const { bavail, bsize } = statfsSync(cluster);
  return {
    memoryBytes: memoryMegabytes === null ? memoryOfProcess() : memoryMegabytes * megabyte,
    freeDiskBytes: bavail * bsize,
    hasPrewarm:
      readdirSync(join(native, 'lib/postgresql')).some((file) => file.startsWith('pg_prewarm.')) &&
      !readFileSync(join(cluster, 'postgresql.auto.conf'), 'utf8').includes('shared_preload_libraries'),
  };
}

const memoryOfProcess = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** A quarter of the memory: what a sale needs of its indexes grows with all tickets ever sold. */
export function sharedBuffers(memoryBytes: number): string {
  return `${Math.max(128, Math.floor(memoryBytes / 4 / megabyte))}MB`;
}

/**
 * After a checkpoint the first change of each page writes the whole page to the log, so the timeout should
 * cause checkpoints and not the size of the log. A tenth of the free disk, from 1 to 16 GB: after a crash
 * PostgreSQL reads this much again at most.
 */
export function maxWalSize(freeDiskBytes: number): string {
  const tenth = Math.floor(freeDiskBytes / 10 / megabyte);
  return `${Math.min(16_384, Math.max(1024, tenth))}MB`;
}

/** Settings of the embedded server, each with its reason. `fsync` stays on: an answered sale must survive. */
function settingsOf({ memoryBytes, freeDiskBytes, hasPrewarm }: Machine): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1', // nobody outside this machine; passwords all the same
    unix_socket_directories: '', // no path lengths, no permissions, no leftovers
    max_connections: '100', // web and worker pools take about 40
    shared_buffers: sharedBuffers(memoryBytes),
    // After a restart, loads the pages that were in shared buffers before.
    ...(hasPrewarm && { shared_preload_libraries: 'pg_prewarm' }),
    wal_buffers: '16MB', // batches of 200 sales are written in one go
    max_wal_size: maxWalSize(freeDiskBytes),
    checkpoint_timeout: '30min', // seldom, see `maxWalSize`
    random_page_cost: '1.1', // solid-state disks
    jit: 'off', // short statements: compiling costs more than it saves
    timezone: 'UTC',
    log_timezone: 'UTC',
    idle_in_transaction_session_timeout: '5min', // a hung process must not hold a wallet's lock for ever
  };
}

/** Command-line arguments of `postgres`. `extra` is for the test harness, which may give up durability. */
export function settingArguments(
  machine: Machine,
  port: number,
  extra: Record<string, string> = {},
): string[] {
  const all = { ...settingsOf(machine), port: String(port), ...extra };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
