import { readConfig, type ServiceConfig, serviceConfig } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { attach } from './platform/supervisor/attach.ts';
import { prepare } from './prepare.ts';

/** The product as a command uses it: the same use cases on the same database, as the application role. */
export type OpenProduct = {
  config: ServiceConfig;
  database: Database;
  /** A worker runs and does what falls due; otherwise the command is alone with the database. */
  running: boolean;
  close(): Promise<void>;
};

/** @param purpose what others are told who want DATA_DIR meanwhile, e.g. `operator draw list` */
export async function openProduct(env: NodeJS.ProcessEnv, purpose: string): Promise<OpenProduct> {
  const read = readConfig(env);
  const attached = await attach(read, purpose);
  try {
    const config = serviceConfig({ ...read, databaseUrl: attached.databaseUrl }, env);
    if (!attached.running) await prepare({ ...config, databaseAdminUrl: attached.adminUrl });
    const database = openDatabase(attached.databaseUrl, { max: 6 });
    return {
      ...{ config, database, running: attached.running },
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
