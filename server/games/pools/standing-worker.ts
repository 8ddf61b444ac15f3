/** The thread that counts how all rows stand: answers null where the book is not the sealed one. */
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { type CountTask, countBook } from '#server/draws/settle/count-book.ts';
import { type Counted, standingCounter } from './engine-a.ts';

const wrong: number[] = [];
const { outcome } = await countBook(
  workerData as CountTask,
  (own) => standingCounter(own as Counted, wrong),
  () => performance.now(),
);
parentPort?.postMessage(outcome === 'altered' ? null : wrong);
