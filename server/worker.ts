import { extendCalendar } from './draws/calendar.ts';
import type { Kinds } from './draws/kind.ts';
import type { Service } from './platform/child.ts';
import type { ServiceConfig } from './platform/config.ts';
import { openDatabase, transaction } from './platform/database.ts';
import { warnOfSettings } from './platform/database-settings.ts';
import { startDeadlines } from './platform/deadlines.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { securityEvent } from './security/events.ts';
import { createWork } from './work.ts';

export async function startWorker(config: ServiceConfig, kinds: Kinds): Promise<Service> {
  const log = createLog('worker', 1, config.logLevel);
  const database = openDatabase(config.databaseUrl, 'worker');
  if (config.mode === 'production') await warnOfSettings(database.pool, log);
  // Seen from the log: when nobody did what falls due.
  await transaction(database.db, (tx) => securityEvent(tx, { kind: 'workerStarted' }));
  // Draws that an earlier version has planned take the rules of this one.
  await transaction(database.db, (tx) => extendCalendar(tx, kinds));
  const { taskList, deadlines } = createWork({ config, database, log, kinds });
  const jobs = await startJobs(database.pool, taskList, log);
  const ticking = startDeadlines(config.databaseUrl, database.db, deadlines, log);
  return {
    stop: async () => {
      await ticking.stop();
      await jobs.stop();
      await database.close();
    },
  };
}
