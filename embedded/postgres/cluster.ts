import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#server/platform/startup-error.ts';
import type { Account } from './account.ts';

/** `LANG` may be missing and the machine may know no locale: PostgreSQL gets one it always has. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' };

/**
 * A sale waits while PostgreSQL fills a new file of its log with zeros: some 50 ms at its own
 * 16 MB (docs/decisions/033).
 */
const logFileMegabytes = 4;

/**
 * Creates the cluster in `home/postgres` when it is not there: UTF-8, locale C, passwords by SCRAM from the
 * first start. Built under another name and renamed, so that an interrupted start leaves nothing half made.
 */
export async function ensureCluster(home: string, native: string, account: Account | null, password: string) {
  const cluster = join(home, 'postgres');
  if (existsSync(cluster)) return cluster;
  const unfinished = join(home, 'postgres.unfinished');
  const passwordFile = join(home, 'postgres.password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await initdb(native, account, [
      '--pgdata',
      unfinished,
      '--username',
      'postgres',
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
      `--wal-segsize=${logFileMegabytes}`,
    ]);
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  return cluster;
}

async function initdb(native: string, account: Account | null, args: string[]): Promise<void> {
  const child = spawn(join(native, 'bin/initdb'), args, {
    env: postgresEnvironment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  if (code !== 0) throw new StartupError(`PostgreSQL could not create its cluster: ${said.trim()}`);
}
