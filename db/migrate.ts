import { fileURLToPath } from 'node:url';
import { runMigrations as installJobs } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { clientSettings, newClient, openPool } from '#server/platform/database-bounds.ts';
import type { Log } from '#server/platform/log.ts';

/**
 * Brings the database up to date as its owner: the numbered SQL files of `db/migrations`, then the tables of
 * the job queue. A file is one transaction. Several machines may start at once: one goes first, and the
 * others wait for it.
 */
export async function migrate(adminUrl: string, log: Log): Promise<void> {
  const first = newClient(adminUrl, 'setup');
  first.on('error', (error) => log.warn(error.message));
  await first.connect();
  try {
    await first.query("set lock_timeout = 0; select pg_advisory_lock(hashtext('migrations'))");
    await runMigrations(adminUrl, log);
    await installQueue(adminUrl, log);
  } finally {
    await first.end();
  }
}

async function runMigrations(adminUrl: string, log: Log): Promise<void> {
  const quiet = (message: string) => log.debug(message);
  await runner({
    databaseUrl: clientSettings(adminUrl, 'setup'),
    dir: fileURLToPath(new URL('migrations', import.meta.url)),
    ignorePattern: '(?!\\d{3}_.*\\.sql$).*',
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    logger: {
      info: quiet,
      debug: quiet,
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
}

async function installQueue(adminUrl: string, log: Log): Promise<void> {
  const pgPool = openPool(adminUrl, 'setup');
  pgPool.on('error', (error) => log.warn(error.message));
  try {
    await installJobs({ pgPool, taskList: {} });
  } finally {
    await pgPool.end();
  }
}
