/**
 * The process that hashes passwords. It stands back behind everything else that wants to compute, sales
 * above all (docs/decisions/028).
 */
import { execFileSync } from 'node:child_process';
import { type Argon2Parameters, argon2 } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

export type Question = { id: number; parameters: Argon2Parameters };
export type Answer = { id: number; derived: Uint8Array } | { id: number; fault: string };

/** Before the first hash: threads begin with the priority of the one that starts them. */
function standBack(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    // Linux takes the core from such a process as soon as another wants it, from a merely nice one later.
    execFileSync('chrt', ['-i', '-p', '0', String(process.pid)], { stdio: 'ignore' });
  } catch {
    // Another system, or one without the tool.
  }
}

const derive = promisify(argon2);

async function answer({ id, parameters }: Question): Promise<Answer> {
  try {
    return { id, derived: await derive('argon2id', parameters) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

standBack();
process.on('disconnect', () => process.exit());
process.on('message', async (question: Question) => process.send?.(await answer(question)));
