/** Processor time of an instance's processes, as Linux counts it: it says the same on a busy machine. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Instance } from '#test/harness/product.ts';
import { rounded } from './load.ts';

export type Times = { web: number; worker: number; postgres: number; sandboxes: number };

const msPerTick = 10;

/** Milliseconds since each began; PostgreSQL with all its processes, also those that have ended. */
export function timesOf(instance: Instance): Times {
  const { web, worker, sandbox, postgres } = instance.pids();
  const backends = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postgres);
  const sum = backends.reduce(
    (total, pid) => total + millisecondsOf(pid),
    millisecondsOf(postgres, [11, 12, 13, 14]),
  );
  return {
    web: millisecondsOf(web),
    worker: millisecondsOf(worker),
    postgres: sum,
    sandboxes: millisecondsOf(sandbox),
  };
}

/** Milliseconds of this process and of its children that have ended. */
export const ownTime = (): number => millisecondsOf(process.pid, [11, 12, 13, 14]);

/** What `work` costs in milliseconds for each of what it did. */
export async function processorTime<T>(
  instance: Instance,
  work: () => Promise<T>,
  count: (made: T) => number,
) {
  const before = timesOf(instance);
  const made = await work();
  const after = timesOf(instance);
  const each = (who: keyof Times) => rounded((after[who] - before[who]) / count(made), 2);
  const cpuMs = {
    web: each('web'),
    worker: each('worker'),
    postgres: each('postgres'),
    sandboxes: each('sandboxes'),
  };
  return { made, cpuMs };
}

/** The fields after the name, which may hold blanks itself; none once the process is gone. */
function fieldsOf(pid: string | number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

const parentOf = (pid: string): number => Number(fieldsOf(pid)[1]);

/** @param places of the figures in Linux's list: its own two, and then those of children that have ended */
function millisecondsOf(pid: string | number, places: readonly number[] = [11, 12]): number {
  const fields = fieldsOf(pid);
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) * msPerTick;
}
