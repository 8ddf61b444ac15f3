/** The worker thread that writes a published book. */
import { parentPort, workerData } from 'node:worker_threads';
import { writePublishedBook } from './publish-book.ts';
import type { PublishTask } from './published-book.ts';

await writePublishedBook(workerData as PublishTask);
parentPort?.postMessage(true);
