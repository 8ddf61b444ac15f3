import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePasswords } from '#server/platform/secrets.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { accountOf, databaseAccount } from './account.ts';
import { usableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { databaseHome } from './home.ts';
import { endOrphan } from './orphan.ts';
import { freePort, type Launch, launch, type Postmaster } from './process.ts';
import { appUrl, ensureRoles, ownerUrl } from './roles.ts';

/** A PostgreSQL of our own, kept running on one port until `stop`. */
export type EmbeddedPostgres = {
  port: number;
  home: string;
  appUrl: string;
  ownerUrl: string;
  pid(): number | null;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  passwords: DatabasePasswords;
  /** Told about each new postmaster, also after a restart. */
  onStart?: (pid: number) => void;
  /** Told once when it does not come back. */
  onTrouble?: (logFile: string) => void;
  /** That the database may count on; null or absent: all of this machine. */
  memoryMegabytes?: number | null;
  settings?: Record<string, string>;
};

/** The caller holds DATA_DIR (`holdDataDir`). */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, passwords } = options;
  const chosen = databaseAccount();
  const home = databaseHome(dataDir, chosen);
  const native = usableBinaries(home, chosen);
  const cluster = await ensureCluster(home, native, chosen, passwords.superuser);
  await endOrphan(cluster);
  const plan: Launch = {
    native,
    cluster,
    account: accountOf(cluster, chosen),
    superuserPassword: passwords.superuser,
    logFile: freshLog(dataDir),
    memoryMegabytes: options.memoryMegabytes ?? null,
    settings: options.settings ?? {},
  };
  const { port, first } = await firstLaunch(plan);
  const keeper = keepRunning(plan, port, first, options);
  await ensureRoles(port, passwords);
  return { port, home, appUrl: appUrl(port, passwords), ownerUrl: ownerUrl(port, passwords), ...keeper };
}

/**
 * Another port is tried when the first was taken meanwhile; backends of a killed postmaster get
 * time to leave.
 */
async function firstLaunch(plan: Launch): Promise<{ port: number; first: Postmaster }> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const port = await freePort();
    const first = await launch(plan, port);
    if (first) return { port, first };
    await sleep(250 * attempt);
  }
  throw new StartupError(`PostgreSQL does not start; ${plan.logFile} says why.`);
}

function keepRunning(plan: Launch, port: number, first: Postmaster, told: EmbeddedOptions) {
  let current: Postmaster | null = first;
  let stopping = false;
  const loop = async () => {
    while (current && !stopping) {
      told.onStart?.(current.pid);
      await current.ended;
      current = null;
      for (let waitMs = 50; !stopping && !current; waitMs = Math.min(waitMs * 2, 1_000)) {
        current = await launch(plan, port);
        if (current) break;
        if (waitMs === 800) told.onTrouble?.(plan.logFile);
        await sleep(waitMs);
      }
    }
  };
  const looping = loop();
  return {
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopping = true;
      await current?.stop();
      await looping;
      await current?.stop();
    },
  };
}

/** One log, the one before it kept, so that it never fills a disk. */
function freshLog(dataDir: string): string {
  const file = join(dataDir, 'postgres.log');
  if (existsSync(file) && statSync(file).size > 10_000_000) {
    rmSync(`${file}.1`, { force: true });
    renameSync(file, `${file}.1`);
  }
  return file;
}
