import type { TaskList } from 'graphile-worker';
import type { ServiceConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { type Deadline, startDeadlines } from './platform/deadlines.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import type { Service } from './platform/supervisor/child.ts';

/** What the queue can run, by name. */
export const taskList: TaskList = {};

/** What falls due by domain time. */
export const deadlines: readonly Deadline[] = [];

export async function startWorker(config: ServiceConfig): Promise<Service> {
  const log = createLog('worker');
  const database = openDatabase(config.databaseUrl, { max: 12 });
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
