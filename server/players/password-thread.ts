/**
 * The thread that hashes passwords. On Linux it alone stands back behind everything else that wants to
 * compute, sales above all; elsewhere a priority belongs to the whole process, and none is set.
 */
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Stands back where others want the core too. */
const niceness = 5;

if (process.platform === 'linux') setPriority(0, niceness);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
