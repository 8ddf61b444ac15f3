import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as installJobs } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import { clientSettings, newClient, openPool } from './database-bounds.ts';
import type { Log } from './log.ts';
import { StartupError } from './startup-error.ts';

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url));

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
    await refuseDataOfOtherFiles(first);
    await runMigrations(adminUrl, log);
    await installQueue(adminUrl, log);
  } finally {
    await first.end();
  }
}

/**
 * Files are only ever added after the last one. Data whose list of files does not begin like ours was made by
 * those that were written together into these before the first release.
 */
async function refuseDataOfOtherFiles(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query("select where to_regclass('public.migrations') is not null");
  if (tables.length === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  if (rows.every(({ name }, index) => index >= files.length || files[index] === `${name}.sql`)) return;
  throw new StartupError(
    'This data was made by a version from before the first release and is not read any more: ' +
      'move the folder DATA_DIR (.data) away, or name an empty database in DATABASE_URL, and start again.',
  );
}

async function runMigrations(adminUrl: string, log: Log): Promise<void> {
  const quiet = (message: string) => log.debug(message);
  await runner({
    databaseUrl: clientSettings(adminUrl, 'setup'),
    dir: folder,
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
