import { type Config, type ServiceConfig, serviceConfig } from '#server/platform/config.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import { readRunFile } from '#server/platform/run-file.ts';

export type Connection = {
  config: ServiceConfig;
  database: Database;
  /** A worker does what falls due; otherwise the command is alone. */
  running: boolean;
  close(): Promise<void>;
};

/**
 * The running product's database, or the embedded one started, and brought up to date, for the command's own
 * time. What the running instance is, it says itself; the command's environment counts where nothing runs.
 * Whoever names a database has no use for the embedded one: nothing of it is read then.
 */
export async function connect(config: Config, env: NodeJS.ProcessEnv): Promise<Connection> {
  const attached = named(config) ?? (await (await import('#embedded/supervisor/attach.ts')).attach(config));
  const { databaseUrl, adminUrl, running } = attached;
  const instance = running ? readRunFile(config.dataDir) : null;
  const {
    port = config.port,
    sandboxPort = config.sandboxPort,
    autoDraw = config.autoDraw,
  } = instance ?? config;
  try {
    const service = serviceConfig(
      { ...config, port, sandboxPort, autoDraw, databaseUrl, databaseAdminUrl: adminUrl },
      env,
    );
    if (!running) await (await import('#embedded/prepare.ts')).prepareWithSeed(service);
    const database = openDatabase(databaseUrl, 'operator');
    return {
      config: service,
      database,
      running,
      close: async () => {
        await database.close();
        await attached.close();
      },
    };
  } catch (error) {
    await attached.close();
    throw error;
  }
}

function named({ databaseUrl, databaseAdminUrl: adminUrl }: Config) {
  return databaseUrl === null ? null : { databaseUrl, adminUrl, running: true, close: async () => {} };
}
