/** The worker thread that seals. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SealTask } from './seal.ts';
import { sealBook } from './seal-book.ts';

parentPort?.postMessage(await sealBook(workerData as SealTask));
