/** The worker thread of engine A. */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { CountTask } from '#server/draws/settle/count-book.ts';
import { countPool } from './engine-a.ts';

parentPort?.postMessage(await countPool(workerData as CountTask, () => performance.now()));
