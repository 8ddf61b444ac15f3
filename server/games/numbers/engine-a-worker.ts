/** The worker thread of engine A. */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { type EngineATask, engineA } from './engine-a.ts';

parentPort?.postMessage(engineA(workerData as EngineATask, () => performance.now()));
