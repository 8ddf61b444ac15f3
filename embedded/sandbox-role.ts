import type { Service } from '#server/platform/child.ts';
import { startClock } from '#server/platform/clock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { startSandbox } from './sandboxes.ts';

/** The sandboxes as a process: they live in the product's time, so that certificates end when it says. */
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
