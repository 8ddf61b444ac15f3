import { readdirSync, readFileSync } from 'node:fs';

/** The hashing process that this one, or another, started; Linux only. */
export function hasherPid(parent = process.pid): number {
  const isOurs = (pid: string) =>
    read(`/proc/${pid}/cmdline`).includes('password-hasher') && statusOf(pid)[1] === String(parent);
  return Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name)));
}

/** What the kernel says of a process or thread: state, parent and on, from the third field. */
export function statusOf(path: number | string): string[] {
  const line = read(`/proc/${path}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** Empty when the process is gone meanwhile. */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
