/** Argon2id in threads of their own: so many at a time, so many waiting, others are turned away at once. */
import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createGate } from './gate.ts';

/** Hashing takes a core and 19 MiB: more at once would only make everybody wait longer. */
const runningMax = Math.max(1, availableParallelism() - 1);
/** Who would wait for more than a few seconds is better told so. */
const waitingMax = 60;

const pass = createGate(runningMax, waitingMax);
const idle: Worker[] = [];

/** Throws `GateFull`. */
export function deriveKey(parameters: Argon2Parameters): Promise<Buffer> {
  return pass(async () => {
    const worker = idle.pop() ?? new Worker(new URL('./password-thread.ts', import.meta.url));
    // Only a thread at work keeps the process alive.
    worker.ref();
    const derived = await answerOf(worker, parameters);
    worker.unref();
    idle.push(worker);
    return derived;
  });
}

/** A thread that fails is not used again. */
function answerOf(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const onMessage = (derived: Uint8Array): void => resolve(Buffer.from(derived));
  const onExit = (code: number): void => reject(new Error(`the thread of passwords ended with ${code}`));
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  worker.postMessage(parameters);
  return promise.finally(() => worker.off('message', onMessage).off('error', reject).off('exit', onExit));
}
