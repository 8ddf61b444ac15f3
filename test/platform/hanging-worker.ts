/** For `job-lock.test.ts`: takes a job, says so, and hangs until it is killed. */
import { openDatabase } from '#server/platform/database.ts';
import { startJobs } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';

process.on('disconnect', () => process.exit());
const { pool } = openDatabase(process.argv[2] ?? '', 'worker');
const hang = async () => {
  process.send?.('taken');
  await new Promise(() => setInterval(() => {}, 1_000));
};
await startJobs(pool, { work: hang }, createLog('hanging', 2, 'silent'));
