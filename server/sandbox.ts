import { startSandbox } from '#integrations/sandboxes.ts';
import { startClock } from './platform/clock.ts';
import type { ServiceConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import type { Service } from './platform/supervisor/child.ts';

/** The stand-ins as a process: they live in the product's time, so that certificates end when it says. */
export async function startSandboxRole(config: ServiceConfig): Promise<Service> {
  const database = openDatabase(config.databaseUrl, 'web', { max: 1 });
  const clock = await startClock(config.databaseUrl, database.db);
  const sandbox = await startSandbox(config, clock.now);
  return {
    stop: async () => {
      await sandbox.stop();
      await clock.stop();
      await database.close();
    },
  };
}
