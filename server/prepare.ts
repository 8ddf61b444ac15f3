import type pg from 'pg';
import type { ServiceConfig } from './platform/config.ts';
import { newClient } from './platform/database-bounds.ts';
import { grant } from './platform/grants.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { StartupError } from './platform/startup-error.ts';

/** Before anything serves, as the owner of the database: migrations, rights and the installation's kind. */
export async function prepare(config: ServiceConfig): Promise<void> {
  const { databaseUrl, databaseAdminUrl } = config;
  if (!databaseAdminUrl) {
    throw new StartupError('DATABASE_ADMIN_URL is missing: migrations run as the owner of the database.');
  }
  const log = createLog('prepare', 2, config.logLevel);
  await migrate(databaseAdminUrl, log);
  await grant(databaseAdminUrl, decodeURIComponent(new URL(databaseUrl).username));
  await settle(config, databaseAdminUrl);
}

/** The first start decides what this database is; production and sandbox never meet in one. */
async function settle(config: ServiceConfig, adminUrl: string): Promise<void> {
  const client = newClient(adminUrl, 'setup');
  await client.connect();
  try {
    await client.query('insert into installation (mode) values ($1) on conflict do nothing', [config.mode]);
    const { rows } = await client.query<{ mode: string }>('select mode from installation');
    const mode = rows[0]?.mode;
    if (mode !== config.mode) {
      throw new StartupError(
        `This database was made in ${mode} mode and is not used in ${config.mode} mode.`,
      );
    }
    if (config.mode === 'production' && (await hasDemoPlayer(client))) {
      throw new StartupError('Production does not start with a demo player in the database.');
    }
  } finally {
    await client.end();
  }
}

async function hasDemoPlayer(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from information_schema.columns
    where table_schema = 'public' and table_name = 'players' and column_name = 'demo'`);
  if (rowCount === 0) return false;
  return (await client.query('select from players where demo limit 1')).rowCount === 1;
}
