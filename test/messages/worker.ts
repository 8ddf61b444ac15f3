/** For `messages.test.ts`: a worker in a process of its own, which can be killed; its log is its output. */
import { kinds } from '#server/games/registry.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { startJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { createWork } from '#server/work.ts';

process.on('disconnect', () => process.exit());
const config = JSON.parse(process.argv[2] ?? '') as ServiceConfig;
const log = createLog('worker', 1, 'trace');
const database = openDatabase(config.databaseUrl, 'worker');
await startJobs(database.pool, createWork({ config, database, log, kinds }).taskList, log);
process.send?.('ready');
