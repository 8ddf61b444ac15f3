/** Runs a task in a worker thread and gives its one answer, so that no event loop stands still. */
import { Worker } from 'node:worker_threads';

export function inThread<Task, Answer>(file: URL, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: task });
    let answered = false;
    worker.once('message', (answer: Answer) => {
      answered = true;
      resolve(answer);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (!answered) reject(new Error(`the worker thread ended with ${code} and no answer`));
    });
  });
}
