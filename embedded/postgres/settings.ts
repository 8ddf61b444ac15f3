import { totalmem } from 'node:os';

const megabyte = 2 ** 20;

/** A quarter of the memory that is ours: the hot tables of one draw fit into the gigabyte where it is had. */
export function sharedBuffers(memoryBytes: number): string {
  const quarter = Math.floor(memoryBytes / 4 / megabyte);
  return `${Math.min(1024, Math.max(128, quarter))}MB`;
}

/** Settings of the embedded server, each with its reason. `fsync` stays on: an answered sale must survive. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1', // nobody outside this machine; passwords all the same
  unix_socket_directories: '', // no path lengths, no permissions, no leftovers
  max_connections: '100', // web and worker pools take about 40
  shared_buffers: sharedBuffers(
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  ),
  wal_buffers: '16MB', // batches of 200 sales are written in one go
  max_wal_size: '4GB', // bulk loads and sales at speed do not force checkpoints
  checkpoint_timeout: '15min',
  random_page_cost: '1.1', // solid-state disks
  jit: 'off', // short statements: compiling costs more than it saves
  timezone: 'UTC',
  log_timezone: 'UTC',
  idle_in_transaction_session_timeout: '5min', // a hung process must not hold a wallet's lock for ever
};

/** Command-line arguments of `postgres`. `extra` is for the test harness, which may give up durability. */
export function settingArguments(port: number, extra: Record<string, string> = {}): string[] {
  const all = { ...settings, port: String(port), ...extra };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
