/** What happens by itself: the jobs that the queue can run, and what falls due by domain time. Wiring only; the worker
 * and the walking clock of the operator take the same lists. */
import type { TaskList } from 'graphile-worker';
import { lottoDeadlines, lottoTasks } from './games/lotto/deadlines.ts';
import type { ServiceConfig } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Deadline } from './platform/deadlines.ts';
import type { Log } from './platform/log.ts';

export type WorkParts = { config: ServiceConfig; database: Database; log: Log };
export type Work = { taskList: TaskList; deadlines: readonly Deadline[] };

export function createWork({ config, database, log }: WorkParts): Work {
  const parts = { db: database.db, config, log };
  return { taskList: { ...lottoTasks(parts) }, deadlines: [...lottoDeadlines(parts)] };
}
