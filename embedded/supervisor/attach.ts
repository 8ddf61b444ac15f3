import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/platform/config.ts';
import { readRunFile, removeRunFile, writeRunFile } from '#server/platform/run-file.ts';
import { ensureSecrets, storedSecrets } from '#server/platform/secrets.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { ensureDataDir } from '../postgres/home.ts';
import { holdDataDir } from '../postgres/lock.ts';
import { isAlive } from '../postgres/orphan.ts';
import { appUrl, ownerUrl } from '../postgres/roles.ts';

/** The embedded database as an operator command finds it. */
type Attached = {
  databaseUrl: string;
  /** `null` when the product runs: it has migrated already. */
  adminUrl: string | null;
  /** The product runs, so its worker does what falls due; otherwise the command is alone. */
  running: boolean;
  close(): Promise<void>;
};

const PATIENCE_MS = 30_000;

/** Finds the running product by DATA_DIR/run.json, or starts the database for the command's own time. */
export async function attach(config: Config): Promise<Attached> {
  ensureDataDir(config.dataDir);
  for (let waitedMs = 0; ; waitedMs += 100) {
    const letGo = holdDataDir(config.dataDir);
    if (letGo) return ownTime(config, letGo);
    // Held by another process: the product (maybe still starting) or another command.
    const run = readRunFile(config.dataDir);
    if (run?.postgres && isAlive(run.pid) && isServing(run.children)) {
      const passwords = storedSecrets(config.dataDir).database;
      const databaseUrl = appUrl(run.postgres.port, passwords);
      return { databaseUrl, adminUrl: null, running: true, close: async () => {} };
    }
    if (waitedMs > PATIENCE_MS) {
      throw new StartupError(
        `${config.dataDir} is busy (process ${run?.pid ?? 'unknown'}, ${run?.purpose ?? 'starting'}).`,
      );
    }
    await sleep(100);
  }
}

const isServing = (children: Record<string, number | null> | undefined) =>
  Object.keys(children ?? {}).length > 0;

async function ownTime({ dataDir, databaseMemory }: Config, letGo: () => void): Promise<Attached> {
  try {
    const passwords = ensureSecrets(dataDir).database;
    const postgres = await startEmbedded({ dataDir, passwords, memoryMegabytes: databaseMemory });
    writeRunFile(dataDir, {
      pid: process.pid,
      startedAt: new Date().toISOString(),
      purpose: 'an operator command',
      postgres: { port: postgres.port, pid: postgres.pid() },
    });
    return {
      databaseUrl: postgres.appUrl,
      adminUrl: ownerUrl(postgres.port, passwords),
      running: false,
      close: async () => {
        await postgres.stop();
        removeRunFile(dataDir);
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}
