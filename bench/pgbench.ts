/** The peer of the purchase benchmark: pgbench's TPC-B on the same server, if pgbench is on the PATH. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const peerSettings = { scale: 100, clients: 64, threads: 2, seconds: 30, mode: 'prepared' };

export async function pgbenchVersion(): Promise<string | null> {
  return run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

export async function preparePeer(databaseUrl: string): Promise<void> {
  await run('pgbench', ['-i', '-q', '-s', String(peerSettings.scale), databaseUrl]);
}

/** @returns transactions a second */
export async function runPeer(databaseUrl: string): Promise<number> {
  const { clients, threads, seconds, mode } = peerSettings;
  const flags = ['-n', '-c', clients, '-j', threads, '-T', seconds, '-M', mode, databaseUrl].map(String);
  const { stdout } = await run('pgbench', flags);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
}
