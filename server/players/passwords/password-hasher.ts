/** Argon2id in a process of its own: so many at a time, so many waiting, others are turned away at once. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter.ts';
import type { Answer } from './password-hasher-process.ts';

/** Hashing takes a core and 19 MiB: more at once would only make everybody wait longer. */
const runningMax = Math.max(1, availableParallelism() - 1);
/** Who would wait for more than a few seconds is better told so. */
const waitingMax = 60;
/** Busier than this, the process that sells has no time to lose. */
const busyShare = 0.4;
/** Hashing then takes a seventh of the time. */
const pauses = 6;

type Waiting = { resolve: (derived: Buffer) => void; reject: (error: Error) => void };
type Hasher = { process: ChildProcess; waiting: Map<number, Waiting> };

const { run, isFull } = createConcurrencyLimiter(runningMax, waitingMax);

/** One more would be turned away. */
export { isFull };

let hasher: Hasher | null = null;
let lastId = 0;

/** Throws `LimiterFull`. */
export function deriveKey(parameters: Argon2Parameters): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  run(async () => {
    const before = performance.eventLoopUtilization();
    const from = performance.now();
    await askUntilAnswered(parameters).then(resolve, reject);
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization > busyShare) await sleep((performance.now() - from) * pauses);
  }).catch(reject);
  return promise;
}

class HasherEnded extends Error {}

/** One that is killed costs nobody a sign-in: its successor is asked, but not a third. */
function askUntilAnswered(parameters: Argon2Parameters): Promise<Buffer> {
  return ask(parameters).catch((error: unknown) => {
    if (error instanceof HasherEnded) return ask(parameters);
    throw error;
  });
}

function ask(parameters: Argon2Parameters): Promise<Buffer> {
  hasher ??= start();
  const asked = hasher;
  const { process, waiting } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const id = ++lastId;
  waiting.set(id, { resolve, reject });
  hold(process, waiting);
  // It may have died without our having heard of it.
  process.send({ id, parameters }, (error) => error && lose(asked, error));
  return promise;
}

function start(): Hasher {
  const program = new URL('./password-hasher-process.ts', import.meta.url);
  const env = { UV_THREADPOOL_SIZE: String(runningMax) };
  const process = fork(program, { env, execArgv: [], serialization: 'advanced' });
  const started: Hasher = { process, waiting: new Map() };
  process.on('message', (answer: Answer) => {
    const { resolve, reject } = started.waiting.get(answer.id) as Waiting;
    started.waiting.delete(answer.id);
    hold(process, started.waiting);
    if ('derived' in answer) resolve(Buffer.from(answer.derived));
    else reject(new Error(answer.fault));
  });
  process.on('exit', (code, signal) => lose(started, signal ?? code));
  // It could not be started: without a listener that would end ours.
  process.on('error', (error) => lose(started, error));
  return started;
}

/** Fails what it had in hand; the next question starts another. */
function lose(lost: Hasher, how: unknown): void {
  if (hasher === lost) hasher = null;
  for (const { reject } of lost.waiting.values()) {
    reject(new HasherEnded(`the process of passwords ended with ${how}`));
  }
}

/** Only work in hand keeps this process alive. */
function hold(process: ChildProcess, { size }: ReadonlyMap<number, unknown>): void {
  const word = size > 0 ? 'ref' : 'unref';
  process[word]();
  process.channel?.[word]();
}
