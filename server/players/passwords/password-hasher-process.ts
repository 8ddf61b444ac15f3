/**
 * The process that hashes passwords. It stands a little behind everything else that wants to compute, and
 * says how much it has computed, so that sales keep their share (docs/decisions/028).
 */
import { type Argon2Parameters, argon2 } from 'node:crypto';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';

export type Question = { id: number; parameters: Argon2Parameters };
/** `cpuMs`: processor time since the answer before. */
export type Answer = { id: number; derived: Uint8Array; cpuMs: number } | { id: number; fault: string };

/** A tenth of the weight of a process of ordinary priority, for Linux. */
const behindSales = 10;

const derive = promisify(argon2);
let counted = process.cpuUsage();

async function answer({ id, parameters }: Question): Promise<Answer> {
  try {
    const derived = await derive('argon2id', parameters);
    const { user, system } = process.cpuUsage(counted);
    counted = process.cpuUsage();
    return { id, derived, cpuMs: (user + system) / 1000 };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

// Before the first hash: threads begin with the priority of the one that starts them.
setPriority(behindSales);
process.on('disconnect', () => process.exit());
process.on('message', async (question: Question) => process.send?.(await answer(question)));
