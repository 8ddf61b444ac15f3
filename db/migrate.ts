import { fileURLToPath } from 'node:url';
import { runMigrations as installJobs } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';

/**
 * Brings the database up to date as its owner: the numbered SQL files of `db/migrations` under an advisory
 * lock (several machines may start at once), then the tables of the job queue. A file is one transaction.
 */
export async function migrate(adminUrl: string, log: Log): Promise<void> {
  const quiet = (message: string) => log.debug(message);
  await runner({
    databaseUrl: adminUrl,
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
  await installQueue(adminUrl, log);
}

/** graphile-worker takes no lock of its own while installing. */
async function installQueue(adminUrl: string, log: Log): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  pool.on('error', (error) => log.warn(error.message));
  const holder = await pool.connect();
  try {
    await holder.query("select pg_advisory_lock(hashtext('graphile_worker install'))");
    pool.on('connect', (client) => client.on('error', () => {}));
    await installJobs({ pgPool: pool, taskList: {} });
  } finally {
    holder.release(true);
    await pool.end();
  }
}
