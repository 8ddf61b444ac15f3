/** Argon2id in a process of its own: some at a time, others waiting in fair turns (docs/decisions/028). */
import { type ChildProcess, fork } from 'node:child_process';
import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue, type QueueEntry } from '#server/platform/fair-queue.ts';
import { salesUnderWay } from '#server/platform/rush.ts';
import type { Answer } from './password-hasher-process.ts';

/** Each takes a core and 19 MiB. */
const runningMax = 2;
/** Callers that would wait for longer than a connection lives are refused at once. */
const waitingMax = 240;
/**
 * As many sales at once wait for each other, and a process as busy as this has no time left: then hashing
 * leaves both their share of the machine.
 */
const manySales = 24;
const busyShare = 0.8;
/** So many cores are its own then, on average: a tenth of the machine. */
const coresBesideSales = availableParallelism() / 10;

type Derived = { derived: Buffer; cpuMs: number };
type Waiting = { resolve: (derived: Derived) => void; reject: (error: Error) => void };
type Hasher = { process: ChildProcess; waiting: Map<number, Waiting> };

const { run, refuseWhenFull, positionOf } = createFairQueue({ runningMax, waitingMax });

export { positionOf, refuseWhenFull };

let hasher: Hasher | null = null;
let lastId = 0;
/** Until then hashing has had its share. */
let sharedUntilMs = 0;

/** @param entry left out for callers that are signed in already. Throws what `FairQueue` throws. */
export function deriveKey(parameters: Argon2Parameters, entry: QueueEntry = signedIn): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  run(entry, async () => {
    const [before, sales] = [performance.eventLoopUtilization(), salesUnderWay()];
    const { derived, cpuMs } = await askUntilAnswered(parameters);
    resolve(derived);
    const { utilization } = performance.eventLoopUtilization(before);
    const areMany = Math.min(sales, salesUnderWay()) >= manySales;
    if (areMany || utilization > busyShare) await pause(cpuMs);
  }).catch(reject);
  return promise;
}

const signedIn: QueueEntry = { hasPriority: true };

/** So that the next hash begins when all before it had their share and no more. */
async function pause(cpuMs: number): Promise<void> {
  const now = performance.now();
  sharedUntilMs = Math.max(sharedUntilMs, now - cpuMs) + cpuMs / coresBesideSales;
  if (sharedUntilMs > now) await sleep(sharedUntilMs - now);
}

class HasherEnded extends Error {}

/** One that is killed costs nobody a sign-in: its successor is asked, but not a third. */
function askUntilAnswered(parameters: Argon2Parameters): Promise<Derived> {
  return ask(parameters).catch((error: unknown) => {
    if (error instanceof HasherEnded) return ask(parameters);
    throw error;
  });
}

function ask(parameters: Argon2Parameters): Promise<Derived> {
  hasher ??= start();
  const asked = hasher;
  const { process, waiting } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Derived>();
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
    if ('derived' in answer) resolve({ derived: Buffer.from(answer.derived), cpuMs: answer.cpuMs });
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
