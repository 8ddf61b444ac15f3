import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from '#server/platform/database-bounds.ts';
import type { Account } from './account.ts';
import { postgresEnvironment } from './cluster.ts';
import { machineOf, settingArguments } from './settings.ts';

export type Launch = {
  native: string;
  cluster: string;
  account: Account | null;
  superuserPassword: string;
  logFile: string;
  /** That the database may count on; null: all of this machine. */
  memoryMegabytes: number | null;
  settings?: Record<string, string>;
};

/** One life of the postmaster. `ended` settles when the process is gone. */
export type Postmaster = { pid: number; ended: Promise<void>; stop(): Promise<void> };

/** Starts and waits until it takes connections; `null` when it ended first (its log says why). */
export async function launch(options: Launch, port: number): Promise<Postmaster | null> {
  const { native, cluster, memoryMegabytes, settings } = options;
  const machine = machineOf(native, cluster, memoryMegabytes);
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(
    join(native, 'bin/postgres'),
    ['-D', cluster, ...settingArguments(machine, port, settings)],
    {
      env: postgresEnvironment,
      cwd: '/',
      stdio: ['ignore', log, log],
      detached: true, // Ctrl-C in a terminal must reach the supervisor only: the database stops last
      ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
    },
  );
  closeSync(log);
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    if (await answers(port, options.superuserPassword))
      return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
    await Promise.race([ended, sleep(30)]);
  }
  return null;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT'); // "fast": open transactions are rolled back, a checkpoint is written
  const hard = setTimeout(() => child.kill('SIGQUIT'), 30_000);
  await ended;
  clearTimeout(hard);
}

export const superuserUrl = (port: number, password: string, database = 'postgres'): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

async function answers(port: number, password: string): Promise<boolean> {
  const client = newClient(superuserUrl(port, password), 'setup');
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A port nobody listens on at this moment; the caller tries another when it was taken meanwhile. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
